#include "base/io.h"

#include "base/file.h"
#include "base/hash.h"
#include "base/quote.h"
#include "base/text.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <thread>

#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

namespace postern {
namespace {

constexpr std::size_t kFirstRead = 4096;  // files below /proc say that they are empty

tl::unexpected<Error> io_error(std::string_view doing, int error, const std::string& name) {
    return fail(Errc::io, describe_errno(doing, error), name);
}

// Returns " (process 7, NAME)" for the process that took the lock on the file, or nothing if the kernel does not tell.
std::string holder_of(int fd) {
    struct stat st {};
    if (::fstat(fd, &st) != 0) return {};
    std::array<char, 64> file{};
    (void)std::snprintf(file.data(), file.size(), " %02x:%02x:%ju ", major(st.st_dev), minor(st.st_dev),
                        static_cast<std::uintmax_t>(st.st_ino));
    const std::string locks = read_fact("/proc/locks");
    for (const std::string_view line : split(locks, '\n')) {
        const std::size_t at = line.find(file.data());
        if (at == std::string_view::npos || line.find("->") != std::string_view::npos) continue;
        const std::string pid(line.substr(0, at).substr(line.substr(0, at).rfind(' ') + 1));
        const std::string name = read_fact("/proc/" + pid + "/comm");
        if (!name.empty()) return " (process " + pid + ", " + printable(trimmed(name, "\n")) + ')';
    }
    return {};
}

Status fill(int fd, std::string_view bytes, mode_t mode, Flush flush, const std::string& name) {
    if (!write_all(fd, bytes)) return io_error("cannot write", errno, name);
    if (::fchmod(fd, mode & 07777) != 0) return io_error("cannot set the mode", errno, name);
    if (flush == Flush::to_disk && ::fsync(fd) != 0) return io_error("cannot flush", errno, name);
    return {};
}

// The rename survives a power cut only once the directory is on disk. `directory` may have been opened with O_PATH.
Status flush_directory(int directory, const std::string& name) {
    const UniqueFd fd(::openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!fd) return io_error("cannot open its directory", errno, name);
    if (::fsync(fd.get()) != 0 && errno != EINVAL) return io_error("cannot flush its directory", errno, name);
    return {};  // EINVAL: the file system has nothing to flush
}

}  // namespace

bool write_all(int fd, std::string_view bytes) noexcept {
    while (!bytes.empty()) {
        const ssize_t n = ::write(fd, bytes.data(), bytes.size());
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(n));
    }
    return true;
}

bool write_all_within(std::chrono::milliseconds patience, int fd, std::string_view bytes) noexcept {
    using std::chrono::steady_clock;
    const auto deadline = steady_clock::now() + patience;
    while (!bytes.empty()) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - steady_clock::now()).count();
        pollfd room{.fd = fd, .events = POLLOUT, .revents = 0};
        const int ready = left > 0 ? ::poll(&room, 1, static_cast<int>(left)) : 0;
        if (ready == 0 || (ready < 0 && errno != EINTR)) return false;
        const ssize_t n = ready > 0 ? ::write(fd, bytes.data(), bytes.size()) : 0;
        if (n < 0 && errno != EINTR && errno != EAGAIN) return false;
        bytes.remove_prefix(n > 0 ? static_cast<std::size_t>(n) : 0);
    }
    return true;
}

std::optional<std::string> read_all(int fd, std::size_t limit, std::size_t expected) {
    // One byte more than expected, so that the end is seen without another allocation.
    std::string bytes(expected == 0 ? kFirstRead : std::min(expected, limit) + 1, '\0');
    std::size_t length = 0;
    for (;;) {
        const ssize_t n = ::read(fd, bytes.data() + length, bytes.size() - length);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return std::nullopt;
        if (n == 0) break;
        length += static_cast<std::size_t>(n);
        if (length > limit) {
            errno = EFBIG;
            return std::nullopt;
        }
        if (length == bytes.size()) bytes.resize(bytes.size() * 2);
    }
    bytes.resize(length);
    return bytes;
}

std::string unused_name(std::string_view prefix) {
    std::array<char, 8> random{};
    // Without random bytes the name may be taken, and O_EXCL says so.
    (void)!::getrandom(random.data(), random.size(), 0);
    return std::string(prefix) + hex({random.data(), random.size()});
}

Status replace_at(int directory, const std::string& name, std::string_view bytes, mode_t mode, Flush flush,
                  const std::string& temporary) {
    const UniqueFd fd(
        ::openat(directory, temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (!fd) return io_error("cannot create a temporary file beside it", errno, name);
    Status done = fill(fd.get(), bytes, mode, flush, name);
    if (done && ::renameat(directory, temporary.c_str(), directory, name.c_str()) != 0) {
        done = io_error("cannot replace", errno, name);
    }
    if (!done) {
        (void)::unlinkat(directory, temporary.c_str(), 0);
        return done;
    }
    return flush == Flush::to_disk ? flush_directory(directory, name) : done;
}

Status check_private(int fd, const std::string& name) {
    struct stat st {};
    if (::fstat(fd, &st) != 0) return io_error("cannot examine", errno, name);
    if (st.st_uid != ::geteuid()) return fail(Errc::invalid, "belongs to another user", name);
    if ((st.st_mode & (S_IWGRP | S_IWOTH)) != 0) return fail(Errc::invalid, "is writable by others", name);
    return {};
}

Status wait_for_lock(int fd, LockKind kind, std::chrono::milliseconds patience, const std::string& name) {
    const auto until = std::chrono::steady_clock::now() + patience;
    while (::flock(fd, (kind == LockKind::shared ? LOCK_SH : LOCK_EX) | LOCK_NB) != 0) {
        if (errno != EWOULDBLOCK && errno != EINTR) return io_error("cannot lock", errno, name);
        if (std::chrono::steady_clock::now() >= until) {
            return fail(Errc::io, "another process holds the lock" + holder_of(fd), name);
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return {};
}

Result<UniqueFd> lock_at(int directory, const std::string& name, std::chrono::milliseconds patience) {
    const auto until = std::chrono::steady_clock::now() + patience;
    for (;;) {
        UniqueFd fd(::openat(directory, name.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600));
        if (!fd) return io_error("cannot open", errno, name);
        if (Status ours = check_private(fd.get(), name); !ours) return tl::unexpected<Error>(std::move(ours.error()));
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
        if (Status locked = wait_for_lock(fd.get(), LockKind::exclusive, left, name); !locked)
            return tl::unexpected<Error>(std::move(locked.error()));
        // A lock on a file that was removed meanwhile keeps nobody away.
        struct stat held {
        }, there{};
        if (::fstat(fd.get(), &held) != 0) return io_error("cannot examine", errno, name);
        if (::fstatat(directory, name.c_str(), &there, AT_SYMLINK_NOFOLLOW) == 0 && there.st_ino == held.st_ino &&
            there.st_dev == held.st_dev) {
            return fd;
        }
        if (std::chrono::steady_clock::now() >= until) return fail(Errc::io, "is made and removed all the time", name);
    }
}

StandardFds::StandardFds() {
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd) {
        if (::fcntl(fd, F_GETFD) != -1) continue;
        // open takes the lowest free number, which is this one.
        filled_[static_cast<std::size_t>(fd)].reset(
            ::open("/dev/null", (fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) | O_CLOEXEC));
    }
}

}  // namespace postern
