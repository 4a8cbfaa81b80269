// The second half of `resolve`: turns decisions about single paths into mounts, in the order that gives each its
// effect.
#pragma once

#include "base/abs_path.h"
#include "sandbox/host_view.h"
#include "sandbox/profile.h"

#include <map>
#include <string>
#include <vector>

namespace postern::sandbox {

// Paths, links followed, with the reason for each.
using ReasonedPaths = std::map<AbsPath, std::string>;

struct FileRules {
    ReasonedPaths roots{};                   // may be written
    ReasonedPaths held{};                    // exist, and may not be written
    ReasonedPaths absent{};                  // do not exist, and may not be created
    ReasonedPaths hidden{};                  // may not be read
    ReasonedPaths reopened{};                // may be read although they lie in a hidden directory
    std::vector<AbsPath> cannot_move{};      // directories that may not be renamed
    std::vector<AbsPath> exempt{};           // may be written although they lie in a held directory
    std::map<AbsPath, std::string> links{};  // symbolic links on the way to held paths, with their targets
    std::vector<AbsPath> found_anywhere{};   // in `hidden`; a later run finds them wherever they are moved

    // Notes that the path may not be changed, or made if it does not exist: the file itself, the links that lead to it,
    // and the other places where the same file can be seen.
    void hold(const AbsPath& path, const std::string& why, const HostView& host);
    void hide(const AbsPath& path, const std::string& why, const HostView& host);

    [[nodiscard]] bool may_write(const AbsPath& path) const;  // at or below a root; `held` is not considered
    [[nodiscard]] bool is_held(const AbsPath& path) const;    // at or below a path in `held`
    // Returns hidden or reopened, whichever is set for the deepest path around this one, or read_only if neither is.
    [[nodiscard]] MountAccess reading(const AbsPath& path) const;
};

// Fills in `writable`, `mounts`, `absent`, and adds to `notes`.
void order_mounts(FileRules rules, const HostView& host, Profile& out);

}  // namespace postern::sandbox
