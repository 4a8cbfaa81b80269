#include "scrub/walk.h"

#include "scrub/git_directory.h"
#include "scrub/inspector.h"
#include "scrub/known_tree.h"
#include "scrub/protected_names.h"
#include "scrub/rules.h"
#include "scrub/safe_files.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

#include <cerrno>
#include <ctime>

#include <dirent.h>
#include <unistd.h>

namespace postern::scrub {
namespace {

constexpr std::size_t kManyChildren = 6;         // from here on relative look-ups in the open directory are faster
constexpr std::size_t kLongPath = 3000;          // longest name passed to the kernel, relative to an open directory
constexpr std::size_t kLongestPath = 1U << 16U;  // deeper directories are reported as not examined
constexpr std::size_t kManyOpen = 200;           // directories kept open for speed

std::int64_t now() {
    timespec time{};
    (void)::clock_gettime(CLOCK_REALTIME, &time);
    return time.tv_sec * 1'000'000'000 + time.tv_nsec;
}

using SharedFd = std::shared_ptr<UniqueFd>;

// A directory yet to be visited.
struct Frame {
    std::uint32_t id;
    Role parent;
    SharedFd base;
    std::size_t base_length;  // length of `path` up to and including the slash after the base
    std::string path;
    bool names_do_not_count;  // inside a directory made during the run, where names of the protected table do not count
    bool in_dot_git;          // inside a directory called .git
};

// Data of the index about the visited directory.
struct Before {
    Role role = Role::plain;
    std::vector<Piece> pieces{};
    // Files recorded at this path for another directory that was here. Switching branches and back creates them anew.
    std::vector<Piece> at_path{};
};

bool is_layout_only(const ScrubPlace& place, Role parent) {
    return !same_name(place.path.name(), ".git") && parent != Role::modules && parent != Role::worktrees;
}

// An agent's directory with its worktrees in it may stay. Other files in it are judged one by one.
bool holds_worktrees(const ScrubPlace& place, const std::vector<Listed>* entries) {
    if (entries == nullptr || place.path.name() != ".claude") return false;
    return std::ranges::any_of(*entries, [](const Listed& e) { return e.name == "worktrees" && e.type == DT_DIR; });
}

class Walker {
public:
    Walker(const AbsPath& root, Tree& tree, const ScrubRun& run)
        : root_(root),
          tree_(tree),
          known_(tree),
          run_(run),
          name_case_(case_of(root)),
          now_(now()),
          saw_too_little_(!tree.unsettled.empty()),
          inspector_(root, run, now_, std::exchange(tree.unsettled, {})) {}

