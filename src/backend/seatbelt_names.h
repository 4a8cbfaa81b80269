// Writes the protected names as regular expressions for SBPL. Pure.
#pragma once

#include "sandbox/profile.h"

#include <string>
#include <string_view>
#include <vector>

namespace postern::backend {

// Tails of regular expressions: each begins after a '/' and is anchored at its end. They ignore case, as the usual
// macOS file system does. Every string is at most a few hundred bytes long, because sandbox-exec accepts no longer
// ones.
struct NameTails {
    std::vector<std::string> everywhere{};        // at any depth
    std::vector<std::string> outside_packages{};  // at any depth, except in packages below node_modules
    std::vector<std::string> in_home{};           // directly in the home directory
    bool operator==(const NameTails&) const = default;
};

[[nodiscard]] NameTails name_tails(const sandbox::Profile& profile);

// Returns a name as a regular expression. Keeps '/'; characters other than letters, digits, '.', '_' and '-' become
// "any character".
[[nodiscard]] std::string name_pattern(std::string_view name);

}  // namespace postern::backend
