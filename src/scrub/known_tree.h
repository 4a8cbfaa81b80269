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

// Returns whether this is the recorded directory. Inode numbers are reused, so a directory born after the record was
// made is another one.
[[nodiscard]] inline bool is_same(const Directory& recorded, const Stat& st) {
    return recorded.ino == st.ino && recorded.dev == st.dev && (st.born == 0 || st.born <= recorded.since);
}

class KnownTree {
public:
    explicit KnownTree(Tree& tree) : tree_(tree) {}

    [[nodiscard]] Directory& at(std::uint32_t id) { return tree_.directories[id]; }

    // Returns the directory that had this inode when the walk began, or null if the index did not know it then.
    [[nodiscard]] const Directory* formerly(const Stat& st, std::int64_t begun);

    // Notes that another directory has taken this place.
    void displace(std::uint32_t id);

    // Replaces the children by those in `entries`. Known children keep their data.
    void adopt(std::uint32_t id, const std::vector<Listed>& entries);

    // Returns whether the directory contained a directory of this name that no command made.
    [[nodiscard]] bool was_users_directory(std::uint32_t id, std::string_view name) const;

private:
    void remember_inodes();
    void keep(Directory old);  // under its inode
    void bury(std::uint32_t id);

    Tree& tree_;
    using Inode = std::pair<std::uint64_t, std::uint64_t>;  // device and inode
    std::map<Inode, std::uint32_t> by_inode_{};
};

}  // namespace postern::scrub
