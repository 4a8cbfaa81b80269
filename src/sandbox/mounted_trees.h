// Finds the other paths under which a file can be seen because its tree is mounted more than once. Pure.
#pragma once

#include "base/abs_path.h"

#include <string>
#include <string_view>
#include <vector>

namespace postern::sandbox {

// One line of /proc/self/mountinfo.
struct MountedTree {
    std::string device;  // "8:1"
    AbsPath root;        // the directory of the file system that is mounted
    AbsPath place;       // where it is mounted
    bool operator==(const MountedTree&) const = default;
};

// Lines that cannot be parsed are left out: the kernel writes none.
[[nodiscard]] std::vector<MountedTree> parse_mounts(std::string_view mountinfo);

// A path that shows the same file as `original`, which is the path that was asked about or lies below it.
struct OtherPlace {
    AbsPath path, original;
    bool operator==(const OtherPlace&) const = default;
};
// The answer is about what was mounted. Whether a later mount covers a place must be looked up.
[[nodiscard]] std::vector<OtherPlace> other_places(const std::vector<MountedTree>& mounts, const AbsPath& path);

}  // namespace postern::sandbox
