// The paths that the entries of deny lists stand for, patterns included.
#pragma once

#include "sandbox/host_view.h"
#include "sandbox/mount_order.h"
#include "sandbox/pattern_walk.h"
#include "sandbox/profile.h"
#include "sandbox/spec.h"

#include <cstddef>
#include <functional>
#include <vector>

namespace postern::sandbox {

// Refers to what it is given, and adds notes to the profile.
class MeantPaths {
public:
    MeantPaths(const SandboxSpec& spec, const HostView& host, FileRules& rules, Profile& out)
        : spec_(spec), host_(host), rules_(rules), out_(out) {}

    // Is called with each path, and with the entry that stands for it.
    using Take = std::function<void(const AbsPath& path, const WantedPattern& wanted)>;
    [[nodiscard]] Status each(const std::vector<WantedPattern>& list, const Take& take);
    // A path that counts by its name alone, or holds all names that count, needs no directory above it to keep its name.
    void remember_if_found_anywhere(const AbsPath& path, const WantedPattern& wanted);

private:
    // Returns by how many names the pattern finds this path again after a rename of a directory above it; 0: not at all.
    [[nodiscard]] std::size_t names_that_count(const policy::PathPattern& pattern, const AbsPath& path) const;
    [[nodiscard]] std::vector<AbsPath> gathered(const PatternSearch& search);

    const SandboxSpec& spec_;
    const HostView& host_;
    FileRules& rules_;
    Profile& out_;
};

}  // namespace postern::sandbox
