// A way to run a command as its Profile says: under bubblewrap, under Landlock alone, under the sandbox of macOS, or under
// none.
#pragma once

#include "backend/launch_plan.h"
#include "base/result.h"
#include "host/facts.h"
#include "sandbox/profile.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace postern::backend {

// Where the content of a kept directory is during this run.
struct KeptContent {
    AbsPath store, content;
};

struct PlanRequest {
    const sandbox::Profile& profile;
    std::vector<std::string> program{};  // and its arguments
    LimitPlan limits{};
    bool foreground = false;          // the command is to get the terminal
    std::vector<KeptContent> kept{};  // for each store of the profile
    int journal = -1;                 // descriptor that postern-init inherits, for its mark at the end; -1: none
};

enum class Form : std::uint8_t { text, json };

class Backend {
public:
    virtual ~Backend() = default;
    // Returns all that is needed to start the program, or an error if the profile cannot be built here.
    [[nodiscard]] virtual Result<LaunchPlan> plan(PlanRequest request) const = 0;
    // Returns the profile as this backend would build it: for `postern profile`.
    [[nodiscard]] virtual Result<std::string> show(const sandbox::Profile& profile, Form form) const = 0;
};

// The backend that holds a sandboxed command on this machine, and the one for a command that a decision lets out.
// `facts` outlive the backend.
[[nodiscard]] std::unique_ptr<Backend> sandbox_of(const host::Facts& facts);
[[nodiscard]] std::unique_ptr<Backend> no_sandbox();

// Names of the backends that `postern profile --backend` can show; the first is this machine's own.
[[nodiscard]] std::vector<std::string_view> backend_names();
// Returns the backend of that name, or nullptr if there is none.
[[nodiscard]] std::unique_ptr<Backend> backend_named(std::string_view name, const host::Facts& facts);

}  // namespace postern::backend
