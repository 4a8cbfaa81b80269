// The second half of `resolve`: from what was decided about single paths to mounts in an order in which they mean it.
#pragma once

#include "base/abs_path.h"
#include "host/host_view.h"
#include "sandbox/profile.h"

#include <map>
#include <string>
#include <vector>

namespace postern::sandbox {

// Each path, links followed, with the reason for it.
using ReasonedPaths = std::map<AbsPath, std::string>;

struct FileRules {
    ReasonedPaths roots{};             // may be written
    ReasonedPaths held{};              // exist, and may not be written
    ReasonedPaths absent{};            // do not exist, and may not come into being
    ReasonedPaths hidden{};            // may not be read
    ReasonedPaths reopened{};          // may be read although they lie in something hidden
    std::vector<AbsPath> pinned{};     // directories that may not be renamed
    std::vector<AbsPath> worktrees{};  // writable although they lie in something held

    [[nodiscard]] bool may_write(const AbsPath& path) const;  // below a root, as far as that goes
    [[nodiscard]] bool is_held(const AbsPath& path) const;    // at or below something held
    // hidden or reopened, or read_only when neither speaks of it: the deepest that covers the path wins.
    [[nodiscard]] MountAccess reading(const AbsPath& path) const;
};

// Fills in `writable`, `mounts`, `absent`, and adds to `notes`.
void order_mounts(FileRules rules, const host::HostView& host, Profile& out);

}  // namespace postern::sandbox
