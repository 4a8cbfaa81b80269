// The decision funnel: pure functions from a policy and a question to a verdict with its reasons.
#pragma once

#include "policy/decision.h"
#include "policy/policy.h"
#include "shell/analysis.h"

#include <cstdint>
#include <string_view>

namespace postern::policy {

struct CommandRequest {
    std::string_view text;  // as given; for an argv its words joined by blanks
    const shell::Analysis& analysis;
    bool unsandboxed = false;  // the caller asks to run it outside the sandbox
};

[[nodiscard]] Decision decide_command(const Policy& policy, const CommandRequest& request);

enum class PathTool : std::uint8_t { read, edit, write };
// `path` is absolute or relative to the working directory; `..` and links are handled here.
[[nodiscard]] Decision decide_path(const Policy& policy, PathTool tool, std::string_view path);

// Whether an allow rule is about hosts.
[[nodiscard]] bool allows_hosts(const CompiledRule& rule);

// Is there an entry that allows some host? Without one, nothing needs to be let through.
[[nodiscard]] bool opens_hosts(const Policy& policy);

// `host` may carry a port. One that canonical_host() refuses is denied, whatever the rules and the mode say.
[[nodiscard]] Decision decide_host(const Policy& policy, std::string_view host);

// A tool we know nothing about but its name.
[[nodiscard]] Decision decide_tool(const Policy& policy, std::string_view name);

}  // namespace postern::policy
