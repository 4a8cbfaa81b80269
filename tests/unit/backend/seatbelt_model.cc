#include "seatbelt_model.h"

#include "policy/protected_table.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace postern::backend {
namespace {

using Parts = std::vector<std::string>;

Parts parts_of(std::string_view text) {
    Parts out;
    std::string part;
    for (const char c : std::string(text) + '/') {
        if (c != '/') {
            part += c;
        } else if (!part.empty()) {
            out.push_back(std::move(part));
            part.clear();
        }
    }
    return out;
}

Parts below(const AbsPath& top, const AbsPath& path) {
    return parts_of(top == AbsPath::root() ? path.text() : path.text().substr(top.text().size()));
}

Parts lower(Parts parts) {
    for (std::string& part : parts) {
        for (char& c : part) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    }
    return parts;
}

bool has_at(const Parts& parts, std::size_t at, const Parts& wanted) {
    return at + wanted.size() <= parts.size() &&
           std::equal(wanted.begin(), wanted.end(), parts.begin() + static_cast<std::ptrdiff_t>(at));
}

bool is_git_code(const Parts& rest, std::size_t at) {
    static const std::set<std::string> names = {"hooks", "config", "config.worktree", "commondir", "gitdir"};
    return (at < rest.size() && names.contains(rest[at])) || has_at(rest, at, {"info", "attributes"});
}

bool is_git(const Parts& parts) {
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (parts[i] != ".git") continue;
        const Parts rest(parts.begin() + static_cast<std::ptrdiff_t>(i) + 1, parts.end());
        if (rest.empty() || is_git_code(rest, 0)) return true;
        const bool modules = rest[0] == "modules", worktrees = rest[0] == "worktrees";
        if (rest.size() == 1 && (modules || worktrees || rest[0] == "info")) return true;
        if (rest.size() == 2 && (modules || worktrees)) return true;
        if (worktrees && is_git_code(rest, 2)) return true;
        for (std::size_t k = 2; modules && k < rest.size(); ++k) {
            if (is_git_code(rest, k)) return true;
        }
    }
    return false;
}

bool in_packages(const Parts& parts) {
    const auto modules = std::ranges::find(parts, "node_modules");
    return modules != parts.end() && modules + 1 != parts.end() &&
           std::none_of(parts.begin(), modules, [](const std::string& p) { return p.starts_with('.'); });
}

// Tells whether the path has, at `at`, the wanted name or something below it, or ends in a directory above that name.
bool is_name_at(const Parts& parts, std::size_t at, const Parts& wanted, const std::set<Parts>& made_by_tools) {
    if (has_at(parts, at, wanted)) return true;
    const Parts tail(parts.begin() + static_cast<std::ptrdiff_t>(at), parts.end());
    return !tail.empty() && tail.size() < wanted.size() && has_at(wanted, 0, tail) && !made_by_tools.contains(tail);
}

bool has_name(const sandbox::Profile& profile, const AbsPath& top, const AbsPath& path) {
    const Parts exact = below(top, path), parts = lower(exact);
    std::set<Parts> made_by_tools;
    std::vector<Parts> anywhere;
    for (const std::string& name : profile.also_protected) anywhere.push_back(lower(parts_of(name)));
    for (const policy::ProtectedPath& p : policy::protected_table()) {
        if (std::ranges::find(profile.waived, p.path) != profile.waived.end()) continue;
        const Parts wanted = lower(parts_of(p.path));
        if (p.hold == policy::Hold::git) {
            if (is_git(parts)) return true;
        } else if (p.hold == policy::Hold::part) {
            made_by_tools.insert(wanted);
        } else if (p.where == policy::Where::anywhere) {
            anywhere.push_back(wanted);
        } else if (top.contains(profile.home) && profile.home.contains(path) &&
                   is_name_at(lower(below(profile.home, path)), 0, wanted, {})) {
            return true;
        }
    }
    if (in_packages(exact)) return false;
    for (std::size_t at = 0; at < parts.size(); ++at) {
        for (const Parts& wanted : anywhere) {
            if (is_name_at(parts, at, wanted, made_by_tools)) return true;
        }
    }
    return false;
}

// Tells whether the path is writable by its place, without regard to names. Later entries override earlier ones.
bool is_open(const sandbox::Profile& profile, const AbsPath& path) {
    bool open = false;
    for (const AbsPath& root : profile.writable) open = open || root.contains(path);
    open = open || profile.temporary.contains(path);
    for (const sandbox::Mount& m : profile.mounts) {
        if (m.path.contains(path) && m.access != sandbox::MountAccess::cannot_move)
            open = m.access == sandbox::MountAccess::writable;
    }
    for (const sandbox::Absent& a : profile.absent) open = open && !a.path.contains(path);
    return open;
}

std::set<AbsPath> openers(const sandbox::Profile& profile) {
    std::set<AbsPath> out(profile.writable.begin(), profile.writable.end());
    out.insert(profile.temporary);
    for (const sandbox::Mount& m : profile.mounts) {
        if (m.access != sandbox::MountAccess::cannot_move && is_open(profile, m.path)) out.insert(m.path);
    }
    std::erase_if(out, [&](const AbsPath& p) { return !is_open(profile, p); });
    return out;
}

bool names_count(const sandbox::Profile& profile, const AbsPath& top) {
    const auto is_project = [&](const AbsPath& r) { return r != profile.temporary && r.contains(top); };
    return !profile.temporary.contains(top) || top.contains(profile.cwd) ||
           std::ranges::any_of(profile.writable, is_project);
}

// Tells whether the path is protected by its name. Goes up from the path and looks at each opener: the first in which
// names do not forbid the path opens it. A closed directory on the way ends the search.
bool is_named(const sandbox::Profile& profile, const AbsPath& path) {
    const std::set<AbsPath> tops = openers(profile);
    bool guarded = false;  // names count in an inner opener, so $TMPDIR around it does not open the path
    for (AbsPath at = path;; at = at.parent()) {
        if (!is_open(profile, at)) return true;
        if (tops.contains(at)) {
            const bool count = names_count(profile, at);
            if (count ? !has_name(profile, at, path) : !guarded) return false;
            guarded = guarded || count;
        }
        if (at == AbsPath::root()) return true;
    }
}

bool is_pinned(const sandbox::Profile& profile, const AbsPath& path) {
    if (path == profile.temporary || std::ranges::find(profile.writable, path) != profile.writable.end()) return true;
    for (const sandbox::Mount& m : profile.mounts) {
        if (path.contains(m.path)) return true;
    }
    for (const sandbox::Absent& a : profile.absent) {
        if (path.contains(a.path) && path.name() != ".yarn") return true;
    }
    return false;
}

}  // namespace

bool model_may_read(const sandbox::Profile& profile, const AbsPath& path) {
    bool open = true;
    for (const sandbox::Mount& m : profile.mounts) {
        if (!m.path.contains(path) || m.access == sandbox::MountAccess::cannot_move) continue;
        open = m.access != sandbox::MountAccess::hidden && m.access != sandbox::MountAccess::empty_private;
    }
    return open;
}

bool model_may_write(const sandbox::Profile& profile, const AbsPath& path) {
    return is_open(profile, path) && (is_pinned(profile, path) || !is_named(profile, path));
}

bool model_may_make(const sandbox::Profile& profile, const AbsPath& path) {
    return is_open(profile, path) && !is_pinned(profile, path) && !is_named(profile, path);
}

}  // namespace postern::backend
