// A deny rule about one of the recording programs, with a deliberately plain reading of it. Postern may apply the rule
// to more runs than this reading, never to fewer.
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
    std::string text;                // as written in settings: "Bash(p3 a:*)"

    [[nodiscard]] bool met_by(const Record& record) const;
};

// Picks a rule, mostly about a program that ran when nothing was denied. A rule about another program tests nothing.
[[nodiscard]] DenyRule pick_rule(Rng& rng, const std::vector<Record>& ran);

}  // namespace postern::oracle
