// Compares what ran with what the analysis of the text said would run.
#pragma once

#include "runner.h"

#include <cstdint>
#include <string>
#include <vector>

namespace postern::oracle {

enum class Finding : std::uint8_t {
    sound,      // everything that ran is in the analysis
    undecided,  // the analysis said that it cannot know
    hidden,     // undecided only because of bad syntax, and yet something ran that the analysis does not have
    missed,     // a program ran that the analysis does not have: a deny rule would not have seen it
    arguments,  // the program is there, but with no arguments like those it got
    broken,     // the analysis contradicts itself (spans, places)
};

struct Judgement {
    Finding finding = Finding::sound;
    bool excused = false;             // undecided, and something that ran was indeed not there
    std::vector<Record> unexplained;  // what ran and is not in the analysis
    std::vector<std::string> doubts;  // what the analysis said it cannot know
    std::uint32_t doubt_bits = 0;     // the same as a set of shell::Doubt
    std::string detail;
};

[[nodiscard]] Judgement judge(const std::string& script, const std::vector<Record>& records);
[[nodiscard]] std::string to_string(const Record& record);

// Strict: after a syntax error too, what bash had already run must be in the analysis.
enum class Demand : std::uint8_t { usual, strict };
[[nodiscard]] inline bool failed(Finding finding, Demand demand) noexcept {
    return finding >= (demand == Demand::strict ? Finding::hidden : Finding::missed);
}

}  // namespace postern::oracle
