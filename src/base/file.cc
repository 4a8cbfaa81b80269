#include "base/file.h"

#include "base/unique_fd.h"

#include <system_error>

#include <cerrno>
#include <cstdlib>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace postern {
namespace {

tl::unexpected<Error> io_error(std::string_view doing, int error, const AbsPath& path) {
    return fail(Errc::io, describe_errno(doing, error), path.text());
}

// O_NONBLOCK keeps the opening of a FIFO from waiting. It has no effect on regular files, which are all that is read.
UniqueFd open_for_reading(const AbsPath& path) {
    return UniqueFd(::open(path.text().c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
}

Status write_all(int fd, std::string_view bytes, const AbsPath& path) {
    while (!bytes.empty()) {
        const ssize_t n = ::write(fd, bytes.data(), bytes.size());
        if (n < 0) {
            const int error = errno;
            if (error == EINTR) continue;
            return io_error("cannot write", error, path);
        }
        bytes.remove_prefix(static_cast<std::size_t>(n));
    }
    return {};
}

// Writes, flushes and renames the temporary file. On failure, the caller removes `temporary`.
Status fill_and_rename(int fd, const std::string& temporary, std::string_view bytes, const AbsPath& path, mode_t mode) {
    if (auto written = write_all(fd, bytes, path); !written) return written;
    if (::fchmod(fd, mode) != 0) return io_error("cannot set the mode", errno, path);
    if (::fsync(fd) != 0) return io_error("cannot flush", errno, path);
    if (::rename(temporary.c_str(), path.text().c_str()) != 0) return io_error("cannot replace", errno, path);
    return {};
}

}  // namespace

Result<UniqueFd> lock_beside(const AbsPath& file) {
    if (Status made = make_directories(file.parent(), 0700); !made)
        return tl::unexpected<Error>(std::move(made.error()));
    const std::string name = file.text() + ".lock";
    UniqueFd lock(::open(name.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (!lock) return fail(Errc::io, describe_errno("cannot open", errno), name);
    while (::flock(lock.get(), LOCK_EX) != 0) {
        if (errno != EINTR) return fail(Errc::io, describe_errno("cannot lock", errno), name);
    }
    return lock;
}

std::string describe_errno(std::string_view doing, int error) {
    return std::string(doing) + ": " + std::generic_category().message(error);
}

Result<std::string> read_fd(int fd, const AbsPath& name, std::size_t limit) {
    struct stat st {};
    if (::fstat(fd, &st) != 0) return io_error("cannot examine", errno, name);
    if (!S_ISREG(st.st_mode)) return fail(Errc::io, "not a regular file", name.text());
    const auto too_big = [&] { return fail(Errc::io, "larger than " + std::to_string(limit) + " bytes", name.text()); };
    if (st.st_size > 0 && static_cast<std::size_t>(st.st_size) > limit) return too_big();
    std::string bytes(static_cast<std::size_t>(st.st_size) + 1, '\0');  // one byte to spare, so that it need not grow
    std::size_t length = 0;
    for (;;) {
        const ssize_t n = ::read(fd, bytes.data() + length, bytes.size() - length);
        if (n < 0) {
            const int error = errno;
            if (error == EINTR) continue;
            return io_error("cannot read", error, name);
        }
        if (n == 0) break;
        length += static_cast<std::size_t>(n);
        if (length > limit) return too_big();
        if (length == bytes.size()) bytes.resize(bytes.size() * 2);  // the file grew meanwhile
    }
    bytes.resize(length);
    return bytes;
}

Result<std::string> read_file(const AbsPath& path, std::size_t limit) {
    const UniqueFd fd = open_for_reading(path);
    if (!fd) return io_error("cannot open", errno, path);
    return read_fd(fd.get(), path, limit);
}

Result<std::optional<std::string>> read_file_if_there(const AbsPath& path, std::size_t limit) {
    const UniqueFd fd = open_for_reading(path);
    if (!fd) {
        const int error = errno;
        // ENOTDIR: a parent is a plain file, so the path cannot exist either.
        if (error == ENOENT || error == ENOTDIR) return std::nullopt;
        return io_error("cannot open", error, path);
    }
    auto bytes = read_fd(fd.get(), path, limit);
    if (!bytes) return tl::unexpected(std::move(bytes.error()));
    return std::optional(std::move(*bytes));
}

Status write_file_atomically(const AbsPath& path, std::string_view bytes, mode_t mode) {
    const AbsPath directory = path.parent();
    std::string temporary = path.text() + ".XXXXXX";
    const UniqueFd fd(::mkostemp(temporary.data(), O_CLOEXEC));
    if (!fd) return io_error("cannot create a temporary file beside it", errno, path);
    if (auto done = fill_and_rename(fd.get(), temporary, bytes, path, mode); !done) {
        (void)::unlink(temporary.c_str());
        return done;
    }
    // A rename survives a power cut only after the directory has reached the disk.
    const UniqueFd dir(::open(directory.text().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!dir) return io_error("cannot open the directory", errno, directory);
    if (::fsync(dir.get()) != 0 && errno != EINVAL)
        return io_error("cannot flush", errno, directory);  // EINVAL: this file system cannot
    return {};
}

Status make_directories(const AbsPath& path, mode_t mode) {
    if (::mkdir(path.text().c_str(), mode) == 0) return {};
    int error = errno;
    if (error == ENOENT) {
        if (auto made = make_directories(path.parent(), mode); !made) return made;
        if (::mkdir(path.text().c_str(), mode) == 0) return {};
        error = errno;
    }
    struct stat st {};
    if (error == EEXIST && ::stat(path.text().c_str(), &st) == 0 && S_ISDIR(st.st_mode)) return {};
    return io_error("cannot create the directory", error, path);
}

}  // namespace postern
