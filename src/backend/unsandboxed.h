// No sandbox: the command runs as it would without Postern. Only for a decision that lets it out.
#pragma once

#include "backend/backend.h"

namespace postern::backend {

class UnsandboxedBackend final : public Backend {
public:
    [[nodiscard]] Result<LaunchPlan> plan(PlanRequest request) const override;
    [[nodiscard]] Result<std::string> show(const sandbox::Profile& profile, Form form) const override;
};

}  // namespace postern::backend
