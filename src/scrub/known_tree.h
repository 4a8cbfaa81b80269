// The index of a root while it is updated. A directory can still be found by its inode after another has taken its
// place, and the names of vanished directories are kept.
#pragma once

#include "scrub/safe_files.h"
#include "scrub/tree_index.h"

#include <cstdint>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace postern::scrub {

class KnownTree {
public:
    explicit KnownTree(Tree& tree) : tree_(tree), walked_(tree.walked) {}

    [[nodiscard]] Directory& at(std::uint32_t id) { return tree_.directories[id]; }

    // Returns the directory that had this inode before the run, or null if the index did not know one. File systems
    // give the number of a removed directory to the next one, so a directory born after the last walk is another one.
    [[nodiscard]] const Directory* formerly(const Stat& st, std::int64_t begun);

    // Returns whether the index knew a git directory at this path, relative to the root, before the run.
    [[nodiscard]] bool knew_repository(std::string_view path, std::int64_t begun) const;

    // Notes that another directory has taken this place.
    void displace(std::uint32_t id);

    // Replaces the children by those in `entries`. Known children keep their data, also those that are gone. Returns
    // the ones that were there before.
    std::vector<std::uint32_t> adopt(std::uint32_t id, const std::vector<Listed>& entries);

private:
    void remember_inodes();
    void keep(Directory old);  // under its inode
    void bury(std::uint32_t id);
    [[nodiscard]] bool leaves_name(std::uint32_t id) const;

    Tree& tree_;
    std::int64_t walked_;                                   // when the walk before this one took place
    using Inode = std::pair<std::uint64_t, std::uint64_t>;  // device and inode
    std::map<Inode, std::uint32_t> by_inode_{};
};

}  // namespace postern::scrub
