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

// The run whose work is judged. Without times nothing counts as changed by a run.
struct ScrubRun {
    const Watch& watch;
    std::int64_t start = std::numeric_limits<std::int64_t>::max();  // nanoseconds since 1970, with some slack
    std::int64_t end = std::numeric_limits<std::int64_t>::max();    // the last process was gone by then
    // The start without slack; older entries of the index are from before the run.
    std::int64_t begun = std::numeric_limits<std::int64_t>::max();
    const Contents* contents = nullptr;  // of the files that the index knows

    // Returns whether a change at this time may be the command's work.
    [[nodiscard]] bool holds(std::int64_t time) const noexcept { return time >= start && time <= end; }
};

// A path to move away, or to put back.
struct Suspect {
    AbsPath root = AbsPath::root();  // no link below it may be followed
    AbsPath path = AbsPath::root();
    std::string why{};
    std::optional<Piece> put_back{};  // the content that belongs here; the path may not exist now
    bool cannot = false;              // can only be reported, not moved
    bool unseen = false;              // an error hid it, so the run has to be judged once more; implies `cannot`
    bool harmless = false;            // is only reported: nothing runs because of it
};

struct Seen {
    std::vector<Suspect> suspects{};
    bool changed = false;  // the index has changed
};

// Updates `tree` to the present state.
[[nodiscard]] Seen walk(const AbsPath& root, Tree& tree, const ScrubRun& run);

}  // namespace postern::scrub
