#include "sandbox/environment.h"

#include "base/ascii.h"
#include "base/glob.h"
#include "sandbox/environment_table.h"
#include "sandbox/gate_variables.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

namespace postern::sandbox {
namespace {

constexpr std::string_view kMalformed = "is not of the form NAME=value";
constexpr std::string_view kPastTheGate =
    "names a proxy that cannot be reached from inside; the gate is the proxy here";
constexpr std::string_view kNamed = "sandbox.credentials.envVars names it";

bool is_wanted_gone(const std::vector<std::string>& drop, std::string_view name) {
    const std::string wanted = lower_case(name);
    return std::ranges::any_of(drop, [&](const std::string& p) { return glob_match(lower_case(p), wanted); });
}

// Respects case, unlike is_wanted_gone, because keeping must be strict. A wildcard does not keep variables that make
// programs run other code.
bool is_kept(const std::vector<std::string>& keep, std::string_view name, Suspicion suspicion) {
    return std::ranges::any_of(keep, [&](const std::string& pattern) {
        return pattern == name || (suspicion != Suspicion::code && glob_match(pattern, name));
    });
}

// Returns the reason to drop the variable, or "" to keep it.
std::string_view objection(const EnvironmentRequest& request, std::string_view name, std::string_view value) {
    if (is_wanted_gone(request.drop, name)) return kNamed;
    if (request.network == Network::gate && names_a_proxy(name)) return kPastTheGate;
    const SuspectVariable* row = suspect(name, value);
    return row == nullptr || is_kept(request.keep, name, row->suspicion) ? std::string_view{} : row->why;
}

// Tells whether execve can pass a variable of this name and getenv can find it.
bool is_possible(std::string_view name) {
    return !name.empty() && name.find('=') == std::string_view::npos && name.find('\0') == std::string_view::npos;
}

}  // namespace

Environment filter_environment(const EnvironmentRequest& request) {
    std::map<std::string, std::string, std::less<>> kept, dropped;
    std::set<std::string, std::less<>> seen;
    for (const Variable& v : request.set) {
        if (is_possible(v.name) && v.value.find('\0') == std::string::npos) {
            kept.insert_or_assign(v.name, v.value);
            seen.insert(v.name);
        } else {
            dropped.emplace(v.name, kMalformed);
        }
    }
    for (const std::string& entry : request.host) {
        const std::size_t sign = entry.find('=');
        const std::string_view name = std::string_view(entry).substr(0, sign);
        if (sign == std::string::npos || !is_possible(name)) {
            if (!seen.contains(name)) dropped.emplace(name, kMalformed);
            continue;
        }
        if (!seen.emplace(name).second) continue;
        const std::string_view value = std::string_view(entry).substr(sign + 1);
        if (const std::string_view why = objection(request, name, value); !why.empty()) {
            dropped.insert_or_assign(std::string(name), std::string(why));
        } else {
            kept.emplace(name, value);
            dropped.erase(std::string(name));
        }
    }
    Environment out;
    for (auto& [name, value] : kept) out.kept.push_back({name, std::move(value)});
    for (auto& [name, why] : dropped) out.dropped.push_back({name, std::move(why)});
    return out;
}

}  // namespace postern::sandbox
