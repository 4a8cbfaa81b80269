#include "base/file.h"

#include "base/io.h"

#include <system_error>

#include <cerrno>

#include <fcntl.h>
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

}  // namespace

std::string describe_errno(std::string_view doing, int error) {
    return std::string(doing) + ": " + std::generic_category().message(error);
}

Result<std::string> read_fd(int fd, const AbsPath& name, std::size_t limit) {
    struct stat st {};
    if (::fstat(fd, &st) != 0) return io_error("cannot examine", errno, name);
    if (!S_ISREG(st.st_mode)) return fail(Errc::io, "not a regular file", name.text());
    const auto too_big = [&] { return fail(Errc::io, "larger than " + std::to_string(limit) + " bytes", name.text()); };
    if (st.st_size > 0 && static_cast<std::size_t>(st.st_size) > limit) return too_big();
    auto bytes = read_all(fd, limit, static_cast<std::size_t>(st.st_size));
    if (!bytes) return errno == EFBIG ? too_big() : io_error("cannot read", errno, name);
    return std::move(*bytes);
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

std::string read_fact(std::string_view path) {
    const auto file = AbsPath::parse(path);
    return file ? read_file(*file).value_or("") : "";
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
