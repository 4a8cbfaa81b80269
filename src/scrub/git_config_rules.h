// Decides which settings of a git configuration file could make git run a program or read other files. Opens no file:
// an include is refused, not followed. Only a work tree is looked up on disk.
#pragma once

#include "base/abs_path.h"
#include "base/git_config.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace postern::scrub {

// Location of the file. A work tree named by it must lie inside the directories that the command could write to anyway.
struct ConfigPlace {
    AbsPath git_directory = AbsPath::root();
    std::span<const AbsPath> writable{};
    bool of_work_tree = false;  // in `worktrees` of a git directory that is judged as well
    bool made = false;          // the run made the git directory
};

// Returns true for settings on a list of harmless ones. Every other setting is dangerous.
[[nodiscard]] bool harmless(const ConfigEntry& entry, const ConfigPlace& place);

// Judges the URL of a remote or a submodule. A URL that names a transport helper or looks like an option may run a
// program.
[[nodiscard]] bool harmless_url(std::string_view url);

// Returns the first dangerous key of `text` that `before` does not have with the same value, "its syntax" if the text
// cannot be parsed, or nullopt if it is harmless.
[[nodiscard]] std::optional<std::string> dangerous_setting(std::string_view text, const ConfigPlace& place,
                                                           std::optional<std::string_view> before = {});

}  // namespace postern::scrub