    Seen go() {
        auto base = std::make_shared<UniqueFd>(::open(root_.text().c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
        if (!*base) {
            // The root is a file, or gone.
            if (errno != ENOENT && errno != ENOTDIR) cannot(root_.text(), describe("cannot be opened", errno));
            tree_.directories.clear();
            return {std::move(inspector_.suspects), true};
        }
        if (tree_.directories.empty()) tree_.directories.push_back({});
        std::string path = root_.text();
        if (path == "/") path.clear();
        const std::size_t length = path.size() + 1;
        const bool in_dot_git = (path + '/').find("/.git/") != std::string::npos;
        stack_.push_back({0, Role::plain, std::move(base), length, std::move(path), false, in_dot_git});
        while (!stack_.empty()) {
            const Frame frame = std::move(stack_.back());
            stack_.pop_back();
            visit(frame);
            if (tree_.directories.size() > kMaxDirectories) {
                cannot(root_.text(), "has more than " + std::to_string(kMaxDirectories) +
                                         " directories: not all of them were looked at");
                tree_.directories.clear();
                break;
            }
        }
        return {std::move(inspector_.suspects), inspector_.changed};
    }

private:
    static std::string describe(std::string_view what, int error) {
        return std::string(what) + " (error " + std::to_string(error) + "), so nobody looked into it";
    }
    static std::string relative(const Frame& frame) {
        return frame.path.size() < frame.base_length ? "." : frame.path.substr(frame.base_length);
    }
    static std::string_view name_of(const std::string& path) {
        return std::string_view(path).substr(path.rfind('/') + 1);
    }
    void cannot(const std::string& path, std::string why) {
        auto parsed = AbsPath::parse(path.empty() ? "/" : path);
        inspector_.suspect({.root = root_, .path = parsed.value_or(root_), .why = std::move(why), .cannot = true});
    }
    // Reports a place that could not be examined although the command could write there. Until it can be, unknown files
    // may have come from there.
    void blind(const std::string& path, std::string why) {
        tree_.unsettled.push_back(path);
        inspector_.changed = true;
        cannot(path, std::move(why));
    }
    void visit(const Frame& frame);
    [[nodiscard]] Age age_of(const Frame& frame, const Stat& st, Before& before);
    [[nodiscard]] Role role_of(const Frame& frame, const std::vector<Listed>& entries) const;
    std::optional<std::vector<Listed>> read(const Frame& frame, const std::string& below, const Stat& st);
    void look_behind_links(const Frame& frame, const std::string& below, const std::vector<Listed>& entries);
    void descend(const Frame& frame, bool names_do_not_count);
    [[nodiscard]] bool inspect(ScrubPlace& place, const Frame& frame, const std::vector<Listed>* entries, Before before,
                               bool& names_do_not_count);

    const AbsPath& root_;
    Tree& tree_;
    KnownTree known_;
    const ScrubRun& run_;
    CaseRule name_case_;
    std::int64_t now_;
    bool saw_too_little_;  // the last walk could not examine everything, or something dangerous could not be moved
    Inspector inspector_;
    std::size_t open_bases_ = 0;
    std::vector<Frame> stack_{};
};

Age Walker::age_of(const Frame& frame, const Stat& st, Before& before) {
    Directory& node = tree_.directories[frame.id];
    const bool older = st.born != 0 && st.born < run_.start;
    if (is_same(node, st)) {
        before = {node.since <= run_.begun ? node.role : Role::plain, node.pieces};
        if (st.born != 0 && !older) return Age::born;
        if (node.since <= run_.begun) return Age::known;
        return st.changed >= run_.start ? Age::moved : Age::hosts;  // first seen by another scrub, during our run
    }
    const Directory* old = older || st.born == 0 ? known_.formerly(st, run_.begun) : nullptr;
    if (old != nullptr) {
        before = {old->role, old->pieces};
        return Age::moved;
    }
    return older && !saw_too_little_ ? Age::hosts : Age::born;
}

Role Walker::role_of(const Frame& frame, const std::vector<Listed>& entries) const {
    const std::string_view name = name_of(frame.path);
    const bool layout = has_git_layout(entries);
    if (same_name(name, ".git") || frame.parent == Role::worktrees) return Role::git;
    if (frame.parent == Role::git && name == "modules") return layout ? Role::git : Role::modules;
    if (frame.parent == Role::git && name == "worktrees") return layout ? Role::git : Role::worktrees;
    if (frame.parent == Role::modules) {
        const bool head = std::ranges::any_of(entries, [](const Listed& e) { return same_name(e.name, "HEAD"); });
        return head ? Role::git : Role::modules;
    }
    if (layout) return Role::git;
    if (frame.parent == Role::guarded) return is_worktrees(frame.path) ? Role::plain : Role::guarded;
    if (frame.parent == Role::packages || (frame.id != 0 && is_package_store(name))) return Role::packages;
    if (frame.id != 0) {
        const std::string_view parent = std::string_view(frame.path).substr(0, frame.path.rfind('/'));
        if (protected_entry(run_.watch, name_case_, parent, name)) return Role::guarded;
    }
    return Role::plain;
}

std::optional<std::vector<Listed>> Walker::read(const Frame& frame, const std::string& below, const Stat& st) {
    if (st.owner == ::geteuid() && (st.mode & S_IRWXU) != S_IRWXU && ::geteuid() != 0) {
        // Nothing was done inside a directory without the search bit, since changing the bit changes the ctime.
        if (st.changed < run_.start && (st.mode & S_IXUSR) == 0) return std::nullopt;
        if (st.changed >= run_.start) {
            open_up(frame.base->get(), below.c_str());
        }
    }
    auto entries = list_at(frame.base->get(), below.c_str());
    if (entries) return std::move(*entries);
    if (entries.error().code == Errc::invalid) return std::nullopt;  // vanished while another process works here
    // A foreign directory that we may not pass through was closed to the command too.
    if (::faccessat(frame.base->get(), below.c_str(), X_OK, AT_EACCESS) != 0) return std::nullopt;
    // A foreign directory that is not writable was not writable for the command either.
    const bool writable = ::faccessat(frame.base->get(), below.c_str(), W_OK, AT_EACCESS) == 0;
    if (writable || st.owner == ::geteuid()) {
        blind(frame.path, "cannot be listed, so nobody looked into it: " + entries.error().what);
    }
    return std::nullopt;
}

// Reports links in place of a user's directory if protected names are behind them.
void Walker::look_behind_links(const Frame& frame, const std::string& below, const std::vector<Listed>& entries) {
    for (const Listed& entry : entries) {
        if (entry.type != DT_LNK || !known_.was_users_directory(frame.id, entry.name)) continue;
        const std::string link = below + '/' + entry.name, path = frame.path + '/' + entry.name;
        const auto st = stat_at(frame.base->get(), link.c_str());
        if (!st || st->changed < run_.start) continue;
        const auto behind = list_at(frame.base->get(), link.c_str(), Links::followed);
        const bool counts = behind && std::ranges::any_of(*behind, [&](const Listed& found) {
                                return protected_entry(run_.watch, name_case_, path, found.name).has_value();
                            });
        const auto parsed = AbsPath::parse(path);
        if (!counts || !parsed) continue;
        inspector_.suspect(
            {.root = root_, .path = *parsed, .why = "a link in place of a directory, with protected names behind it"});
    }
}

void Walker::descend(const Frame& frame, bool names_do_not_count) {
    const Directory& node = tree_.directories[frame.id];
    if (node.children.empty()) return;
    SharedFd base = frame.base;
    std::size_t base_length = frame.base_length;
    if (frame.path.size() > kLongestPath) return blind(frame.path, "is nested too deeply, so nobody looked into it");
    const bool far = frame.path.size() > frame.base_length + kLongPath;
    if (far || (node.children.size() >= kManyChildren && open_bases_ < kManyOpen)) {
        const SharedFd own(new UniqueFd(::openat(frame.base->get(), relative(frame).c_str(),
                                                 O_PATH | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)),
                           [this](UniqueFd* fd) {
                               --open_bases_;
                               delete fd;
                           });
        ++open_bases_;
        if (*own) {
            base = own;
            base_length = frame.path.size() + 1;
        } else if (far) {
            if (errno != ENOENT) blind(frame.path, describe("is nested too deeply", errno));
            return;
        }
    }
    const bool in_dot_git = frame.in_dot_git || same_name(name_of(frame.path), ".git");
    for (const std::uint32_t child : node.children) {
        const std::string& name = tree_.directories[child].name;
        // git's own directories have entries named after branches and hashes, so the table does not apply to them.
        // Repositories could be hidden there, so they are walked all the same.
        const bool gits_own = node.role == Role::git && in_dot_git && is_git_interior(name);
        stack_.push_back({child, node.role, base, base_length, frame.path + '/' + name, names_do_not_count || gits_own,
                          in_dot_git || same_name(name, ".git")});
    }
}

// Examines the files of a directory. Returns false if the whole directory must be moved away. Sets `names_do_not_count`
// for the directories below.
bool Walker::inspect(ScrubPlace& place, const Frame& frame, const std::vector<Listed>* entries, Before before,
                     bool& names_do_not_count) {
    const Role role = tree_.directories[frame.id].role;
    const bool arrived = place.age == Age::born || place.age == Age::moved;
    const bool new_place = place.age == Age::born && !place.known_path;
    std::vector<Piece> pieces, files;
    for (Piece& piece : before.at_path) {
        const bool known = std::ranges::find(before.pieces, piece.name, &Piece::name) != before.pieces.end();
        if (!known && !piece.noted && !is_gits(piece)) before.pieces.push_back(std::move(piece));
    }
    switch (role) {
        case Role::git: {
            const bool layout_only = is_layout_only(place, frame.parent);
            const std::size_t from = inspector_.suspects.size();
            pieces = inspector_.git_pieces(place, {.before = before.pieces,
                                                   .was_git = before.role == Role::git,
                                                   .as_recorded = entries == nullptr,
                                                   .layout_only = layout_only});
            bool unmade = false;
            for (std::size_t i = from; i < inspector_.suspects.size(); ++i) {
                const AbsPath& taken = inspector_.suspects[i].path;
                if (taken == place.path) return false;
                unmade = unmade || (taken.parent() == place.path && is_layout_name(taken.name()));
            }
            if (unmade) {
                // The directory is no repository any more. The remaining pieces must not be recorded as parts of one.
                pieces.clear();
                tree_.directories[frame.id].role = Role::plain;
                tree_.directories[frame.id].changed = 0;
            }
            std::erase_if(before.pieces, is_gits);
            // A directory that only looks like a repository may be a project of the user.
            const bool project = layout_only && !names_do_not_count && !new_place;
            files = inspector_.file_pieces(place, entries, before.pieces, project ? SeenNames::table : SeenNames::none);
            break;
        }
        case Role::guarded: {
            const bool was_here = place.known_path && !before.at_path.empty();
            if (arrived && !was_here && !names_do_not_count && !is_read_only(run_.watch, place.path) &&
                !holds_worktrees(place, entries)) {
                inspector_.suspect({.root = root_, .path = place.path, .why = "a protected directory that is new"});
                return false;
            }
            place.all_new = arrived && !was_here;
            files = inspector_.file_pieces(place, entries, before.pieces,
                                           names_do_not_count ? SeenNames::every_noted : SeenNames::every);
            break;
        }
        case Role::plain:
        case Role::packages:
            // Names in directories created by a run are not judged later either; anything harmful would have been found
            // when the directory was new.
            names_do_not_count = names_do_not_count || ((new_place || tree_.directories[frame.id].made) &&
                                                        frame.id != 0 && !leads_to_entry(name_of(frame.path)));
            files = inspector_.file_pieces(place, entries, before.pieces,
                                           role == Role::packages ? SeenNames::none
                                           : names_do_not_count   ? SeenNames::table_noted
                                                                  : SeenNames::table);
            break;
        case Role::modules:
        case Role::worktrees: files = inspector_.file_pieces(place, entries, before.pieces, SeenNames::none); break;
    }
    pieces.insert(pieces.end(), std::make_move_iterator(files.begin()), std::make_move_iterator(files.end()));
    tree_.directories[frame.id].pieces = std::move(pieces);
    return true;
}

void Walker::visit(const Frame& frame) {
    const std::string below = relative(frame);
    const auto st = stat_at(frame.base->get(), below.c_str());
    if (!st || !st->directory()) return;  // vanished; its parent will be read again
    const Directory& recorded = tree_.directories[frame.id];
    const bool same_directory = is_same(recorded, *st);
    const bool known_path = recorded.since != 0 && recorded.since <= run_.begun;
    const bool new_path = recorded.since == 0;
    const bool unsettled = inspector_.is_unsettled(frame.path);
    const bool as_recorded = same_directory && recorded.changed == st->changed && !unsettled;
    Before before;
    Age age = age_of(frame, *st, before);
    if (unsettled) age = Age::born;
    if (!same_directory) before.at_path = recorded.pieces;
    if (!same_directory) known_.displace(frame.id);

    std::optional<std::vector<Listed>> entries;
    if (!as_recorded) {
        inspector_.changed = true;
        entries = read(frame, below, *st);
        Directory& node = tree_.directories[frame.id];
        if (!entries) {
            node.changed = 0;
            return;
        }
        const Role role = role_of(frame, *entries);
        if (new_path) node.made = age == Age::born || age == Age::moved;
        if (!same_directory || node.since == 0 || node.role != role) node.since = now_;
        node.role = role;
        node.ino = st->ino;
        node.dev = st->dev;
        node.changed = inspector_.settled(st->changed);
        known_.adopt(frame.id, *entries);
        look_behind_links(frame, below, *entries);
    }
    auto path = AbsPath::parse(frame.path.empty() ? "/" : frame.path);
    if (!path) return;
    ScrubPlace place{.run = run_,
                     .root = root_,
                     .base = frame.base->get(),
                     .below = below,
                     .path = std::move(*path),
                     .age = age,
                     .known_path = known_path,
                     .changed = st->changed >= run_.start,
                     .of_work_tree = frame.parent == Role::worktrees};
    bool names_do_not_count = frame.names_do_not_count;
    if (!inspect(place, frame, entries ? &*entries : nullptr, std::move(before), names_do_not_count)) {
        // If it is still there next time, it counts as new.
        tree_.directories[frame.id] = {.name = tree_.directories[frame.id].name};
        return;
    }
    descend(frame, names_do_not_count);
}

}  // namespace

Seen walk(const AbsPath& root, Tree& tree, const ScrubRun& run) {
    return Walker(root, tree, run).go();
}

}  // namespace postern::scrub
