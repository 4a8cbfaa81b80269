// The list of what is never allowed: commands that no agent has a reason to run and nobody means to allow. They are
// denied in every mode, in the sandbox and outside. Only managed settings that name an entry take it off the list.
//
// An entry is a predicate where a rule's pattern could not say it: what counts is the meaning of the words, whatever
// the spelling. Pure, like every decision.
#pragma once

#include "base/abs_path.h"
#include "policy/decision.h"
#include "policy/line_effects.h"
#include "policy/policy.h"
#include "shell/analysis.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace postern::policy {

class Downloads;

// One command of a line, with what its surroundings tell.
struct Act {
    const shell::Analysis& analysis;
    std::uint32_t index = 0;
    const Host& host;
    const LineEffects* flow = nullptr;     // null when a program is started: only absolute paths can be judged then
    const Downloads* downloads = nullptr;  // null if the line downloads nothing

    [[nodiscard]] const shell::Command& command() const { return analysis.commands[index]; }
    [[nodiscard]] std::span<const FileTouch> touches() const;
    [[nodiscard]] std::span<const AbsPath> directories() const;  // possible working directories; empty: not known
};

struct NeverAllowed {
    std::string_view name;    // by which managed settings lift it
    std::string_view reason;  // completes "never allowed: it …"
    bool (*meets)(const Act& act);
};

[[nodiscard]] std::span<const NeverAllowed> never_allowed();

// Returns a deny reason for each command that an entry in force meets.
[[nodiscard]] std::vector<Reason> never_reasons(const Policy& policy, const shell::Analysis& analysis,
                                                std::string_view text, const LineEffects* flow);

}  // namespace postern::policy
