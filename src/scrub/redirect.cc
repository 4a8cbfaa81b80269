// Judges where a `.git` that is not a directory leads.
#include "scrub/git_directory.h"
#include "scrub/rules.h"

#include <algorithm>
#include <utility>

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <linux/openat2.h>

namespace postern::scrub {
namespace {

constexpr int kMaxHops = 4;  // a work tree's directory, then its repository; git never makes more

// Returns the path of an open directory with all links resolved.
std::optional<AbsPath> real_path(int fd) {
    const auto text = read_link_at(AT_FDCWD, ("/proc/self/fd/" + std::to_string(fd)).c_str());
    if (!text) return std::nullopt;
    const auto path = AbsPath::parse(*text);
    return path ? std::optional(*path) : std::nullopt;
}

UniqueFd open_without_magic(int base, const std::string& path) {
    open_how how{};
    how.flags = O_PATH | O_DIRECTORY | O_CLOEXEC;
    how.resolve = RESOLVE_NO_MAGICLINKS;
    return UniqueFd(static_cast<int>(::syscall(SYS_openat2, base, path.c_str(), &how, sizeof how)));
}

bool inside_roots(const AbsPath& path, const ScrubRun& run) {
    return std::ranges::any_of(run.watch.writable, [&](const AbsPath& root) { return root.contains(path); });
}

// Returns whether the target is the user's own repository. A checkout cannot create a `.git` directory, so one that the
// index knew, or one below another root that is older than the run, was made by the user's own git. A checkout can create
// a bare layout, which is therefore judged by its content.
bool users_own(const AbsPath& target, const Stat& st, const ScrubPlace& place) {
    if ((target.text() + '/').find("/.git/") == std::string::npos || !inside_roots(target, place.run)) return false;
    if (place.root != target && place.root.contains(target)) {
        const std::size_t length = place.root == AbsPath::root() ? 1 : place.root.text().size() + 1;
        if (place.index.knew_repository(target.text().substr(length), place.run.begun)) return true;
    }
    return st.born != 0 && st.born < place.run.start;
}

std::optional<std::string> judge_target(UniqueFd fd, const ScrubPlace& place) {
    const ScrubRun& run = place.run;
    for (int hop = 0; hop < kMaxHops; ++hop) {
        const auto st = stat_at(fd.get(), ".");
        const auto real = real_path(fd.get());
        if (!st || !real) return "leads git to a place that cannot be judged";
        if (users_own(*real, *st, place)) return std::nullopt;
        const auto pieces = read_git_pieces(fd.get(), ".");
        // The repository of a work tree is judged in the next round.
        const ConfigPlace config{.git_directory = *real,
                                 .writable = run.watch.writable,
                                 .of_work_tree = real->parent().name() == "worktrees"};
        bool goes_on = false;
        for (const Piece& piece : pieces) {
            goes_on = goes_on || piece.name == "commondir";
            // What the run made in its roots is judged, and disarmed, where it lies.
            if (run.holds(piece.changed) && inside_roots(*real, run)) continue;
            if (auto why = judge_git_piece(piece, nullptr, config)) {
                return "leads git to " + real->text() + ", where " + piece.name + ' ' + *why;
            }
        }
        if (!goes_on) return std::nullopt;
        // Only `../..` passes judge_git_piece, and stays if it is new.
        fd = UniqueFd(::open(real->parent().parent().text().c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
        if (!fd) return "leads git to a repository that is not there";
    }
    return "leads git too far";
}

}  // namespace

std::optional<std::string> judge_redirect(const ScrubPlace& place, const Piece& piece) {
    const std::string_view kPrefix = "gitdir: ";
    std::string target;
    if (S_ISLNK(piece.mode)) {
        const auto link = read_link_at(place.base, (place.below + '/' + piece.name).c_str());
        if (!link) return std::nullopt;  // gone
        target = *link;
        // A file behind a link may change at any time.
        const auto behind = stat_at(place.base, (place.below + '/' + piece.name).c_str(), Links::followed);
        if (behind && !behind->directory()) return "a .git that is a link to a file";
    } else if (!S_ISREG(piece.mode)) {
        return std::nullopt;  // git ignores sockets and FIFOs
    } else {
        if (!piece.content) return "a .git file too large to be judged";
        if (!piece.content->starts_with(kPrefix)) return std::nullopt;  // git refuses it
        target = piece.content->substr(kPrefix.size());
        while (!target.empty() && (target.back() == '\n' || target.back() == '\r')) target.pop_back();
    }
    if (target.empty()) return std::nullopt;  // git refuses it
    if (target.find('\0') != std::string::npos) return "a .git that git reads only a part of";
    // Resolve the path as git does: the kernel follows links before it applies `..`.
    if (!target.starts_with('/')) target.insert(0, place.below + '/');
    // Refuse /proc/self and similar links, which differ for each process. A target that we cannot open may exist for
    // others, so it is refused too. git cannot use a `.git` that leads nowhere, so moving it away harms nobody.
    UniqueFd fd = open_without_magic(place.base, target);
    if (!fd) return "a .git that leads to a place that cannot be judged";
    if (auto why = judge_target(std::move(fd), place)) return "a .git that " + *why;
    return std::nullopt;
}

}  // namespace postern::scrub
