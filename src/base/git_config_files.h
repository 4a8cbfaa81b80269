// Reads the configuration of git as git does when it starts: files, the files that they include, and the environment.
// Conditions of includes are taken to hold, because a command can make them hold: `git switch` meets `onbranch:`. So the
// result has every setting that git may see, and maybe more.
#pragma once

#include "base/abs_path.h"
#include "base/git_config.h"
#include "base/result.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace postern {

struct GitSetting {
    ConfigEntry entry;
    std::optional<AbsPath> file{};  // nullopt: from the environment
    bool operator==(const GitSetting&) const = default;
};

struct GitSettings {
    std::vector<GitSetting> entries{};
    std::vector<AbsPath> files{};  // every file that git would look for, existing or not
    std::vector<Error> unknown{};  // parts that cannot be read: they may say anything
};

// What a reader needs of its surroundings. `read` returns nullopt for a file that does not exist, `home_of` for an
// unknown user.
struct GitSurroundings {
    AbsPath home = AbsPath::root();
    std::function<Result<std::optional<std::string>>(const AbsPath&)> read{};
    std::function<std::optional<AbsPath>(const std::string& user)> home_of{};
};

// Reads these files and what they include.
[[nodiscard]] GitSettings read_git_config(const std::vector<AbsPath>& files, const GitSurroundings& around);

// Reads the configuration that counts in every repository: of the system, of the user, and of the environment, which is
// a list of NAME=value.
[[nodiscard]] GitSettings read_user_git_config(const std::vector<std::string>& environment,
                                               const GitSurroundings& around);

// Returns the path that a value names, relative to `directory`. Returns nullopt if it names none.
[[nodiscard]] std::optional<AbsPath> path_in_git_config(std::string_view value, const AbsPath& directory,
                                                        const GitSurroundings& around);

}  // namespace postern
