// Answers chmod calls with the set-group-id bit. On a directory the bit only hands on the group, and git sets it where
// `core.sharedRepository` says so; on a file it would give the user's group to others. The mode is set here, on the file
// that was looked at, so that nobody can put another one in its place.
#pragma once

#include "guard/listener.h"
#include "guard/process.h"

namespace postern::guard {

class ModeGuard {
public:
    explicit ModeGuard(SharedDirectories& shared) : shared_(shared) {}

    void serve(Listener& listener);

private:
    // Returns the errno for the caller; 0 if the mode was set.
    [[nodiscard]] int change(const Listener& listener, const Call& call) const;

    SharedDirectories& shared_;
};

}  // namespace postern::guard
