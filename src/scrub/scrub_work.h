// The scrub of one run, whether it has just ended or was left over by a process that was killed.
#pragma once

#include "scrub/act.h"
#include "scrub/journal.h"
#include "scrub/scrub.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace postern::scrub {

// What the scrub of all roots of a run came to.
struct ScrubWork {
    const std::vector<Taking>* earlier = nullptr;  // batches of a process that was killed, if any
    std::vector<Taking> takings{};
    std::vector<Finding> findings{};
    bool recorded = true;  // false if dangerous paths could not be recorded, so that the journal must stay
};

// A run with what its journal says of it.
struct Journaled {
    const AbsPath& journal;
    const Record& record;
    const std::vector<UniqueFd>& roots;                           // open, as far as they are
    std::int64_t end = std::numeric_limits<std::int64_t>::max();  // of the run, in nanoseconds since 1970
};

// Disarms in all roots before anything is moved. Signals that ask to end are heeded from then on.
[[nodiscard]] ScrubWork scrub_all(const AbsPath& state_home, const Journaled& run, const std::vector<Taking>& earlier);

// Removes the journal, and then ends the batches. Returns false if the journal stays.
[[nodiscard]] bool conclude(const AbsPath& state_home, const AbsPath& journal, ScrubWork& work);
[[nodiscard]] Finding still_open(const AbsPath& journal);

}  // namespace postern::scrub
