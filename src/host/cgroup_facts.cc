#include "host/cgroup_facts.h"

#include "base/file.h"
#include "base/text.h"

#include <unistd.h>

namespace postern::host {
namespace {

bool may_write(const std::string& path) {
    return ::access(path.c_str(), W_OK) == 0;
}

}  // namespace

CgroupMembership parse_cgroup_membership(std::string_view text) {
    CgroupMembership out;
    for (const std::string_view line : split(text, '\n')) {
        const std::size_t first = line.find(':');
        const std::size_t second = first == std::string_view::npos ? first : line.find(':', first + 1);
        if (second == std::string_view::npos) continue;
        const std::string path(line.substr(second + 1));
        if (line.starts_with("0::")) out.unified = path;
        for (const std::string_view controller : split(line.substr(first + 1, second - first - 1), ',')) {
            if (controller == "memory") out.memory = path;
            if (controller == "pids") out.pids = path;
        }
    }
    return out;
}

CgroupFacts read_cgroup_facts() {
    const CgroupMembership membership = parse_cgroup_membership(read_fact("/proc/self/cgroup"));
    const std::string mount = "/sys/fs/cgroup";
    if (!membership.unified.empty() && ::access((mount + "/cgroup.controllers").c_str(), R_OK) == 0) {
        const std::string own = mount + (membership.unified == "/" ? "" : membership.unified);
        return {.version = 2,
                .directory = own,
                .writable = may_write(own) && may_write(own + "/cgroup.procs"),
                .controllers = std::string(trimmed(read_fact(own + "/cgroup.controllers"), "\n"))};
    }
    CgroupFacts out{.version = 1, .writable = true};
    const auto add = [&](const char* controller, const std::string& path) {
        const std::string own = mount + '/' + controller + path;
        if (path.empty() || ::access(own.c_str(), F_OK) != 0) return;
        out.controllers += (out.controllers.empty() ? "" : " ") + std::string(controller);
        out.writable = out.writable && may_write(own);
        if (out.directory.empty()) out.directory = own;
    };
    add("memory", membership.memory);
    add("pids", membership.pids);
    if (out.controllers.empty()) return {};
    return out;
}

}  // namespace postern::host
