#include "run/cgroup.h"

#include <algorithm>
#include <fstream>
#include <iterator>

#include <unistd.h>

namespace postern::run {
namespace {

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> out;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(separator), text.size());
        out.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return out;
}

bool lists(std::string_view list, char separator, std::string_view name) {
    return std::ranges::count(split(list, separator), name) > 0;
}

// Finds "/user.slice" for "memory" in "9:memory,pids:/user.slice". The v2 line is "0::/user.slice", with the controller
// "".
std::optional<std::string_view> own_group(std::string_view own, std::string_view controller) {
    for (const std::string_view line : split(own, '\n')) {
        const std::size_t first = line.find(':');
        const std::size_t second = line.find(':', first + 1);
        if (first == std::string_view::npos || second == std::string_view::npos) continue;
        const std::string_view controllers = line.substr(first + 1, second - first - 1);
        const bool here = controller.empty() ? controllers.empty() : lists(controllers, ',', controller);
        if (here) return line.substr(second + 1);
    }
    return std::nullopt;
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

std::optional<AbsPath> directory_of(std::string_view mountinfo, std::string_view own, std::string_view controller) {
    const auto group = own_group(own, controller);
    const auto mount = mount_of(mountinfo, controller);
    if (!group || !mount) return std::nullopt;
    const auto base = AbsPath::parse(mount->point);
    const auto root = AbsPath::parse(mount->root);
    const auto path = AbsPath::parse(*group);  // fails for "/..", a group outside our namespace
    if (!base || !root || !path || !root->contains(*path)) return std::nullopt;
    const std::string below = path->text().substr(root->text() == "/" ? 0 : root->text().size());
    const auto whole = AbsPath::parse(base->text() + "/" + below);
    return whole ? std::optional(*whole) : std::nullopt;
}

std::string read_text(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
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
    out.memory = directory_of(mountinfo, own, "memory");
    out.pids = directory_of(mountinfo, own, "pids");
    if (const auto group = directory_of(mountinfo, own, "")) {
        const auto mount = mount_of(mountinfo, "");
        const bool is_root = mount && group->text() == mount->point;
        out.unified = is_root ? *group : group->parent();
    }
    return out;
}

CgroupPlaces probe_cgroups(const CgroupCandidates& candidates) {
    CgroupPlaces out;
    if (candidates.unified && writable(*candidates.unified)) {
        const std::string on = first_line(read_text(candidates.unified->text() + "/cgroup.subtree_control"));
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
    return probe_cgroups(find_cgroups(read_text("/proc/self/mountinfo"), read_text("/proc/self/cgroup")));
}

}  // namespace postern::run
