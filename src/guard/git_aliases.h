// What `git NAME` is when NAME is an alias: git runs it without starting another program, so whoever looks at programs
// being started must know. Aliases that run a shell (`!…`) are none of this: the shell is started, and seen.
#pragma once

#include "guard/process.h"

#include <optional>
#include <string>
#include <vector>

namespace postern::guard {

using Words = std::vector<std::string>;

// A caller that is about to start git, and what it would be started with.
struct GitCall {
    const Process& process;
    const Words& argv;         // `git` first, under whatever name
    const Words& environment;  // "NAME=value"
};

// What it may stand for: every definition in every file that git could read counts, also one that another would override.
// Nothing: it cannot be told. Empty: it is no alias.
[[nodiscard]] std::optional<std::vector<Words>> meanings_of(const GitCall& call);

}  // namespace postern::guard
