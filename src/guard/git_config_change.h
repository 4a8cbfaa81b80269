// Changes of a git configuration file that is mounted read-only. git writes a complete new file and renames it over the
// old one. The guard sees that call, judges the difference, and Postern writes exactly the judged bytes into the
// existing file, so that the mount stays. A difference that could make git run code is refused before anything changes.
#pragma once

#include "base/abs_path.h"
#include "base/result.h"
#include "base/unique_fd.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace postern::guard {

// Text of a configuration file that would replace another.
struct ConfigChange {
    AbsPath file;                       // links followed
    std::optional<std::string> before;  // nullopt if there is no such file
    std::string after;
};

// Returns the key that is not known to be harmless and that the change adds, changes or takes away, or nullopt.
using JudgeConfig = std::function<std::optional<std::string>(const ConfigChange&)>;

// Returns whether git keeps a configuration under this name.
[[nodiscard]] bool is_config_name(std::string_view name);

// A rename within a git directory, by descriptor.
struct ConfigRename {
    UniqueFd directory;  // the git directory, as the caller sees it
    std::string from;    // name in that directory
    AbsPath to;          // the file on the host
};

// Reads both files. Fails if one is no plain file, or too large, or if the file on the host is not the caller's.
[[nodiscard]] Result<ConfigChange> read_change(const ConfigRename& rename);

// Writes the judged text into the existing file, flushes it and removes the file that was to be renamed. Until then
// that file has the whole new text, so that a power cut loses neither.
[[nodiscard]] Status apply_change(const ConfigRename& rename, const ConfigChange& change);

}  // namespace postern::guard
