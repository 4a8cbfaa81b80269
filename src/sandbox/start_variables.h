// Variables of the person's environment that name a file which a shell, the loader or an interpreter reads whenever it
// starts, or from which a tool takes settings. Variables that name a program for a task, as EDITOR, are not among them.
#pragma once

#include "base/abs_path.h"

#include <string>
#include <vector>

namespace postern::sandbox {

struct StartPath {
    AbsPath path;
    std::string why;
    bool operator==(const StartPath&) const = default;
};

// Returns the files and directories that these variables name, existing or not, in the order of the environment. A word
// without a slash is none, since `ENV=production` means no file. A relative path is taken from `cwd`.
[[nodiscard]] std::vector<StartPath> paths_named_by(const std::vector<std::string>& environment, const AbsPath& cwd);

}  // namespace postern::sandbox
