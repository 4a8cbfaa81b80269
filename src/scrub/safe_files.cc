#include "scrub/safe_files.h"

#include "base/file.h"

#include <array>
#include <memory>
#include <utility>

#include <cerrno>
#include <cstdio>

#include <dirent.h>
#include <sys/sysmacros.h>
#include <unistd.h>

namespace postern::scrub {
namespace {

std::int64_t nanoseconds(const statx_timestamp& time) {
    return time.tv_sec * 1'000'000'000 + time.tv_nsec;
}

int nofollow(Links links) {
    return links == Links::kept ? O_NOFOLLOW : 0;
}

// Uses /proc, because fchmod fails on an O_PATH descriptor, and a name could have become a link.
int change_mode(int fd, mode_t mode) {
    const std::string path = "/proc/self/fd/" + std::to_string(fd);
    return ::chmod(path.c_str(), mode);
}

constexpr std::size_t kMaxLooks = 64;

thread_local Unseen* unseen = nullptr;

// Errors that say what is there, or that nothing is.
bool is_answer(int error) {
    return error == 0 || error == ENOENT || error == ENOTDIR || error == ELOOP || error == ENXIO || error == EFBIG ||
           error == ENAMETOOLONG;
}

struct CloseDir {
    void operator()(DIR* stream) const noexcept { (void)::closedir(stream); }
};

}  // namespace

Unseen::Unseen() : outer_(std::exchange(unseen, this)) {}

Unseen::~Unseen() {
    unseen = outer_;
}

std::vector<Unseen::Look> Unseen::take() {
    return std::exchange(looks_, {});
}

void Unseen::note(int directory, const char* path, int error, int mode) {
    if (unseen == nullptr || is_answer(error)) return;
    const bool closed = error == EACCES && ::faccessat(directory, path, mode, AT_EACCESS) != 0 && errno == EACCES;
    if (!closed && unseen->looks_.size() < kMaxLooks) {
        std::string full = path;
        if (directory != AT_FDCWD && !full.starts_with('/')) {
            std::array<char, 4096> base{};
            const std::string link = "/proc/self/fd/" + std::to_string(directory);
            const ssize_t length = ::readlinkat(AT_FDCWD, link.c_str(), base.data(), base.size());
            full = std::string(base.data(), length > 0 ? static_cast<std::size_t>(length) : 0) + '/' + full;
        }
        unseen->looks_.push_back({std::move(full), error});
    }
    errno = error;
}

std::optional<Stat> stat_at(int directory, const char* path, Links links) {
    struct statx raw {};
    const int flags = AT_NO_AUTOMOUNT | (links == Links::kept ? AT_SYMLINK_NOFOLLOW : 0);
    if (::statx(directory, path, flags, STATX_BASIC_STATS | STATX_BTIME, &raw) != 0) {
        Unseen::note(directory, path, errno, F_OK);
        return std::nullopt;
    }
    return Stat{.ino = raw.stx_ino,
                .dev = makedev(raw.stx_dev_major, raw.stx_dev_minor),
                .size = raw.stx_size,
                .blocks = raw.stx_blocks,
                .changed = nanoseconds(raw.stx_ctime),
                .born = (raw.stx_mask & STATX_BTIME) != 0 ? nanoseconds(raw.stx_btime) : 0,
                .mode = raw.stx_mode,
                .links = raw.stx_nlink,
                .owner = raw.stx_uid,
                .group = raw.stx_gid,
                .written = nanoseconds(raw.stx_mtime)};
}

std::uint64_t identity_of(int directory, const char* path) {
    const auto st = stat_at(directory, path);
    constexpr std::uint64_t kSpread = 0x9E3779B97F4A7C15U;  // 2^64 divided by the golden ratio
    return st ? (st->ino * kSpread) ^ static_cast<std::uint64_t>(st->born) : 0;
}

Result<UniqueFd> open_below(const AbsPath& root, const AbsPath& directory, Missing missing) {
    constexpr int kFlags = O_PATH | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW;
    // No command can change the directory that contains a root.
    const std::string& from = root.contains(directory) ? root.text() : directory.text();
    UniqueFd at(::open(from.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!at) {
        Unseen::note(AT_FDCWD, from.c_str(), errno, F_OK);
        return fail(Errc::io, describe_errno("cannot open", errno), from);
    }
    std::string_view rest = std::string_view(directory.text()).substr(from == "/" ? 0 : from.size());
    while (!rest.empty()) {
        rest.remove_prefix(1);
        const std::string name(rest.substr(0, rest.find('/')));
        rest.remove_prefix(name.size());
        if (name.empty()) break;
        UniqueFd next(::openat(at.get(), name.c_str(), kFlags));
        if (!next && errno == ENOENT && missing == Missing::made) {
            if (::mkdirat(at.get(), name.c_str(), 0777) != 0 && errno != EEXIST) {
                return fail(Errc::io, describe_errno("cannot make its directory again", errno), directory.text());
            }
            next.reset(::openat(at.get(), name.c_str(), kFlags));
        }
        if (!next && errno == EACCES) {
            const Opened passable(at.get(), ".");
            next.reset(::openat(at.get(), name.c_str(), kFlags));
        }
        if (!next) {
            Unseen::note(at.get(), name.c_str(), errno, F_OK);
            return fail(Errc::io, describe_errno("cannot open", errno), directory.text());
        }
        at = std::move(next);
    }
    return at;
}

void open_up(int directory, const char* path) {
    const UniqueFd fd(::openat(directory, path, O_PATH | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW));
    struct stat st {};
    if (!fd || ::fstat(fd.get(), &st) != 0) return;
    (void)change_mode(fd.get(), (st.st_mode & 07777) | S_IRWXU);
}

Opened::Opened(int directory, const char* path)
    // Opening "." would need the search permission that may be missing, so duplicate the descriptor.
    : fd_(std::string_view(path) == "." ? ::fcntl(directory, F_DUPFD_CLOEXEC, 0)
                                        : ::openat(directory, path, O_PATH | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)) {
    if (!fd_) return;
    struct stat st {};
    if (::fstat(fd_.get(), &st) != 0 || st.st_uid != ::geteuid() || (st.st_mode & S_IRWXU) == S_IRWXU) return;
    if (change_mode(fd_.get(), (st.st_mode & 07777) | S_IRWXU) == 0) before_ = st.st_mode & 07777;
}

Opened::~Opened() {
    if (before_) (void)change_mode(fd_.get(), *before_);
}

Result<std::vector<Listed>> list_at(int directory, const char* path, Links links) {
    const int flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | nofollow(links);
    UniqueFd fd(::openat(directory, path, flags));
    if (!fd && errno == EACCES) {
        const Opened readable(directory, path);
        fd.reset(::openat(directory, path, flags));
    }
    if (!fd) {
        const int error = errno;
        Unseen::note(directory, path, error, R_OK);
        const bool gone = error == ENOENT || error == ENOTDIR || error == ELOOP;
        return fail(gone ? Errc::invalid : Errc::io, describe_errno("cannot list", error), path);
    }
    const std::unique_ptr<DIR, CloseDir> stream(::fdopendir(fd.get()));
    if (!stream) {
        Unseen::note(directory, path, errno, R_OK);
        return fail(Errc::io, describe_errno("cannot list", errno), path);
    }
    (void)fd.release();
    std::vector<Listed> out;
    for (;;) {
        errno = 0;
        const dirent* entry = ::readdir(stream.get());
        if (entry == nullptr) break;
        const std::string_view name = entry->d_name;
        if (name == "." || name == "..") continue;
        unsigned char type = entry->d_type;
        if (type == DT_UNKNOWN) {
            const auto st = stat_at(::dirfd(stream.get()), entry->d_name);
            if (!st) continue;  // gone already
            type = static_cast<unsigned char>(IFTODT(st->mode));
        }
        out.push_back({std::string(name), type});
    }
    if (errno != 0) {
        Unseen::note(directory, path, errno, R_OK);
        return fail(Errc::io, describe_errno("cannot list", errno), path);
    }
    return out;
}

UniqueFd open_to_read(int directory, const char* path, Links links) {
    constexpr int kFlags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
    UniqueFd fd(::openat(directory, path, kFlags | nofollow(links)));
    if (fd || errno != EACCES) return fd;
    // A file of ours without the read bit. git cannot read it now either, but the bit is easily set again.
    const UniqueFd found(::openat(directory, path, O_PATH | O_CLOEXEC | nofollow(links)));
    struct stat st {};
    if (!found || ::fstat(found.get(), &st) != 0) return fd;
    if (!S_ISREG(st.st_mode) || st.st_uid != ::geteuid() ||
        change_mode(found.get(), (st.st_mode & 07777) | S_IRUSR) != 0) {
        errno = EACCES;
        return fd;
    }
    fd.reset(::open(("/proc/self/fd/" + std::to_string(found.get())).c_str(), kFlags));
    const int error = errno;
    (void)change_mode(found.get(), st.st_mode & 07777);
    errno = error;
    return fd;
}

ssize_t read_fully(int fd, char* buffer, std::size_t size) {
    std::size_t length = 0;
    while (length < size) {
        const ssize_t n = ::read(fd, buffer + length, size - length);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return -1;
        if (n == 0) break;
        length += static_cast<std::size_t>(n);
    }
    return static_cast<ssize_t>(length);
}

std::optional<std::string> read_at(int directory, const char* path, std::size_t limit, Links links) {
    const UniqueFd fd = open_to_read(directory, path, links);
    errno = fd ? 0 : errno;
    auto content = fd ? read_fd(fd.get(), AbsPath::root(), limit) : fail(Errc::io, "cannot be opened");
    if (content) return std::move(*content);
    Unseen::note(directory, path, errno, R_OK);
    return std::nullopt;
}

int rename_new(int from, const std::string& name, int to, const std::string& as) {
    int error = 0;
    do {
        error = ::renameat2(from, name.c_str(), to, as.c_str(), RENAME_NOREPLACE) == 0 ? 0 : errno;
    } while (error == EINTR);
    if (error != EINVAL && error != ENOSYS) return error;
    // A file system without this flag. A look before has to do.
    if (stat_at(to, as.c_str())) return EEXIST;
    return ::renameat(from, name.c_str(), to, as.c_str()) == 0 ? 0 : errno;
}

std::optional<std::string> read_link_at(int directory, const char* path) {
    std::array<char, 4096> target{};
    const ssize_t length = ::readlinkat(directory, path, target.data(), target.size());
    if (length < 0 && errno != EINVAL) Unseen::note(directory, path, errno, F_OK);
    if (length < 0 || static_cast<std::size_t>(length) == target.size()) return std::nullopt;
    return std::string(target.data(), static_cast<std::size_t>(length));
}

}  // namespace postern::scrub
