#include "scrub/walk.h"

#include "scrub/behind_link.h"
#include "scrub/directory_before.h"
#include "scrub/directory_role.h"
#include "scrub/git_directory.h"
#include "scrub/inspector.h"
#include "scrub/known_tree.h"
#include "scrub/permits.h"
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

// Place of a directory relative to the git directories above it.
enum class GitInside : std::uint8_t {
    project,
    git,   // in a directory called .git
    data,  // below objects, refs or another directory of git's own
};

// A directory yet to be visited.
struct Frame {
    std::uint32_t id;
    Role parent = Role::plain;
    SharedFd base;
    std::size_t base_length;  // length of `path` up to and including the slash after the base
    std::string path;
    GitInside inside = GitInside::project;
    // Of the directory above, as in ScrubPlace. `brought`: it was moved to a path that the index did not know.
    bool made = false, moved = false, brought = false;
};

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
            Unseen::note(AT_FDCWD, root_.text().c_str(), errno, X_OK);
            tree_.directories.clear();
            return {std::move(inspector_.suspects), true};
        }
        if (tree_.directories.empty()) tree_.directories.push_back({});
        tree_.walked = now_;
        std::string path = root_.text();
        if (path == "/") path.clear();
        const std::size_t length = path.size() + 1;
        const bool in_git = (path.substr(0, path.rfind('/')) + '/').find("/.git/") != std::string::npos;
        stack_.push_back({.id = 0,
                          .base = std::move(base),
                          .base_length = length,
                          .path = std::move(path),
                          .inside = in_git ? GitInside::git : GitInside::project});
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
    void look_behind(const Frame& frame, const std::string& below, const Stat& link);
    [[nodiscard]] bool was_moved(const Frame& frame, const Stat& st, const Directory* old) const;
    [[nodiscard]] bool was_made(const Frame& frame, const Stat& st, const ScrubPlace& place) const;
    std::optional<std::vector<Listed>> read(const Frame& frame, const std::string& below, const Stat& st);
    std::optional<std::vector<Listed>> refresh(const Frame& frame, const Stat& st, ScrubPlace& place);
    void record(const Frame& frame, const Stat& st, Role role, const ScrubPlace& place);
    void miss(const ScrubPlace& place, const std::vector<std::uint32_t>& gone);
    void descend(const Frame& frame, const ScrubPlace& place);
    [[nodiscard]] bool inspect(ScrubPlace& place, const Frame& frame, const std::vector<Listed>* entries,
                               Before before);
    [[nodiscard]] std::vector<Piece> inspect_git(const ScrubPlace& place, const Frame& frame,
                                                 const std::vector<Listed>* entries, const Before& before);

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

// `old` is the directory that had this inode before the run, at whatever path.
bool Walker::was_moved(const Frame& frame, const Stat& st, const Directory* old) const {
    if (inspector_.is_unsettled(frame.path)) return true;
    const Directory& recorded = tree_.directories[frame.id];
    if (old == &recorded || (!frame.moved && !run_.holds(st.changed))) return false;
    if (old != nullptr) return true;
    // Unless it was just made, it may come from a place that nobody could look into.
    return saw_too_little_ && recorded.since == 0 && !run_.holds(st.born);
}

// Returns whether the run made the directory at a path that was free. Decides by its birth, which a command cannot set;
// a file system that knows no births gets no exemption. Directories that lead to protected paths are none of a new project.
bool Walker::was_made(const Frame& frame, const Stat& st, const ScrubPlace& place) const {
    return !place.known && !place.moved && frame.id != 0 && st.born != 0 && run_.holds(st.born) &&
           !leads_to_entry(name_of(frame.path));
}

