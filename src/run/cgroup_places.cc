#include "run/cgroup.h"

#include "base/file.h"
#include "base/text.h"
#include "host/cgroup_facts.h"

#include <algorithm>

#include <unistd.h>

namespace postern::run {
namespace {

bool lists(std::string_view list, char separator, std::string_view name) {
    return std::ranges::count(split(list, separator), name) > 0;
}

struct MountPoint {
    std::string_view root, point;
};

// Fields of a line: id parent major:minor root point options … - type source superoptions
std::optional<MountPoint> mount_of(std::string_view mountinfo, std::string_view controller) {
    const std::string_view type = controller.empty() ? "cgroup2" : "cgroup";
    for (const std::string_view line : split(mountinfo, '\n')) {
        const auto fields = split(line, ' ');
        const auto dash = std::ranges::find(fields, "-");
        if (fields.size() < 5 || fields.end() - dash < 4 || dash[1] != type) continue;
        if (!controller.empty() && !lists(dash[3], ',', controller)) continue;
        return MountPoint{.root = fields[3], .point = fields[4]};
    }
    return std::nullopt;
}

// `group` is our path in the hierarchy of the controller, empty if there is none.
std::optional<AbsPath> directory_of(std::string_view mountinfo, std::string_view group, std::string_view controller) {
    const auto mount = mount_of(mountinfo, controller);
    if (!mount) return std::nullopt;
    const auto base = AbsPath::parse(mount->point);
    const auto root = AbsPath::parse(mount->root);
    const auto path = AbsPath::parse(group);  // fails for "/..", a group outside our namespace
    if (!base || !root || !path || !root->contains(*path)) return std::nullopt;
    const std::string below = path->text().substr(root->text() == "/" ? 0 : root->text().size());
    const auto whole = AbsPath::parse(base->text() + "/" + below);
    return whole ? std::optional(*whole) : std::nullopt;
}

bool writable(const AbsPath& directory) {
    return ::access(directory.text().c_str(), W_OK | X_OK) == 0 &&
           ::access((directory.text() + "/cgroup.procs").c_str(), W_OK) == 0;
}

std::string first_line(const std::string& text) {
    return text.substr(0, text.find('\n'));
}

}  // namespace

CgroupCandidates find_cgroups(std::string_view mountinfo, std::string_view own) {
    CgroupCandidates out;
    const host::CgroupMembership membership = host::parse_cgroup_membership(own);
    out.memory = directory_of(mountinfo, membership.memory, "memory");
    out.pids = directory_of(mountinfo, membership.pids, "pids");
    if (const auto group = directory_of(mountinfo, membership.unified, "")) {
        const auto mount = mount_of(mountinfo, "");
        const bool is_root = mount && group->text() == mount->point;
        out.unified = is_root ? *group : group->parent();
    }
    return out;
}

CgroupPlaces probe_cgroups(const CgroupCandidates& candidates) {
    CgroupPlaces out;
    if (candidates.unified && writable(*candidates.unified)) {
        const std::string on = first_line(read_fact(candidates.unified->text() + "/cgroup.subtree_control"));
        if (lists(on, ' ', "memory")) out.memory = candidates.unified;
        if (lists(on, ' ', "pids")) out.pids = candidates.unified;
        out.unified = out.memory || out.pids;
        if (out.unified) return out;
    }
    if (candidates.memory && writable(*candidates.memory)) out.memory = candidates.memory;
    if (candidates.pids && writable(*candidates.pids)) out.pids = candidates.pids;
    return out;
}

CgroupPlaces probe_cgroups() {
    return probe_cgroups(find_cgroups(read_fact("/proc/self/mountinfo"), read_fact("/proc/self/cgroup")));
}

}  // namespace postern::run
