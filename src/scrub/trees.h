// Whole trees of files: removing, measuring, copying and comparing them. No link is followed.
#pragma once

#include "base/result.h"

#include <cstdint>
#include <string>

namespace postern::scrub {

inline constexpr std::uint64_t kMaxCopied = 512ULL << 20U;  // bytes of one tree, from one file system to another

// Removes a file, or a directory and all below it, however deep and with whatever permissions. Returns whether nothing
// is left. A name that does not exist is removed already.
[[nodiscard]] bool remove_tree(int parent, const std::string& name);

// Returns the bytes taken on disk, counted up to a bound on the number of files.
[[nodiscard]] std::uint64_t disk_use(int parent, const std::string& name);

// Copies files, directories, links and FIFOs, with their modes and times, and their owners if we are root. Returns
// Errc::invalid if they are larger than kMaxCopied, too deep, or something else is among them. The copy is complete if
// and only if this succeeds; `as` must not exist before.
[[nodiscard]] Status copy_tree(int from, const std::string& name, int to, const std::string& as);

// Returns an error unless both trees have the same names, kinds, link targets and bytes.
[[nodiscard]] Status same_trees(int one, const std::string& name, int other, const std::string& as);

// A tree that is moved, by a rename or, between two file systems, in three steps: copied and compared, flushed to disk,
// removed. Nothing is removed before the flush, and the original has the name `removing` before any part of it goes, so
// that no rest of it is taken for the whole.
struct Move {
    int from = -1;
    std::string name{};
    int to = -1;
    std::string as{}, copying{}, removing{};
};
[[nodiscard]] int rename_tree(const Move& move);  // Returns 0 or an errno; EXDEV asks for a copy.
[[nodiscard]] Status copy_and_compare(const Move& move);
[[nodiscard]] Status flush_file_system(int directory);
[[nodiscard]] Status remove_original(const Move& move);
// All of them.
[[nodiscard]] Status move_tree(const Move& move);

}  // namespace postern::scrub
