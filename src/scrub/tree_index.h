// What is known about the directories below one writable root, so that after a run only those have to be read that the
// command changed. Lives where no command can write. It is a cache: without it everything is read once more.
#pragma once

#include "base/abs_path.h"
#include "base/result.h"
#include "base/unique_fd.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace postern::scrub {

inline constexpr std::size_t kMaxNear = 16;
inline constexpr std::size_t kMaxDirectories = 1'000'000;
inline constexpr std::size_t kMaxSavedFile = 64 << 10;   // content kept of one file
inline constexpr std::size_t kMaxSavedAll = 32U << 20U;  // and of all files of one tree

// What a directory is to us. Below some, names mean something else.
enum class Role : std::uint8_t {
    plain,
    packages,   // below node_modules or site-packages: only git is looked for
    guarded,    // a directory of the protected table, or below one: every file in it counts
    git,        // a git directory
    modules,    // `modules` of a git directory: git directories at any depth
    worktrees,  // `worktrees` of a git directory: git directories one level down
};

// A file whose change matters, or a directory inside a git directory that may hold such files.
struct Piece {
    std::string name;  // relative to its directory: "config", "hooks/pre-commit", "CLAUDE.md"
    std::uint64_t ino = 0, size = 0;
    std::int64_t changed = 0;  // negative: that time, but look at it again
    std::uint32_t mode = 0, links = 1;
    bool noted = false;                    // a run may have made it, and nobody has judged it
    std::optional<std::string> content{};  // if small enough
    bool operator==(const Piece&) const = default;
};

struct Directory {
    std::string name;
    std::uint64_t ino = 0, dev = 0;
    std::int64_t changed = 0;  // 0 or less: read it again, whatever its time says
    std::int64_t since = 0;    // when it was first seen at this path in this role
    Role role = Role::plain;
    bool made = false;                      // the path came to be in a run
    std::vector<std::uint32_t> children{};  // in Tree::directories; those with ino 0 are not there any more
    std::vector<Piece> pieces{};
    bool operator==(const Directory&) const = default;
};

struct Tree {
    std::vector<Directory> directories{};  // [0]: the root; empty: nothing is known
    std::vector<std::string> unsettled{};  // paths that are dangerous and could not be moved: to be tried again
    bool operator==(const Tree&) const = default;
};

[[nodiscard]] std::string encode(const Tree& tree);
// Nothing if a bit is wrong: it ends in a hash of itself.
[[nodiscard]] std::optional<Tree> decode(std::string_view bytes);

// The git directories nearest to the root, relative to it, nearest first, each with a NUL behind it.
[[nodiscard]] std::string near_repositories(const Tree& tree);

// The roots of all indexes, some perhaps twice.
[[nodiscard]] std::vector<AbsPath> listed_roots(const AbsPath& state_home);

// The file of one root below the state directory.
class TreeStore {
public:
    TreeStore(const AbsPath& state_home, const AbsPath& root);

    // Held from reading to writing, so that one scrub does not forget what another saw. Nothing if it stays taken.
    [[nodiscard]] UniqueFd lock() const;
    [[nodiscard]] bool exists() const;
    [[nodiscard]] std::optional<Tree> load() const;
    [[nodiscard]] Status save(const Tree& tree) const;
    void forget() const;
    // Something was done below the root that its index does not know of: it has to be looked at before the next run.
    void mark_stale() const;
    void clear_stale() const;
    [[nodiscard]] bool is_stale() const;
    [[nodiscard]] bool overlaps_others() const;
    // A number that changes whenever the index is written or marked.
    [[nodiscard]] std::uint64_t version() const;
    // The same for every other root that holds this one or lies in it.
    void mark_overlapping_stale() const;
    // The git directories nearest to the root, relative to it: known without reading the whole tree.
    [[nodiscard]] std::vector<std::string> near() const;

private:
    [[nodiscard]] Status list_root(int directory) const;

    AbsPath state_home_, root_;
    std::string directory_, file_;
};

}  // namespace postern::scrub
