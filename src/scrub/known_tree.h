// The index of a root while it is brought up to date: what was known of a directory can still be asked for by its inode
// after another has taken its place, and the names of directories that vanished stay behind.
#pragma once

#include "scrub/safe_files.h"
#include "scrub/tree_index.h"

#include <cstdint>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace postern::scrub {

// Is this the directory that was recorded? Numbers are used again: what was made after the index saw its namesake is
// another.
[[nodiscard]] inline bool is_same(const Directory& recorded, const Stat& st) {
    return recorded.ino == st.ino && recorded.dev == st.dev && (st.born == 0 || st.born <= recorded.since);
}

class KnownTree {
public:
    explicit KnownTree(Tree& tree) : tree_(tree) {}

    [[nodiscard]] Directory& at(std::uint32_t id) { return tree_.directories[id]; }

    // The directory that had this inode when the walk began, if the index knew of it by then.
    [[nodiscard]] const Directory* formerly(const Stat& st, std::int64_t begun);

    // Another directory stands at this place now.
    void displace(std::uint32_t id);

    // The children of a directory that was read: the known ones keep what is known.
    void adopt(std::uint32_t id, const std::vector<Listed>& entries);

    // Was there a directory of this name in it that no command made?
    [[nodiscard]] bool was_users_directory(std::uint32_t id, std::string_view name) const;

private:
    void remember_inodes();
    void keep(Directory old);  // under its inode
    void bury(std::uint32_t id);

    Tree& tree_;
    using Inode = std::pair<std::uint64_t, std::uint64_t>;  // with its device
    std::map<Inode, std::uint32_t> by_inode_{};
};

}  // namespace postern::scrub
