// Decides whether a program may run outside the sandbox with the user's own rights: only if nobody but root and the
// user could have written it, and no sandboxed command could have either.
#pragma once

#include "base/abs_path.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace postern::host {

struct Inspected {
    std::optional<AbsPath> real{};  // with every link followed; nullopt: not trusted, or absent
    std::string identity{};         // path, device, inode, size and times: changes when the file does
    std::string objection{};        // why it is not trusted; empty if it is absent
    std::string remedy{};           // the command that makes it fit, where one is enough: "chmod go-w /p/bin/bwrap"
    bool operator==(const Inspected&) const = default;
};

// Returns the objection and its remedy in one line.
[[nodiscard]] std::string objection_text(const Inspected& inspected);

// Inspects the file and every directory and link on the way to it. All must belong to root or the user and lie outside
// `writable` (links followed). In no directory may everybody replace files. The file must be executable, not setuid,
// without file capabilities and not writable by others.
[[nodiscard]] Inspected inspect_program(const AbsPath& path, const std::vector<AbsPath>& writable);

struct Located {
    std::optional<AbsPath> path{};  // as found, links not followed
    std::string identity{};
    std::vector<std::string> passed_over{};  // "/p/bin/bwrap (lies in /p, which commands may write)"
    bool operator==(const Located&) const = default;
};

// Returns the first trusted program of that name in $PATH. Skips directories in $PATH that are not absolute.
[[nodiscard]] Located locate_in_path(std::string_view name, std::string_view path_variable,
                                     const std::vector<AbsPath>& writable);

}  // namespace postern::host