std::optional<std::vector<Listed>> Walker::read(const Frame& frame, const std::string& below, const Stat& st) {
    if (st.owner == ::geteuid() && (st.mode & S_IRWXU) != S_IRWXU && ::geteuid() != 0) {
        // Nothing was done inside a directory without the search bit, since changing the bit changes the ctime.
        if (st.changed < run_.start && (st.mode & S_IXUSR) == 0) return std::nullopt;
        if (st.changed >= run_.start) open_up(frame.base->get(), below.c_str());
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

// Reports a link that the run put in place of a known directory, if names that count are behind it. Such a link is
// looked behind after each run, since what it leads to may change.
void Walker::look_behind(const Frame& frame, const std::string& below, const Stat& link) {
    Directory& recorded = tree_.directories[frame.id];
    const bool known = recorded.since != 0 && recorded.since <= run_.begun;
    const bool seen_before = recorded.ino == 0 && recorded.changed == link.changed;
    const auto path = AbsPath::parse(frame.path);
    if (!known || !path || (!run_.holds(link.changed) && !seen_before)) return;
    if (leads_to_names({run_.watch, name_case_, frame.base->get()}, below, *path)) {
        inspector_.suspect(
            {.root = root_, .path = *path, .why = "a link in place of a directory, with protected names behind it"});
    } else if (!seen_before) {
        recorded.changed = link.changed;
        inspector_.changed = true;
    }
}

void Walker::descend(const Frame& frame, const ScrubPlace& place) {
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
    const bool dot_git = same_name(name_of(frame.path), ".git");
    for (const std::uint32_t child : node.children) {
        const std::string& name = tree_.directories[child].name;
        // git's own directories have entries named after branches and hashes, so the table does not apply to them.
        // Repositories could be hidden there, so they are walked all the same.
        const bool gits_own = frame.inside == GitInside::data || (node.role == Role::git && is_git_interior(name));
        const bool in_git = dot_git || frame.inside != GitInside::project || frame.parent == Role::modules;
        stack_.push_back({.id = child,
                          .parent = node.role,
                          .base = base,
                          .base_length = base_length,
                          .path = frame.path + '/' + name,
                          .inside = gits_own ? GitInside::data
                                    : in_git ? GitInside::git
                                             : GitInside::project,
                          .made = place.made,
                          .moved = place.moved,
                          .brought = place.moved && !place.known});
    }
}

// Judges the files of protected directories that are gone from this directory.
void Walker::miss(const ScrubPlace& place, const std::vector<std::uint32_t>& gone) {
    if (!place.known || place.moved || place.made || !run_.holds(place.changed)) return;
    std::vector<std::pair<std::uint32_t, AbsPath>> pending;
    for (const std::uint32_t id : gone) {
        if (known_.at(id).role != Role::guarded) continue;
        pending.emplace_back(id, AbsPath::resolve(place.path, known_.at(id).name).value_or(place.path));
    }
    while (!pending.empty()) {
        auto [id, path] = std::move(pending.back());
        pending.pop_back();
        for (const std::uint32_t child : known_.at(id).children) {
            pending.emplace_back(child, AbsPath::resolve(path, known_.at(child).name).value_or(path));
        }
        ScrubPlace inner = place;
        inner.path = std::move(path);
        inspector_.gone(inner, known_.at(id).pieces);
    }
}

std::vector<Piece> Walker::inspect_git(const ScrubPlace& place, const Frame& frame, const std::vector<Listed>* entries,
                                       const Before& before) {
    const std::size_t from = inspector_.suspects.size();
    auto pieces = inspector_.git_pieces(place, {.before = before.pieces,
                                                .was_git = before.role == Role::git,
                                                .as_recorded = entries == nullptr,
                                                .layout_only = is_layout_only(place, frame.parent)});
    const bool unmade = std::any_of(inspector_.suspects.begin() + static_cast<std::ptrdiff_t>(from),
                                    inspector_.suspects.end(), [&](const Suspect& one) {
                                        return !one.harmless && before.role != Role::git &&
                                               is_layout_only(place, frame.parent) && one.path.parent() == place.path &&
                                               is_layout_name(one.path.name());
                                    });
    if (unmade) {
        // The directory is no repository any more. The remaining pieces must not be recorded as parts of one.
        pieces.clear();
        tree_.directories[frame.id].role = before.role;
        tree_.directories[frame.id].changed = 0;
    }
    return pieces;
}

// Examines the files of a directory. Returns false if the whole directory must be moved away.
bool Walker::inspect(ScrubPlace& place, const Frame& frame, const std::vector<Listed>* entries, Before before) {
    using Which = SeenNames::Which;
    std::vector<Piece> pieces;
    SeenNames names{.which = Which::none, .in_git = frame.inside != GitInside::project};
    switch (tree_.directories[frame.id].role) {
        case Role::git:
            pieces = inspect_git(place, frame, entries, before);
            std::erase_if(before.pieces, is_gits);
            names.in_git = names.pieces_apart = true;
            // A directory that only looks like a repository may be a project of the user.
            if (is_layout_only(place, frame.parent)) names.which = Which::table;
            break;
        case Role::guarded: {
            const bool comes_along = frame.brought && before.role == Role::guarded;
            if (!place.known && !place.made && !comes_along && is_all_new(place, entries) &&
                !is_read_only(run_.watch, place.path) && !permits_below(run_.watch, place.path) &&
                !holds_worktrees(place, entries)) {
                inspector_.suspect({.root = root_, .path = place.path, .why = "a protected directory that is new"});
                return false;
            }
            names.which = Which::every;
            break;
        }
        case Role::plain: names.which = frame.inside == GitInside::data ? Which::none : Which::table; break;
        case Role::packages:
        case Role::modules:
        case Role::worktrees: break;
    }
    auto files = inspector_.file_pieces(place, entries, before.pieces, names);
    pieces.insert(pieces.end(), std::make_move_iterator(files.begin()), std::make_move_iterator(files.end()));
    tree_.directories[frame.id].pieces = std::move(pieces);
    return true;
}

void Walker::record(const Frame& frame, const Stat& st, Role role, const ScrubPlace& place) {
    Directory& node = tree_.directories[frame.id];
    if (node.since == 0) node.made = place.moved || (st.born != 0 && run_.holds(st.born));
    if (node.since == 0 || node.role != role) node.since = now_;
    node.role = role;
    node.ino = st.ino;
    node.dev = st.dev;
    node.changed = inspector_.settled(st.changed);
}

// Reads a directory that is not as recorded, and records it. Returns nullopt if it cannot be read.
std::optional<std::vector<Listed>> Walker::refresh(const Frame& frame, const Stat& st, ScrubPlace& place) {
    inspector_.changed = true;
    auto entries = read(frame, place.below, st);
    if (!entries) {
        tree_.directories[frame.id].changed = 0;
        return entries;
    }
    record(frame, st, role_of({run_.watch, name_case_, frame.path, frame.parent, frame.id == 0}, *entries), place);
    place.made = frame.made || (may_be_project(tree_.directories[frame.id].role) && was_made(frame, st, place));
    miss(place, known_.adopt(frame.id, *entries));
    return entries;
}

void Walker::visit(const Frame& frame) {
    const std::string below = relative(frame);
    const auto st = stat_at(frame.base->get(), below.c_str());
    if (st && st->link()) look_behind(frame, below, *st);
    if (!st || !st->directory()) return;  // vanished; its parent will be read again
    auto path = AbsPath::parse(frame.path.empty() ? "/" : frame.path);
    if (!path) return;
    const Directory& recorded = tree_.directories[frame.id];
    const bool known = recorded.since != 0 && recorded.since <= run_.begun;
    const bool same_inode = recorded.ino == st->ino && recorded.dev == st->dev;
    const Directory* old = known && same_inode ? &recorded : known_.formerly(*st, run_.begun);
    ScrubPlace place{.run = run_,
                     .index = known_,
                     .root = root_,
                     .base = frame.base->get(),
                     .below = below,
                     .path = std::move(*path),
                     .changed = st->changed,
                     .known = known,
                     .moved = was_moved(frame, *st, old),
                     .later = st->born > run_.end,
                     .of_work_tree = frame.parent == Role::worktrees};
    Before before = before_of(place, recorded, old);
    const bool as_recorded = known && same_inode && recorded.changed == st->changed && !place.moved;
    if (!same_inode) known_.displace(frame.id);

    std::optional<std::vector<Listed>> entries;
    if (!as_recorded) {
        entries = refresh(frame, *st, place);
        if (!entries) return;
    } else {
        place.made = frame.made;
    }
    if (!inspect(place, frame, entries ? &*entries : nullptr, std::move(before))) {
        // If it is still there next time, it counts as new.
        tree_.directories[frame.id] = {.name = tree_.directories[frame.id].name};
        return;
    }
    descend(frame, place);
}

}  // namespace

Seen walk(const AbsPath& root, Tree& tree, const ScrubRun& run) {
    return Walker(root, tree, run).go();
}

}  // namespace postern::scrub
