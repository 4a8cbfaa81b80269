// Decision functions: pure functions from a policy and a request to a verdict with its reasons.
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
// Decides about a path, absolute or relative to the working directory. Handles `..` and symbolic links.
[[nodiscard]] Decision decide_path(const Policy& policy, PathTool tool, std::string_view path);

// Returns true if an allow rule is about hosts.
[[nodiscard]] bool allows_hosts(const CompiledRule& rule);

// Returns true if some entry allows a host. Otherwise no connection needs to be let through.
[[nodiscard]] bool opens_hosts(const Policy& policy);

// Decides about a host, with or without port. A host that canonical_host() refuses is denied, whatever the rules and
// the mode.
[[nodiscard]] Decision decide_host(const Policy& policy, std::string_view host);

// Decides about a tool of which only the name is known.
[[nodiscard]] Decision decide_tool(const Policy& policy, std::string_view name);

}  // namespace postern::policy
