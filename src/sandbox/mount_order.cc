#include "sandbox/mount_order.h"

#include "base/hash.h"
#include "base/text.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

namespace postern::sandbox {
namespace {

constexpr auto kPrivate = std::to_array<std::string_view>({"/run"});

std::size_t depth(const AbsPath& path) {
    return path.text() == "/" ? 0 : static_cast<std::size_t>(std::ranges::count(path.text(), '/'));
}

bool any_contains(const std::vector<AbsPath>& directories, const AbsPath& path) {
    return std::ranges::any_of(directories, [&](const AbsPath& directory) { return directory.contains(path); });
}

bool any_contains(const ReasonedPaths& directories, const AbsPath& path) {
    return std::ranges::any_of(directories, [&](const auto& directory) { return directory.first.contains(path); });
}

class Order {
public:
    Order(FileRules rules, const HostView& host, Profile& out) : rules_(std::move(rules)), host_(host), out_(out) {}

    void run() {
        std::ranges::sort(rules_.found_anywhere);
        drop_held_roots();
        std::erase_if(rules_.hidden, [this](const auto& hidden) { return rules_.covered(hidden.first); });
        for (const std::string_view path : kPrivate) {
            out_.mounts.push_back({AbsPath::resolve(AbsPath::root(), path).value(), MountAccess::empty_private, true,
                                   "made anew for each run"});
        }
        add_roots();
        add_pins();
        add_held();
        add_hidden();
        for (auto kept = rules_.kept.rbegin(); kept != rules_.kept.rend(); ++kept) add_kept(kept->first, kept->second);
        // Deeper paths come later, and at one path `hidden` comes last, because later mounts lie on top.
        std::ranges::sort(out_.mounts, {}, [](const Mount& m) {
            return std::tuple(depth(m.path), m.path, m.access == MountAccess::hidden);
        });
        // Most lie in the same directory as the one before.
        std::optional<AbsPath> directory;
        bool counts = false;
        for (auto& [path, why] : rules_.absent) {
            AbsPath parent = path.parent();
            if (directory != parent) {
                counts = any_contains(out_.writable, parent) && !rules_.is_held(parent);
                directory = std::move(parent);
            }
            if (counts) out_.absent.push_back({path, std::move(why)});
        }
    }

private:
    void add(const AbsPath& path, MountAccess access, std::string why) {
        out_.mounts.push_back({path, access, host_.kind(path) == FileKind::directory, std::move(why)});
    }
    [[nodiscard]] bool is_hidden(const AbsPath& path) const { return rules_.reading(path) == MountAccess::hidden; }

    // A denied directory stays denied even if a path below it is allowed.
    void drop_held_roots() {
        std::erase_if(rules_.roots, [this](const auto& root) {
            const auto& exempt = rules_.exempt;
            if (!rules_.is_held(root.first) || std::ranges::find(exempt, root.first) != exempt.end()) return false;
            out_.notes.push_back(root.first.text() + " stays read-only: it lies in a protected or denied path");
            return true;
        });
    }

    void add_roots() {
        for (const auto& [root, why] : rules_.roots) {
            if (any_contains(out_.writable, root)) continue;  // sorted by path: the outer root came before
            out_.writable.push_back(root);
            if (!is_hidden(root)) add(root, MountAccess::writable, why);
        }
    }

    void pin(const AbsPath& directory) {
        if (pinned_.contains(directory) || rules_.is_held(directory)) return;
        if (std::ranges::find(out_.writable, directory) != out_.writable.end()) return;  // a mount point already
        pinned_.insert(directory);
        if (!is_hidden(directory)) add(directory, MountAccess::cannot_move, "something protected lies below it");
    }
    bool is_found_anywhere(const AbsPath& path) const {
        return std::ranges::binary_search(rules_.found_anywhere, path);
    }

    void pin_above(const AbsPath& path) {
        for (AbsPath at = path.parent(); at.text() != "/" && any_contains(out_.writable, at); at = at.parent()) pin(at);
    }

    void add_pins() {
        for (const AbsPath& directory : rules_.cannot_move) {
            if (!any_contains(out_.writable, directory)) continue;
            pin(directory);
            pin_above(directory);
        }
        // After a rename of a directory above it, a hidden path would not be where the next run looks for it.
        for (const auto& [path, why] : rules_.hidden) {
            if (!is_found_anywhere(path)) pin_above(path);
        }
        for (const auto& [path, target] : rules_.links) {
            if (!any_contains(out_.writable, path) || rules_.is_held(path.parent())) continue;
            pin_above(path);
            out_.links.push_back({path, target});
        }
    }

    void add_held() {
        for (const auto& [path, why] : rules_.held) {
            if (!any_contains(out_.writable, path)) continue;
            if (path.text() != "/" && rules_.is_held(path.parent())) continue;
            if (!is_found_anywhere(path)) pin_above(path);
            if (!is_hidden(path)) add(path, MountAccess::read_only, why);
        }
        for (const AbsPath& path : rules_.exempt) {
            const bool root = std::ranges::find(out_.writable, path) != out_.writable.end();
            if (!root && rules_.is_held(path) && any_contains(out_.writable, path) && !is_hidden(path)) {
                add(path, MountAccess::writable, "the agent's own worktrees");
            }
        }
    }

