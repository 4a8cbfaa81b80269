// Which settings of a git configuration file could make git run something or look elsewhere. No file is opened, includes
// are not followed but refused; only a work tree is looked for.
#pragma once

#include "base/abs_path.h"
#include "base/git_config.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace postern::scrub {

// Where the file is in force: a work tree named by it has to stay inside what the command could write to anyway.
struct ConfigPlace {
    AbsPath git_directory = AbsPath::root();
    std::span<const AbsPath> writable{};
    bool of_work_tree = false;  // it lies in `worktrees` of a git directory that is judged as well
};

// A list of what is known to be harmless decides; whatever is not on it is dangerous.
[[nodiscard]] bool harmless(const ConfigEntry& entry, const ConfigPlace& place);

// Of a remote or a submodule: one that names a transport helper or looks like an option may run a program.
[[nodiscard]] bool harmless_url(std::string_view url);

// The first dangerous key of `text` that `before` did not have with the same value; "its syntax" if the text cannot be
// read; nothing if it is harmless.
[[nodiscard]] std::optional<std::string> dangerous_setting(std::string_view text, const ConfigPlace& place,
                                                           std::optional<std::string_view> before = {});

}  // namespace postern::scrub
