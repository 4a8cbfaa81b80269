// A deny rule about one of the recording programs, and what it says of a run, read as plainly as possible: the rule may
// well hold for more than is said here, never for less.
#pragma once

#include "rng.h"
#include "runner.h"

#include <string>
#include <vector>

namespace postern::oracle {

struct DenyRule {
    std::string program;
    std::vector<std::string> words;  // the first arguments
    bool open = true;                // more arguments may follow
    std::string text;                // as settings have it: "Bash(p3 a:*)"

    [[nodiscard]] bool met_by(const Record& record) const;
};

// Mostly about a program that ran when nothing was denied; otherwise nothing could be shown.
[[nodiscard]] DenyRule pick_rule(Rng& rng, const std::vector<Record>& ran);

}  // namespace postern::oracle