    void add_hidden() {
        for (const auto& [path, why] : rules_.hidden) {
            if (path.text() == "/" || !is_hidden(path.parent())) add(path, MountAccess::hidden, why);
        }
        for (const auto& [path, why] : rules_.reopened) {
            if (!is_hidden(path.parent()) && !rules_.covered(path.parent())) continue;
            if (std::ranges::find(out_.writable, path) != out_.writable.end()) continue;  // mounted as a root
            const bool writable = any_contains(out_.writable, path) && !rules_.is_held(path);
            add(path, writable ? MountAccess::writable : MountAccess::reopened, why);
        }
    }

    // Tells whether something would be lost if the mount were led elsewhere: it can be written, or has mounts on it.
    [[nodiscard]] bool must_stay(const Mount& mount) const {
        if (mount.access != MountAccess::reopened) return true;
        return std::ranges::any_of(out_.mounts, [&](const Mount& other) {
            return other.path != mount.path && mount.path.contains(other.path);
        });
    }

    // Commands can rename what lies between a kept directory and a mount in it, so a directory in memory is put there.
    // The mount point at the top stays, because each run with this store has a mount on it.
    void add_kept(const AbsPath& path, const KeptPlace& place) {
        std::map<AbsPath, bool> tops;  // true: a directory
        std::set<AbsPath> between;
        for (const Mount& mount : out_.mounts) {
            if (mount.path == path || !path.contains(mount.path) || !must_stay(mount)) continue;
            AbsPath top = mount.path;
            while (top.parent() != path) top = top.parent();
            if (top != mount.path) between.insert(top);
            tops.insert_or_assign(top, top != mount.path || mount.directory);
        }
        for (const AbsPath& top : between) {
            const auto at_top = [&](const Mount& mount) { return mount.path == top; };
            if (std::ranges::none_of(out_.mounts, at_top))
                out_.mounts.push_back({top, MountAccess::hidden, true, "something of the host lies below it"});
        }
        std::vector<std::string> names;
        names.reserve(tops.size());
        for (const auto& [top, directory] : tops) names.push_back(std::string(top.name()) + (directory ? "/" : ""));
        out_.mounts.push_back({path, MountAccess::kept_private, true, place.why, store_of(place, names)});
    }

    FileRules rules_;
    const HostView& host_;
    Profile& out_;
    std::set<AbsPath> pinned_;
};

}  // namespace

bool FileRules::may_write(const AbsPath& path) const {
    return any_contains(roots, path);
}

bool FileRules::is_held(const AbsPath& path) const {
    for (AbsPath at = path;; at = at.parent()) {
        if (held.contains(at)) return true;
        if (at.text() == "/") return false;
    }
}

// Nothing can be mounted on a link, so links are kept by other means.
void FileRules::hold(const AbsPath& path, const std::string& why, const HostView& host) {
    for (AbsPath at = path; at.text() != "/"; at = at.parent()) {
        const AbsPath beside = AbsPath::resolve(host.real(at.parent()), at.name()).value_or(at);
        if (!may_write(beside)) break;
        if (auto target = host.link(beside)) links.emplace(beside, std::move(*target));
    }
    const AbsPath real = host.real(path);
    if (host.kind(real) == FileKind::none) {
        if (may_write(real)) absent.emplace(real, why);
        return;
    }
    held.emplace(real, why);
    for (const AbsPath& other : host.other_places(real)) held.emplace(other, why);
}

void FileRules::hide(const AbsPath& path, const std::string& why, const HostView& host) {
    const AbsPath real = host.real(path);
    if (host.kind(real) == FileKind::none) return;
    for (const AbsPath& other : host.other_places(real)) hidden.emplace(other, why);
    hidden.emplace(real, why);
}

bool FileRules::covered(const AbsPath& path) const {
    if (kept.empty()) return false;
    for (AbsPath at = path;; at = at.parent()) {
        if (roots.contains(at) || reopened.contains(at)) return false;
        if (kept.contains(at)) return true;
        if (at.text() == "/") return false;
    }
}

AbsPath store_of(const KeptPlace& place, const std::vector<std::string>& mount_points) {
    constexpr std::size_t kHashBytes = 16, kLongestLabel = 32;
    std::string text = place.store + '\0' + place.whose;
    for (const std::string& name : mount_points) text.append(1, '\0').append(name);
    // The name of the project is for people who look into the directory.
    std::string label(place.whose.empty() ? "all" : base_name(place.whose).substr(0, kLongestLabel));
    for (char& c : label) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
        if (!plain) c = '_';
    }
    const std::string name = label + '-' + place.store + '-' + hex(hash_bytes(text, kHashBytes));
    return AbsPath::resolve(place.base, name).value_or(place.base);
}

MountAccess FileRules::reading(const AbsPath& path) const {
    for (AbsPath at = path;; at = at.parent()) {
        if (hidden.contains(at)) return MountAccess::hidden;
        if (reopened.contains(at)) return MountAccess::reopened;
        if (at.text() == "/") return MountAccess::read_only;
    }
}

void order_mounts(FileRules rules, const HostView& host, Profile& out) {
    Order(std::move(rules), host, out).run();
}

}  // namespace postern::sandbox
