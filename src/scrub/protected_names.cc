#include "scrub/protected_names.h"

#include "base/ascii.h"
#include "scrub/git_directory.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

#include <sys/vfs.h>

namespace postern::scrub {
namespace {

// Entries by their last component in lower case.
using Table = std::unordered_map<std::string, std::vector<const policy::ProtectedPath*>>;

const Table& by_last_name() {
    static const Table table = [] {
        Table out;
        for (const policy::ProtectedPath& entry : policy::protected_table()) {
            if (entry.hold != policy::Hold::read_only) continue;
            const std::size_t slash = entry.path.rfind('/');
            out[lower_case(entry.path.substr(slash == std::string_view::npos ? 0 : slash + 1))].push_back(&entry);
        }
        return out;
    }();
    return table;
}

// Entries with a `*`, which no table of names finds.
const std::vector<const policy::ProtectedPath*>& with_star() {
    static const std::vector<const policy::ProtectedPath*> entries = [] {
        std::vector<const policy::ProtectedPath*> out;
        for (const policy::ProtectedPath& entry : policy::protected_table()) {
            if (entry.path.find('*') != std::string_view::npos) out.push_back(&entry);
        }
        return out;
    }();
    return entries;
}

bool ends_in(std::string_view directory, std::string_view parents, CaseRule name_case) {
    if (directory.size() <= parents.size()) return false;
    const std::string_view tail = directory.substr(directory.size() - parents.size());
    if (directory[directory.size() - parents.size() - 1] != '/') return false;
    return name_case == CaseRule::counts ? tail == parents : same_name(tail, parents);
}

bool matches(const Watch& watch, CaseRule name_case, std::string_view directory, std::string_view name,
             const policy::ProtectedPath& entry) {
    const std::size_t slash = entry.path.rfind('/');
    const std::string_view parents = slash == std::string_view::npos ? std::string_view{} : entry.path.substr(0, slash);
    const std::string_view last = slash == std::string_view::npos ? entry.path : entry.path.substr(slash + 1);
    if (name_case == CaseRule::counts && name != last) return false;
    if (std::ranges::find(watch.waived, entry.path) != watch.waived.end()) return false;
    if (entry.where == policy::Where::in_home) {
        const std::string place = watch.home.text() + (parents.empty() ? "" : "/" + std::string(parents));
        return directory == place;
    }
    return parents.empty() || ends_in(directory, parents, name_case);
}

// Returns whether the deepest mount over the path is one of `covers`, not of `holes`.
bool is_covered(const AbsPath& path, const std::vector<AbsPath>& covers, const std::vector<AbsPath>& holes) {
    const auto depth = [&](const std::vector<AbsPath>& mounts) {
        std::size_t deepest = 0;
        for (const AbsPath& mount : mounts) {
            if (mount.contains(path)) deepest = std::max(deepest, mount.text().size());
        }
        return deepest;
    };
    const std::size_t covered = depth(covers);
    return covered > 0 && covered >= depth(holes);
}

}  // namespace

CaseRule case_of(const AbsPath& root) {
    struct statfs info {};
    if (::statfs(root.text().c_str(), &info) != 0) return CaseRule::does_not;
    switch (static_cast<std::uint32_t>(info.f_type)) {
        case 0xEF53:      // ext2, ext3, ext4
        case 0x58465342:  // xfs
        case 0x9123683E:  // btrfs
        case 0x01021994:  // tmpfs
        case 0x794C7630:  // overlayfs
        case 0xF2F52010:  // f2fs
        case 0x2FC12FC1:  // zfs
        case 0xCA451A4E:  // bcachefs
        case 0x6969:      // nfs
            return CaseRule::counts;
        default: return CaseRule::does_not;
    }
}

std::optional<std::string_view> protected_entry(const Watch& watch, CaseRule name_case, std::string_view directory,
                                                std::string_view name) {
    static const Table& table = by_last_name();
    if (const auto found = table.find(lower_case(name)); found != table.end()) {
        for (const policy::ProtectedPath* entry : found->second) {
            if (matches(watch, name_case, directory, name, *entry)) return entry->reason;
        }
    }
    for (const policy::ProtectedPath* entry : with_star()) {
        const bool same = name_case == CaseRule::counts ? policy::is_name(entry->path, name)
                                                        : policy::is_name(lower_case(entry->path), lower_case(name));
        if (same && std::ranges::find(watch.waived, entry->path) == watch.waived.end()) return entry->reason;
    }
    for (const std::string& extra : watch.also_protected) {
        const std::string path = std::string(directory) + '/' + std::string(name);
        if (ends_in(path, extra, name_case)) return "postern.protect names it";
    }
    return std::nullopt;
}

bool is_worktrees(std::string_view path) {
    const std::string_view tail = policy::kWorktrees;
    return path.ends_with(tail) && path.size() > tail.size() && path[path.size() - tail.size() - 1] == '/';
}

bool leads_to_entry(std::string_view name) {
    static const std::vector<std::string_view> names = [] {
        std::vector<std::string_view> out;
        for (const policy::ProtectedPath& entry : policy::protected_table()) {
            std::string_view rest = entry.path;
            for (std::size_t slash = rest.find('/'); slash != std::string_view::npos; slash = rest.find('/')) {
                out.push_back(rest.substr(0, slash));
                rest.remove_prefix(slash + 1);
            }
        }
        return out;
    }();
    return std::ranges::any_of(names, [&](std::string_view known) { return same_name(known, name); });
}

bool is_package_store(std::string_view name) {
    return name == "node_modules" || name == "site-packages";
}

bool is_read_only(const Watch& watch, const AbsPath& path) {
    return is_covered(path, watch.held, watch.opened);
}

bool is_hidden(const Watch& watch, const AbsPath& path) {
    return is_covered(path, watch.hidden, watch.opened);
}

}  // namespace postern::scrub
