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

// Returns the entry for which the sandbox holds this path read-only although decisions ask no question about it, or
// null. In the sandbox a write there cannot succeed.
struct ProtectedPath;
[[nodiscard]] const ProtectedPath* held_without_question(const AbsPath& path, const AbsPath& home, Waived waived = {});

struct Surroundings {
    AbsPath cwd;  // at this command: what its words are relative to
    AbsPath home;
    AbsPath start;  // where the command line starts
    std::vector<AbsPath> additional_directories;
};

// A path that `rm` or `rmdir` would remove, or of which it would remove everything inside.
struct Removal {
    AbsPath path;
    bool only_content = false;
};
// Returns what the operand of a removing program stands for, if the text tells.
[[nodiscard]] std::optional<Removal> removal_named_by(const shell::Word& operand, const AbsPath& cwd,
                                                      const AbsPath& home);

// Returns a sentence if the command is an `rm` or `rmdir` of the root or a directory directly in it, of home, of the
// directory in which the line starts or one above it, of everything directly inside one of these or an additional directory, or of
// something directly under a variable (`"$DIR"/*`, which is `/*` if DIR is empty).
[[nodiscard]] std::optional<std::string> critical_removal(const shell::Command& command, const Surroundings& around);

}  // namespace postern::policy
