#include "run/resource_limits.h"

#include <algorithm>

#include <unistd.h>

namespace postern::run {
namespace {

using backend::EnforcedBy;
using backend::EnforcedLimit;
using backend::LimitPlan;

// bwrap and postern-init count too, and are added to the number that is meant for the command.
constexpr std::uint64_t kOwnProcesses = 2;

void hold_memory(LimitPlan& plan, std::uint64_t bytes, const CgroupPlaces& cgroups) {
    const std::string number = std::to_string(bytes);
    if (!cgroups.memory) {
        plan.init_limits.push_back("as=" + number);
        plan.enforced.push_back(
            {"memory", EnforcedBy::rlimit,
             "each process may have " + number +
                 " bytes of address space, but all together may use more: no control group for memory "
                 "can be made here"});
        return;
    }
    if (cgroups.unified) {
        plan.cgroup.push_back({*cgroups.memory, "memory.max", number});
        plan.cgroup.push_back({*cgroups.memory, "memory.swap.max", "0", true});
    } else {
        plan.cgroup.push_back({*cgroups.memory, "memory.limit_in_bytes", number});
        plan.cgroup.push_back({*cgroups.memory, "memory.memsw.limit_in_bytes", number, true});
    }
    plan.enforced.push_back(
        {"memory", EnforcedBy::cgroup, "all processes together may use " + number + " bytes, by a control group"});
}

void hold_pids(LimitPlan& plan, std::uint32_t pids, const LimitFacts& facts) {
    const std::string number = std::to_string(pids);
    const std::string with_own = std::to_string(pids + kOwnProcesses);
    if (facts.cgroups.pids) {
        plan.cgroup.push_back({*facts.cgroups.pids, "pids.max", with_own});
        plan.enforced.push_back(
            {"pids", EnforcedBy::cgroup, "at most " + number + " processes and threads, by a control group"});
    } else if (!facts.root) {
        plan.init_limits.push_back("nproc=" + with_own);
        plan.enforced.push_back(
            {"pids", EnforcedBy::rlimit,
             "at most " + number +
                 " processes and threads, by RLIMIT_NPROC; before Linux 5.14 everything else the user "
                 "runs counts too"});
    } else {
        plan.enforced.push_back(
            {"pids", EnforcedBy::nothing,
             "the number of processes cannot be limited here: no control group for it can be made, and "
             "RLIMIT_NPROC does not bind root; run as another user, or leave the limit out"});
    }
}

}  // namespace

LimitFacts read_limit_facts(const sandbox::ResourceLimits& limits) {
    LimitFacts facts{.cgroups = {}, .root = ::getuid() == 0};
    if (limits.memory_bytes || limits.pids) facts.cgroups = probe_cgroups();
    return facts;
}

LimitPlan describe_limits(const sandbox::ResourceLimits& limits, const LimitFacts& facts) {
    LimitPlan plan;
    plan.init_limits.emplace_back("core=0");  // a core file contains the memory of the command
    if (limits.memory_bytes) hold_memory(plan, *limits.memory_bytes, facts.cgroups);
    if (limits.pids) hold_pids(plan, *limits.pids, facts);
    if (limits.file_bytes) {
        const std::string number = std::to_string(*limits.file_bytes);
        plan.init_limits.push_back("fsize=" + number);
        plan.enforced.push_back({"fileSize", EnforcedBy::rlimit, "no file may grow beyond " + number + " bytes"});
    }
    if (limits.cpu_seconds) {
        const std::string number = std::to_string(*limits.cpu_seconds);
        plan.init_limits.push_back("cpu=" + number);
        plan.enforced.push_back(
            {"cpu", EnforcedBy::rlimit,
             "each process may use " + number + " seconds of processor time; all together may use more"});
    }
    plan.timeout_ms = limits.timeout_ms;
    if (limits.timeout_ms) {
        plan.enforced.push_back(
            {"timeout", EnforcedBy::run_loop,
             "ended after " + std::to_string(*limits.timeout_ms) + " milliseconds by Postern itself"});
    }
    return plan;
}

Result<LimitPlan> plan_limits(const sandbox::ResourceLimits& limits, const LimitFacts& facts) {
    LimitPlan plan = describe_limits(limits, facts);
    const auto unenforced = std::ranges::find(plan.enforced, EnforcedBy::nothing, &EnforcedLimit::by);
    if (unenforced != plan.enforced.end()) return fail(Errc::unsupported, unenforced->sentence);
    return plan;
}

Result<LimitPlan> plan_limits(const sandbox::ResourceLimits& limits) {
    return plan_limits(limits, read_limit_facts(limits));
}

}  // namespace postern::run
