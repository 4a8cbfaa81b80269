// Turns a Profile into a bubblewrap command line, with postern-init as the first process inside.
#pragma once

#include "backend/backend.h"

#include <string>
#include <vector>

namespace postern::backend {

// The limit of bwrap, including the words from --args.
inline constexpr std::size_t kMaxBwrapWords = 9000;

// Returns the words for `bwrap --args`: namespaces and mounts, without the program. Pure.
[[nodiscard]] std::vector<std::string> bwrap_words(const sandbox::Profile& profile);

class BwrapBackend final : public Backend {
public:
    explicit BwrapBackend(const host::Facts& facts) : facts_(facts) {}
    [[nodiscard]] Result<LaunchPlan> plan(PlanRequest request) const override;
    [[nodiscard]] Result<std::string> show(const sandbox::Profile& profile, Form form) const override;

private:
    const host::Facts& facts_;
};

}  // namespace postern::backend
