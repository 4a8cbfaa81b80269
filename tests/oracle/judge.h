// Compares the programs that ran with those in the analysis of the text.
#pragma once

#include "runner.h"

#include <cstdint>
#include <string>
#include <vector>

namespace postern::oracle {

enum class Finding : std::uint8_t {
    sound,      // everything that ran is in the analysis
    undecided,  // the analysis reported a doubt
    hidden,     // undecided only because of bad syntax, but a program ran that the analysis lacks
    missed,     // a program ran that the analysis lacks: a deny rule would not have seen it
    arguments,  // the analysis has the program, but with other arguments
    broken,     // the analysis contradicts itself (spans, places)
};

struct Judgement {
    Finding finding = Finding::sound;
    bool excused = false;             // undecided, and a program that ran was indeed missing
    std::vector<Record> unexplained;  // programs that ran and are not in the analysis
    std::vector<std::string> doubts;  // doubts reported by the analysis
    std::uint32_t doubt_bits = 0;     // the same as a set of shell::Doubt
    std::string detail;
};

[[nodiscard]] Judgement judge(const std::string& script, const std::vector<Record>& records);
[[nodiscard]] std::string to_string(const Record& record);

// Strict also requires, after a syntax error, that programs which bash had already run are in the analysis.
enum class Demand : std::uint8_t { usual, strict };
[[nodiscard]] inline bool failed(Finding finding, Demand demand) noexcept {
    return finding >= (demand == Demand::strict ? Finding::hidden : Finding::missed);
}

}  // namespace postern::oracle
