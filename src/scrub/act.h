// Acts on suspects: disarms them, then moves them to the quarantine, and says what became of each.
#pragma once

#include "scrub/armed.h"
#include "scrub/disarm.h"
#include "scrub/quarantine.h"
#include "scrub/walk.h"

#include <optional>
#include <vector>

namespace postern::scrub {

// A batch whose things are disarmed but not all moved yet.
struct Taking {
    OpenBatch open{};
    std::vector<Fate> fates{};
};

// Effect of disarm().
struct DisarmedSuspects {
    std::vector<Taking> takings{};
    std::vector<ArmedPath> armed{};   // those that are still dangerous
    std::vector<Finding> reported{};  // those that do no harm, but should be known
};

// Disarms every suspect. When this returns, only the armed ones can do harm. `earlier` are batches of a process that was
// killed before it could say that it had finished: content that they put back is not taken away again.
[[nodiscard]] DisarmedSuspects disarm(const AbsPath& state_home, std::vector<Suspect> suspects,
                                      const std::vector<Taking>& earlier = {});

// Moves what was disarmed, and returns what became of everything. What a signal prevents, resume() does.
[[nodiscard]] std::vector<Finding> store(const AbsPath& state_home, std::vector<Taking>& takings);

// Ends the batches that are finished. Their run's journal must be gone by then, or a kill in between would make the next
// invocation judge as new what was put back.
void close(const AbsPath& state_home, std::vector<Taking> takings);

// Returns the findings for paths that are still dangerous.
[[nodiscard]] std::vector<Finding> findings_of(const std::vector<ArmedPath>& armed);

// Takes over the batch that another process left, and disarms the rest of what that process had begun. Returns nullopt
// if the process is still at it.
[[nodiscard]] std::optional<Taking> take_over(const AbsPath& state_home, const AbsPath& marker);

}  // namespace postern::scrub
