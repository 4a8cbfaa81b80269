// Answers chmod calls with the set-group-id bit. On a directory the bit only hands on the group, and git sets it where
// `core.sharedRepository` says so; on a file it would give the user's group to others. The mode is set here, on the file
// that was looked at, so that nobody can put another one in its place. Without namespaces every change of a mode is handed
// over, because no read-only mount refuses one.
#pragma once

#include "base/abs_path.h"
#include "guard/listener.h"
#include "guard/process.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace postern::guard {

class ModeGuard {
public:
    // `roots` are the paths below which modes may be changed, without links; nullopt: the mounts decide.
    ModeGuard(SharedDirectories& shared, std::optional<std::vector<AbsPath>> roots)
        : shared_(shared), roots_(std::move(roots)) {}

    void serve(Listener& listener);

private:
    // Returns the errno for the caller; 0 if the mode was set.
    [[nodiscard]] int change(const Listener& listener, const Call& call) const;

    [[nodiscard]] bool lies_in_root(const std::string& path) const;

    SharedDirectories& shared_;
    std::optional<std::vector<AbsPath>> roots_;
};

}  // namespace postern::guard
