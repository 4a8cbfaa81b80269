#include "guard/open_path.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <string>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <linux/magic.h>
#include <linux/openat2.h>

namespace postern::guard {
namespace {

constexpr int kMostTries = 100;
constexpr int kMostLinks = 40;  // as the kernel
constexpr int kAsPath = O_PATH | O_CLOEXEC;

UniqueFd open_with(int directory, const std::string& path, LastLink last, int flags, std::uint64_t resolve) {
    open_how how{};
    how.flags = static_cast<std::uint64_t>(flags) | (last == LastLink::kept ? std::uint64_t{O_NOFOLLOW} : 0);
    how.resolve = resolve;
    // openat2 fails with EAGAIN at a `..` while any file on this machine is being renamed, so try again.
    for (int tries = 1;; ++tries) {
        UniqueFd found(static_cast<int>(::syscall(SYS_openat2, directory, path.c_str(), &how, sizeof how)));
        if (found || errno != EAGAIN || tries == kMostTries) return found;
    }
}

UniqueFd failed(int error) {
    errno = error;
    return UniqueFd();
}

// Returns "a" of "a//b/c" and shortens the path to "b/c".
std::string next_component(std::string& path) {
    const std::size_t begin = std::min(path.find_first_not_of('/'), path.size());
    const std::size_t end = std::min(path.find('/', begin), path.size());
    std::string out = path.substr(begin, end - begin);
    path.erase(0, std::min(path.find_first_not_of('/', end), path.size()));
    return out;
}

bool is_link(int fd) {
    struct stat st {};
    return ::fstat(fd, &st) == 0 && S_ISLNK(st.st_mode);
}

// Returns the text of a link, or an empty one with errno set. A link of /proc leads to a file and not to the file's
// name, so it has no text that could be followed.
std::string text_of_link(int fd) {
    struct statfs system {};
    if (::fstatfs(fd, &system) != 0 || system.f_type == PROC_SUPER_MAGIC) return errno = ELOOP, std::string();
    std::array<char, PATH_MAX> text;  // filled by readlinkat
    const ssize_t length = ::readlinkat(fd, "", text.data(), text.size());
    if (length <= 0 || static_cast<std::size_t>(length) == text.size()) return errno = ENAMETOOLONG, std::string();
    return {text.data(), static_cast<std::size_t>(length)};
}

UniqueFd reopen(UniqueFd found, int flags) {
    if ((flags & O_PATH) != 0) return found;
    return UniqueFd(::open(("/proc/self/fd/" + std::to_string(found.get())).c_str(), flags));
}

// Goes from component to component. Needed for paths that leave `start` by `..` or by a link.
UniqueFd walk(int root, UniqueFd at, std::string rest, LastLink last, int flags) {
    for (int links = 0;;) {
        const bool directory_wanted = rest.ends_with('/');
        const std::string name = next_component(rest);
        if (name.empty()) return reopen(std::move(at), flags);
        if (name == ".") continue;
        if (name == "..") {
            if (same_directory(at.get(), root)) continue;
            at = UniqueFd(::openat(at.get(), "..", kAsPath | O_DIRECTORY));
            if (!at) return at;
            continue;
        }
        UniqueFd next(::openat(at.get(), name.c_str(), kAsPath | O_NOFOLLOW));
        if (!next) return next;
        const bool ends_here = rest.empty() && !directory_wanted;
        if (!is_link(next.get()) || (ends_here && last == LastLink::kept)) {
            at = std::move(next);
            continue;
        }
        if (++links > kMostLinks) return failed(ELOOP);
        const std::string target = text_of_link(next.get());
        if (target.empty()) return UniqueFd();
        rest = target + (ends_here ? "" : "/") + rest;
        if (target.starts_with('/')) return open_in_root(root, rest, last, flags);
    }
}

}  // namespace

bool same_directory(int a, int b) {
    constexpr unsigned kWanted = STATX_INO | STATX_MNT_ID;
    struct statx one {
    }, other{};
    if (::statx(a, "", AT_EMPTY_PATH, kWanted, &one) != 0 || ::statx(b, "", AT_EMPTY_PATH, kWanted, &other) != 0) {
        return false;
    }
    return one.stx_ino == other.stx_ino && one.stx_dev_major == other.stx_dev_major &&
           one.stx_dev_minor == other.stx_dev_minor && one.stx_mnt_id == other.stx_mnt_id;
}

UniqueFd open_in_root(int root, std::string_view path, LastLink last, int flags) {
    return open_with(root, std::string(path), last, flags, RESOLVE_IN_ROOT);
}

UniqueFd open_from(int root, UniqueFd start, std::string_view path, LastLink last, int flags) {
    const std::string relative(path);
    UniqueFd found = open_with(start.get(), relative, last, flags, RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS);
    if (found || errno != EXDEV) return found;
    return walk(root, std::move(start), relative, last, flags);
}

}  // namespace postern::guard
