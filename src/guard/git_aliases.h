// Expands git aliases. git runs an alias without starting another program, so a guard that sees only started programs
// must know what `git NAME` means. Aliases that run a shell (`!…`) are left out: the guard sees that shell start.
#pragma once

#include "guard/process.h"

#include <optional>
#include <string>
#include <vector>

namespace postern::guard {

using Words = std::vector<std::string>;

// A caller that is about to start git, with the arguments and environment.
struct GitCall {
    const Process& process;
    const std::string& program;  // path of its file
    const Words& argv;           // the first word is git, under any name
    const Words& environment;    // "NAME=value"
};

// Returns the index of the command's name in `git -C a -c b=c NAME …`, or 0 if there is none.
[[nodiscard]] std::size_t git_command_at(const Words& argv);

// Returns all meanings that the alias may have: every definition in every file that git could read counts, even one
// that another overrides. Empty if it is a command of git or another program; nullopt if what git would run cannot be
// determined.
[[nodiscard]] std::optional<std::vector<Words>> meanings_of(const GitCall& call);

}  // namespace postern::guard
