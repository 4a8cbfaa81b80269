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
    const Words& argv;         // the first word is git, under any name
    const Words& environment;  // "NAME=value"
};

// Returns all meanings that the alias may have: every definition in every file that git could read counts, even one
// that another overrides. Empty if it is no alias; nullopt if its meaning cannot be determined.
[[nodiscard]] std::optional<std::vector<Words>> meanings_of(const GitCall& call);

}  // namespace postern::guard
