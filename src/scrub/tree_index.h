// An index of the directories below one writable root, so that after a run only those are read that the command
// changed. Lies where no command can write. Without an index everything is read once more.
#pragma once

#include "base/abs_path.h"
#include "base/result.h"
#include "base/unique_fd.h"
#include "scrub/contents.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace postern::scrub {

inline constexpr std::size_t kMaxNear = 16;
inline constexpr std::size_t kMaxDirectories = 1'000'000;
inline constexpr std::size_t kMaxSavedFile = 4U << 20U;  // content kept of one file
inline constexpr std::size_t kMaxSavedAll = 64U << 20U;  // and of all files of one tree

// Role of a directory. It decides which names in it matter.
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
    std::int64_t changed = 0;  // if negative, the piece has to be read again
    std::uint32_t mode = 0, links = 1;
    std::string target{};                  // of a link
    std::string hash{};                    // of the content; empty if it was not read
    std::optional<std::string> content{};  // while in memory; on disk it lies in the store of contents
    bool operator==(const Piece&) const = default;
};

// Returns whether nothing was done to the file in between, as far as its inode tells.
[[nodiscard]] inline bool is_untouched(const Piece& now, const Piece& before) {
    return now.ino == before.ino && now.changed == before.changed && now.size == before.size &&
           now.mode == before.mode && now.links == before.links;
}

// Returns whether both have the same content, and it is known.
[[nodiscard]] inline bool same_content(const Piece& a, const Piece& b) {
    return !a.hash.empty() && a.hash == b.hash;
}

struct Directory {
    std::string name;
    std::uint64_t ino = 0, dev = 0;
    std::int64_t changed = 0;  // if 0 or less, the directory has to be read again
    std::int64_t since = 0;    // first seen at this path in this role
    Role role = Role::plain;
    bool made = false;                      // first seen as made by a run; without pieces it leaves no name behind
    std::vector<std::uint32_t> children{};  // in Tree::directories; those with ino 0 are gone
    std::vector<Piece> pieces{};
    bool operator==(const Directory&) const = default;
};

struct Tree {
    std::vector<Directory> directories{};  // the root first; empty if nothing is known
    std::int64_t walked = 0;               // when the directories were last seen
    std::vector<std::string> unsettled{};  // dangerous paths that could not be moved, to be tried again
    bool operator==(const Tree&) const = default;
};

// A piece with its path relative to the root.
struct PieceAt {
    std::string path;
    Piece piece;  // without content
    bool operator==(const PieceAt&) const = default;
};

// Returns the git directories nearest to the root, relative to it, nearest first, each with a NUL behind it.
[[nodiscard]] std::string near_repositories(const Tree& tree);

// Returns the roots of all indexes, some perhaps twice.
[[nodiscard]] Result<std::vector<AbsPath>> listed_roots(const AbsPath& state_home);

// The file of one root below the state directory.
class TreeStore {
public:
    TreeStore(const AbsPath& state_home, const AbsPath& root);

    // To be held from reading to writing, so that no scrub overwrites the findings of another. Fails if it stays taken.
    [[nodiscard]] Result<UniqueFd> lock() const;
    // Returns whether there is an index of the present format.
    [[nodiscard]] bool exists() const;
    // Returns an empty tree if there is no index, or a torn one. Fails if it cannot be read.
    [[nodiscard]] Result<Tree> load() const;
    [[nodiscard]] const Contents& contents() const noexcept { return contents_; }
    // Returns the pieces without the index itself, whose size grows with the number of directories. Returns nullopt if
    // they cannot be read, or if something dangerous had to stay below the root.
    [[nodiscard]] std::optional<std::vector<PieceAt>> pieces() const;
    [[nodiscard]] Status save(const Tree& tree) const;  // with the lock held
    void forget() const;
    // A stale index lacks something that was done below the root, and is brought up to date before the next run.
    void mark_stale() const;
    void clear_stale() const;
    [[nodiscard]] bool is_stale() const;
    // Returns a number that changes whenever the index is written or marked.
    [[nodiscard]] std::uint64_t version() const;
    // Marks every other root that holds this one or lies in it.
    [[nodiscard]] Status mark_overlapping_stale() const;
    // Returns the git directories nearest to the root, relative to it, without reading the whole index.
    [[nodiscard]] Result<std::vector<std::string>> near() const;

private:
    [[nodiscard]] Status list_root(int directory) const;

    AbsPath state_home_, root_;
    std::string directory_, file_;
    Contents contents_;
};

}  // namespace postern::scrub
