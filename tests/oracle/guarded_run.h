// Runs one script under `postern run` with a deny rule, and tells what ran and what Postern says about it.
#pragma once

#include "deny_rule.h"

#include <cstdint>
#include <string>

namespace postern::oracle {

enum class Shown : std::uint8_t {
    to_all,         // postern run -c SCRIPT: the text is judged before anything runs
    to_guard_only,  // postern run -- bash FILE: what is in the file is seen only when it starts something
};

struct GuardedRun {
    Run run;
    std::string outcome;     // "exited", "refused", "timed-out" …; empty: no answer that could be read
    std::size_t denied = 0;  // programs that were kept from starting
    bool unjudged = false;   // one of them only because it could not be looked at
    std::string answer;      // all of it
};

class GuardedRunner {
public:
    GuardedRunner(Runner& runner, const Booth& booth, std::string postern);

    [[nodiscard]] GuardedRun run(const std::string& script, const DenyRule& rule, Shown shown);

private:
    Runner& runner_;
    Booth booth_;
    std::string postern_;
};

}  // namespace postern::oracle
