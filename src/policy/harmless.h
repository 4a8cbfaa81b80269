// Tells commands that can do no harm, from the book of programs: they read inside the working directories, change
// nothing, talk to nobody and run nothing else. It says nothing about all others, and never that one is harmful.
#pragma once

#include "policy/policy.h"
#include "shell/analysis.h"

#include <string>

namespace postern::policy {

// Returns the grounds, or an empty text if it cannot be told that the whole line is harmless. No rule and no mode counts.
[[nodiscard]] std::string harmless_grounds(const Policy& policy, const shell::Analysis& analysis);

}  // namespace postern::policy
