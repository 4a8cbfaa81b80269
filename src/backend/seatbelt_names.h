// The protected names as regular expressions for SBPL. Pure.
#pragma once

#include "sandbox/profile.h"

#include <string>
#include <string_view>
#include <vector>

namespace postern::backend {

// Tails of regular expressions: each begins after a '/' and is anchored at its end. Letters count in either case, as on
// the usual macOS file system. Every string is at most a few hundred bytes long: sandbox-exec takes no longer ones.
struct NameTails {
    std::vector<std::string> everywhere{};    // at any depth
    std::vector<std::string> but_packages{};  // at any depth, except in packages below node_modules
    std::vector<std::string> in_home{};       // directly in the home directory
    bool operator==(const NameTails&) const = default;
};

[[nodiscard]] NameTails name_tails(const sandbox::Profile& profile);

// A name as a regular expression; '/' stays. Anything but letters, digits, '.', '_' and '-' becomes "any character".
[[nodiscard]] std::string name_pattern(std::string_view name);

}  // namespace postern::backend
