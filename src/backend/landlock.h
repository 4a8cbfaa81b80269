// Starts postern-init directly, without bubblewrap: for a profile without namespaces.
#pragma once

#include "backend/backend.h"

namespace postern::backend {

class LandlockBackend final : public Backend {
public:
    explicit LandlockBackend(const host::Facts& facts) : facts_(facts) {}
    [[nodiscard]] Result<LaunchPlan> plan(PlanRequest request) const override;
    [[nodiscard]] Result<std::string> show(const sandbox::Profile& profile, Form form) const override;

private:
    const host::Facts& facts_;
};

}  // namespace postern::backend
