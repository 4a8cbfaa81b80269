// Runs one script under `postern run` with a deny rule, and returns the programs that ran and Postern's report.
#pragma once

#include "deny_rule.h"

#include <cstdint>
#include <string>

namespace postern::oracle {

enum class Shown : std::uint8_t {
    to_all,         // postern run -c SCRIPT: the text is judged before anything runs
    to_guard_only,  // postern run -- bash FILE: the guard sees the file's commands only when they start programs
};

struct GuardedRun {
    Run run;
    std::string outcome;     // "exited", "refused", "timed-out" …; empty if the answer could not be read
    std::size_t denied = 0;  // programs that were kept from starting
    bool unjudged = false;   // one of them only because it could not be inspected
    std::string answer;      // the whole JSON text
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
