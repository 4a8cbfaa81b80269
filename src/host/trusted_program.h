// Is this file fit to be run with the user's own rights, before any sandbox stands? Only if nobody but root and the user
// could have put it there, and no command in a sandbox could either.
#pragma once

#include "base/abs_path.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace postern::host {

struct Inspected {
    std::optional<AbsPath> real{};  // with every link followed; none: not fit, or not there
    std::string identity{};         // path, device, inode, size and times: changes when the file does
    std::string objection{};        // why it is not fit; empty if it simply is not there
    std::string remedy{};           // the command that makes it fit, where one is enough: "chmod go-w /p/bin/bwrap"
    bool operator==(const Inspected&) const = default;
};

// The objection and its remedy in one line.
[[nodiscard]] std::string objection_text(const Inspected& inspected);

// Looks at every directory and link on the way: each belongs to root or us and lies outside `writable` (links followed),
// no directory lets everybody replace what is in it, and the file is executable, not setuid, not writable by others.
[[nodiscard]] Inspected inspect_program(const AbsPath& path, const std::vector<AbsPath>& writable);

struct Located {
    std::optional<AbsPath> path{};  // as found, links not followed
    std::string identity{};
    std::vector<std::string> passed_over{};  // "/p/bin/bwrap (lies in /p, which commands may write)"
    bool operator==(const Located&) const = default;
};

// The first fit program of that name in $PATH; entries that are not absolute are passed over.
[[nodiscard]] Located locate_in_path(std::string_view name, std::string_view path_variable,
                                     const std::vector<AbsPath>& writable);

}  // namespace postern::host
