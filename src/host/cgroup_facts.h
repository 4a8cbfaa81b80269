// Which control group we are in and whether we may make groups below it.
#pragma once

#include "host/host_checks.h"

#include <string_view>

namespace postern::host {

struct CgroupMembership {
    std::string unified{};  // our path in the version 2 hierarchy
    std::string memory{};   // and in version 1's memory and pids hierarchies; empty: not mounted
    std::string pids{};
    bool operator==(const CgroupMembership&) const = default;
};
// From /proc/self/cgroup. Pure.
[[nodiscard]] CgroupMembership parse_cgroup_membership(std::string_view text);

[[nodiscard]] CgroupFacts read_cgroup_facts();

}  // namespace postern::host
