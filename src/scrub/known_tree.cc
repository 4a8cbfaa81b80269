#include "scrub/known_tree.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <dirent.h>

namespace postern::scrub {
namespace {

constexpr std::size_t kMaxBuried = 4096;  // names of vanished directories kept per directory

}  // namespace

void KnownTree::remember_inodes() {
    if (!by_inode_.empty()) return;
    by_inode_.emplace(Inode{}, 0);  // never looked up; marks the map as filled
    for (std::uint32_t i = 0; i < tree_.directories.size(); ++i)
        by_inode_.emplace(Inode{tree_.directories[i].dev, tree_.directories[i].ino}, i);
}

const Directory* KnownTree::formerly(const Stat& st, std::int64_t begun) {
    remember_inodes();
    const auto found = by_inode_.find(Inode{st.dev, st.ino});
    if (found == by_inode_.end()) return nullptr;
    const Directory& directory = tree_.directories[found->second];
    const bool another = st.born != 0 && st.born > walked_;
    return directory.since <= begun && !another ? &directory : nullptr;
}

bool KnownTree::knew_repository(std::string_view path, std::int64_t begun) const {
    if (tree_.directories.empty()) return false;
    const Directory* at = tree_.directories.data();
    while (!path.empty()) {
        const std::string_view name = path.substr(0, path.find('/'));
        path.remove_prefix(std::min(name.size() + 1, path.size()));
        const auto child =
            std::ranges::find_if(at->children, [&](std::uint32_t id) { return tree_.directories[id].name == name; });
        if (child == at->children.end()) return false;
        at = &tree_.directories[*child];
    }
    return at->role == Role::git && at->since != 0 && at->since <= begun;
}

void KnownTree::keep(Directory old) {
    old.children.clear();
    by_inode_[Inode{old.dev, old.ino}] = static_cast<std::uint32_t>(tree_.directories.size());
    tree_.directories.push_back(std::move(old));
}

void KnownTree::displace(std::uint32_t id) {
    remember_inodes();
    Directory& here = at(id);
    if (here.ino == 0) return;
    // Keep the known paths below it.
    Directory fresh{.name = here.name,
                    .since = here.since,
                    .role = here.role,
                    .made = here.made,
                    .children = here.children,
                    .pieces = here.pieces};
    keep(std::exchange(here, std::move(fresh)));
}

// Returns whether the path stays known after the directory is gone. Directories that a command made and that held
// nothing of interest do not stay, or every build would add to the index.
bool KnownTree::leaves_name(std::uint32_t id) const {
    std::vector<std::uint32_t> pending{id};
    while (!pending.empty()) {
        const Directory& next = tree_.directories[pending.back()];
        pending.pop_back();
        if (next.since != 0 && (!next.made || !next.pieces.empty())) return true;
        pending.insert(pending.end(), next.children.begin(), next.children.end());
    }
    return false;
}

// Marks a directory as vanished. Its path and those below it are kept with what they held, so that what appears there
// later is compared with it.
void KnownTree::bury(std::uint32_t id) {
    remember_inodes();
    std::vector<std::uint32_t> pending{id};
    while (!pending.empty()) {
        const std::uint32_t next = pending.back();
        pending.pop_back();
        if (at(next).ino != 0) keep(at(next));
        Directory& here = at(next);
        std::erase_if(here.children, [this](std::uint32_t child) { return !leaves_name(child); });
        pending.insert(pending.end(), here.children.begin(), here.children.end());
        here.ino = here.dev = 0;
        here.changed = 0;
    }
}

std::vector<std::uint32_t> KnownTree::adopt(std::uint32_t id, const std::vector<Listed>& entries) {
    std::unordered_map<std::string_view, std::uint32_t> known;
    const std::vector<std::uint32_t> old = std::exchange(at(id).children, {});
    for (const std::uint32_t child : old) known.emplace(at(child).name, child);
    std::vector<std::uint32_t> children;
    std::vector<std::string_view> added;
    for (const Listed& entry : entries) {
        if (entry.type != DT_DIR) continue;
        if (const auto found = known.find(entry.name); found != known.end()) {
            children.push_back(found->second);
        } else {
            added.push_back(entry.name);
        }
    }
    for (const std::string_view name : added) {
        children.push_back(static_cast<std::uint32_t>(tree_.directories.size()));
        tree_.directories.push_back({.name = std::string(name)});
    }
    const std::unordered_set<std::uint32_t> there(children.begin(), children.end());
    const bool names_count = at(id).role != Role::packages;
    std::vector<std::uint32_t> gone;
    std::size_t buried = 0;
    for (const std::uint32_t child : old) {
        if (there.contains(child) || !names_count || !leaves_name(child)) continue;
        if (++buried > kMaxBuried) break;
        children.push_back(child);
        if (at(child).ino == 0) continue;
        gone.push_back(child);
        bury(child);
    }
    at(id).children = std::move(children);
    return gone;
}

}  // namespace postern::scrub
