// Checks that no rule and no mode lifts: writes to paths whose change would make an unsandboxed tool run code or loosen
// the policy, and removals that nobody intends.
#pragma once

#include "base/abs_path.h"
#include "shell/analysis.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace postern::policy {

// Returns why writing here needs a person ("git runs code from here"), or nullopt if it needs none. Names are compared
// by path component, at any depth, and without regard to letter case, because the file system may ignore case too.
// `waived` names entries of the table that do not count. Settings files and git's own files count nevertheless.
using Waived = std::span<const std::string>;
[[nodiscard]] std::optional<std::string_view> protected_reason(const AbsPath& path, const AbsPath& home,
                                                               Waived waived = {});

// Returns why something below this directory may be protected, or nullopt. Serves words known only up to there
// (`.git/$x`).
[[nodiscard]] std::optional<std::string_view> protected_below(const AbsPath& directory, const AbsPath& home,
                                                              Waived waived = {});

struct Surroundings {
    AbsPath cwd;
    AbsPath home;
    std::vector<AbsPath> additional_directories;
};

// Returns a sentence if the command is an `rm` or `rmdir` of the root or a directory directly in it, of home, of the
// working directory or one above it, of everything directly inside one of these or an additional directory, or of
// something directly under a variable (`"$DIR"/*`, which is `/*` if DIR is empty).
[[nodiscard]] std::optional<std::string> critical_removal(const shell::Command& command, const Surroundings& around);

}  // namespace postern::policy
