#include "host/sandbox_signs.h"

#include "base/file.h"
#include "base/process_stat.h"
#include "base/quote.h"
#include "base/text.h"

#include <algorithm>

#include <sys/prctl.h>
#include <unistd.h>

#include <linux/seccomp.h>

namespace postern::host {
namespace {

constexpr std::size_t kMostAncestors = 64;
constexpr const char* kInitName = "postern-init";  // postern-init gives itself this name
constexpr const char* kBwrapName = "bwrap";

std::vector<std::string> names_above() {
    std::vector<std::string> out;
    for (pid_t pid = ::getppid(); pid > 0 && out.size() < kMostAncestors;) {
        const std::string directory = "/proc/" + std::to_string(pid);
        out.push_back(printable(trimmed(read_fact(directory + "/comm"), " \n")));
        const auto stat = read_process_stat(pid);
        pid = stat ? stat->parent : 0;
    }
    return out;
}

}  // namespace

SandboxSigns read_sandbox_signs() {
    return {.no_new_privileges = ::prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1,
            .filtered = ::prctl(PR_GET_SECCOMP, 0, 0, 0, 0) == SECCOMP_MODE_FILTER,
            .ancestors = names_above()};
}

std::optional<std::string> sandbox_around(const SandboxSigns& signs, bool contained) {
    // Every sandbox that an unprivileged program makes sets this, because the kernel demands it for a filter.
    if (!signs.no_new_privileges) return std::nullopt;
    const auto above = [&](const char* name) {
        return std::ranges::find(signs.ancestors, name) != signs.ancestors.end();
    };
    if (signs.filtered && above(kInitName)) return kPosternAround;
    if (above(kBwrapName)) return kBwrapAround;
    if (signs.filtered && !contained) return kUnknownAround;
    return std::nullopt;
}

}  // namespace postern::host
