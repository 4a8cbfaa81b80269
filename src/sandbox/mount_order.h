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

// A directory of Postern's own that is mounted over one of the host's, see host/kept_directory.h.
struct KeptPlace {
    AbsPath base = AbsPath::root();  // holds the stores
    std::string store{};             // "tmp", "cache"
    std::string whose{};             // the project; empty: all of them
    std::string why{};
};

// Returns the store for such a place with these mount points. Runs whose mount points differ do not share a store: one
// could replace what the other has mounted something on.
[[nodiscard]] AbsPath store_of(const KeptPlace& place, const std::vector<std::string>& mount_points);

struct FileRules {
    ReasonedPaths roots{};                   // may be written
    ReasonedPaths held{};                    // exist, and may not be written
    ReasonedPaths absent{};                  // do not exist, and may not be created
    ReasonedPaths hidden{};                  // may not be read
    ReasonedPaths reopened{};                // may be read although they lie in a hidden directory
    std::vector<AbsPath> cannot_move{};      // directories that may not be renamed
    std::vector<AbsPath> exempt{};           // may be written although they lie in a held directory
    std::map<AbsPath, std::string> links{};  // symbolic links on the way to held paths, with their targets
    std::map<AbsPath, KeptPlace> kept{};     // directories that Postern puts in the place of the host's
    std::vector<AbsPath> found_anywhere{};   // hidden or held; a later run finds them wherever they are moved

    // Notes that the path may not be changed, or made if it does not exist: the file itself, the links that lead to it,
    // and the other places where the same file can be seen.
    void hold(const AbsPath& path, const std::string& why, const HostView& host);
    void hide(const AbsPath& path, const std::string& why, const HostView& host);

    [[nodiscard]] bool may_write(const AbsPath& path) const;  // at or below a root; `held` is not considered
    [[nodiscard]] bool is_held(const AbsPath& path) const;    // at or below a path in `held`
    // Tells whether the host's content at this path lies under a directory in `kept` and is not seen.
    [[nodiscard]] bool covered(const AbsPath& path) const;
    // Returns hidden or reopened, whichever is set for the deepest path around this one, or read_only if neither is.
    [[nodiscard]] MountAccess reading(const AbsPath& path) const;
};

// Fills in `writable`, `mounts`, `absent`, and adds to `notes`.
void order_mounts(FileRules rules, const HostView& host, Profile& out);

}  // namespace postern::sandbox
