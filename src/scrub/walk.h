// Examines a writable root: every known directory takes one system call, and only changed ones are read. Reports what
// is dangerous, and changes nothing but the index in memory.
//
// With one exception: directories that the command made inaccessible to their owner are made accessible again, or their
// content could not be examined.
#pragma once

#include "scrub/scrub.h"
#include "scrub/tree_index.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace postern::scrub {

// Time of the run. Changes at or after `start` may be the command's work.
struct ScrubRun {
    const Watch& watch;
    std::int64_t start = std::numeric_limits<std::int64_t>::max();  // nanoseconds since 1970, with some slack
    // The same without slack; older entries of the index are from before the run.
    std::int64_t begun = std::numeric_limits<std::int64_t>::max();
    bool overtaken = false;  // no run of this root itself, but other runs have written in it since its index was saved
};

// A path to move away.
struct Suspect {
    AbsPath root = AbsPath::root();  // no link below it may be followed
    AbsPath path = AbsPath::root();
    std::string why{};
    std::optional<Piece> put_back{};  // the former content
    bool cannot = false;              // can only be reported, not moved
};

struct Seen {
    std::vector<Suspect> suspects{};
    bool changed = false;  // the index has changed
};

// Updates `tree` to the present state.
[[nodiscard]] Seen walk(const AbsPath& root, Tree& tree, const ScrubRun& run);

}  // namespace postern::scrub
