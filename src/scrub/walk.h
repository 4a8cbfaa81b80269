// One look over a writable root: every known directory is examined with one system call, and only what changed is read.
// Says what is dangerous, changes nothing but the index in memory.
//
// Directories that a command made inaccessible to their owner are the exception: they are made accessible again, or
// nobody could tell what is in them.
#pragma once

#include "scrub/scrub.h"
#include "scrub/tree_index.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace postern::scrub {

// When the command ran. Whatever changed at or after `start` may be its work.
struct ScrubRun {
    const Watch& watch;
    std::int64_t start = std::numeric_limits<std::int64_t>::max();  // nanoseconds since 1970, with some slack
    std::int64_t begun = std::numeric_limits<std::int64_t>::max();  // the same without: the index was older than this
    bool overtaken = false;  // no run of this root, but others were at work in it since its index was written
};

// Something to be moved away.
struct Suspect {
    AbsPath root = AbsPath::root();  // below it, no link may be followed
    AbsPath path = AbsPath::root();
    std::string why{};
    std::optional<Piece> put_back{};  // what was there before
    bool cannot = false;              // nothing can be done about it but to say so
};

struct Seen {
    std::vector<Suspect> suspects{};
    bool changed = false;  // the index is not what it was
};

// Brings `tree` up to date with what is there.
[[nodiscard]] Seen walk(const AbsPath& root, Tree& tree, const ScrubRun& run);

}  // namespace postern::scrub
