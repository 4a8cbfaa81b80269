// Finds the control group of this process, and whether groups may be made below it.
#pragma once

#include "host/host_checks.h"

#include <string_view>

namespace postern::host {

struct CgroupMembership {
    std::string unified{};  // path in the version 2 hierarchy; each is empty if not mounted
    std::string memory{};   // path in the memory hierarchy of version 1
    std::string pids{};     // path in the pids hierarchy of version 1
    bool operator==(const CgroupMembership&) const = default;
};
// Parses /proc/self/cgroup. Pure.
[[nodiscard]] CgroupMembership parse_cgroup_membership(std::string_view text);

[[nodiscard]] CgroupFacts read_cgroup_facts();

}  // namespace postern::host
