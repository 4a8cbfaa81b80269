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
#include "shell/option_grammar.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace postern::policy {

class Downloads;

// Blank-separated names of programs. A sum of each name is kept, so that a command of another name costs next to nothing.
struct ProgramNames {
    std::string_view text;
    std::uint64_t sums = 0;

    consteval ProgramNames(const char* names) : text(names) {  // NOLINT: a literal stands for the names
        shell::for_each_name(text, [this](std::string_view name) { sums |= sum(name); });
    }
    static constexpr std::uint64_t sum(std::string_view name) noexcept {
        if (name.empty()) return 0;
        const auto code = static_cast<unsigned>(static_cast<unsigned char>(name.front())) * 5U +
                          static_cast<unsigned>(static_cast<unsigned char>(name.back())) * 3U;
        return std::uint64_t{1} << ((code + name.size()) % 64U);
    }
};

// One command of a line, with what its surroundings tell.
struct Act {
    const shell::Analysis& analysis;
    std::uint32_t index = 0;
    const Host& host;
    const LineEffects& flow;
    const Downloads* downloads = nullptr;  // null if the line downloads nothing
    std::string_view program = {};         // of the command, without directory
    std::uint64_t sum = 0;                 // of its name

    [[nodiscard]] const shell::Command& command() const { return analysis.commands[index]; }
    [[nodiscard]] bool is_one_of(const ProgramNames& names) const {
        return (names.sums & sum) != 0 && shell::listed(names.text, program);
    }
    [[nodiscard]] std::span<const FileTouch> touches() const;
    [[nodiscard]] std::span<const AbsPath> directories() const;  // possible working directories
};

struct NeverAllowed {
    std::string_view name;    // by which managed settings lift it
    std::string_view reason;  // completes "never allowed: it …"
    bool (*meets)(const Act& act);
};

[[nodiscard]] std::span<const NeverAllowed> never_allowed();

// Returns a deny reason for each command that an entry in force meets. `text` is what the spans of the analysis count
// in; it is empty for a program that is started.
[[nodiscard]] std::vector<Reason> never_reasons(const Policy& policy, const shell::Analysis& analysis,
                                                std::string_view text, const LineEffects& flow);

}  // namespace postern::policy
