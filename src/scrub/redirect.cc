// Where a `.git` that is not a directory leads, and whether git may be led there.
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

constexpr int kMaxHops = 4;  // a work tree's directory, the repository it belongs to; never more in what git makes

// The path of an open directory with every link in it followed.
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

// A `.git` directory cannot come with a checkout, so one that is older than the run was made by the user's own git.
// A bare layout can come with a checkout: it is judged by what it says.
bool users_own(const AbsPath& target, const Stat& st, const ScrubRun& run) {
    const bool older = st.born != 0 && st.born < run.start;
    return older && inside_roots(target, run) && (target.text() + '/').find("/.git/") != std::string::npos;
}

std::optional<std::string> judge_target(UniqueFd fd, const ScrubRun& run) {
    for (int hop = 0; hop < kMaxHops; ++hop) {
        const auto st = stat_at(fd.get(), ".");
        const auto real = real_path(fd.get());
        if (!st || !real) return "leads git to a place that cannot be judged";
        if (users_own(*real, *st, run)) return std::nullopt;
        const auto pieces = read_git_pieces(fd.get(), ".");
        // The repository that it belongs to is judged by the next hop.
        const ConfigPlace config{.git_directory = *real,
                                 .writable = run.watch.writable,
                                 .of_work_tree = real->parent().name() == "worktrees"};
        bool goes_on = false;
        for (const Piece& piece : pieces) {
            if (auto why = judge_git_piece(piece, nullptr, config)) {
                return "leads git to " + real->text() + ", where " + piece.name + ' ' + *why;
            }
            goes_on = goes_on || piece.name == "commondir";
        }
        if (!goes_on) return std::nullopt;
        // The only commondir that is judged harmless.
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
        // A link to a file is as good as that file, which may change at any time.
        const auto behind = stat_at(place.base, (place.below + '/' + piece.name).c_str(), Links::followed);
        if (behind && !behind->directory()) return "a .git that is a link to a file";
    } else if (!S_ISREG(piece.mode)) {
        return std::nullopt;  // git passes over sockets and FIFOs
    } else {
        if (!piece.content) return "a .git file too large to be judged";
        if (!piece.content->starts_with(kPrefix)) return std::nullopt;  // git refuses it
        target = piece.content->substr(kPrefix.size());
        while (!target.empty() && (target.back() == '\n' || target.back() == '\r')) target.pop_back();
    }
    if (target.empty()) return std::nullopt;  // git refuses it
    if (target.find('\0') != std::string::npos) return "a .git that git reads only a part of";
    // Taken as git takes it: the kernel follows links before it goes up.
    if (!target.starts_with('/')) target.insert(0, place.below + '/');
    // But not by way of /proc/self and its like, which lead everyone somewhere else. What is not there for us may be for
    // others; git can do nothing with a `.git` that leads nowhere, so nobody misses it.
    UniqueFd fd = open_without_magic(place.base, target);
    if (!fd) return "a .git that leads to a place that cannot be judged";
    if (auto why = judge_target(std::move(fd), place.run)) return "a .git that " + *why;
    return std::nullopt;
}

}  // namespace postern::scrub
