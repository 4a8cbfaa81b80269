#include "guard/git_config_change.h"

#include "base/file.h"
#include "base/io.h"

#include <algorithm>
#include <cerrno>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace postern::guard {
namespace {

constexpr std::size_t kLargestConfig = 1U << 20U;
constexpr int kReading = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;

tl::unexpected<Error> io_failure(std::string_view doing, const AbsPath& file) {
    return fail(Errc::io, describe_errno(doing, errno), file.text());
}

bool same_file(const struct stat& a, const struct stat& b) {
    return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

Result<std::string> text_of_plain(int fd, const AbsPath& file) {
    return read_fd(fd, file, kLargestConfig);
}

}  // namespace

bool is_config_name(std::string_view name) {
    return name == "config" || name == "config.worktree" || name == ".gitmodules";
}

Result<ConfigChange> read_change(const ConfigRename& rename) {
    const UniqueFd fresh(::openat(rename.directory.get(), rename.from.c_str(), kReading));
    if (!fresh) return io_failure("cannot open what is to be renamed", rename.to);
    auto after = text_of_plain(fresh.get(), rename.to);
    if (!after) return tl::unexpected(after.error());
    ConfigChange out{.file = rename.to, .before = {}, .after = std::move(*after)};
    const UniqueFd old(::open(rename.to.text().c_str(), kReading));
    if (!old) {
        if (errno == ENOENT) return out;
        return io_failure("cannot open", rename.to);
    }
    struct stat here {
    }, there{};
    if (::fstat(old.get(), &here) != 0 ||
        ::fstatat(rename.directory.get(), std::string(rename.to.name()).c_str(), &there, AT_SYMLINK_NOFOLLOW) != 0 ||
        !same_file(here, there)) {
        return fail(Errc::invalid, "is another file than the one inside", rename.to.text());
    }
    auto before = text_of_plain(old.get(), rename.to);
    if (!before) return tl::unexpected(before.error());
    out.before = std::move(*before);
    return out;
}

Status apply_change(const ConfigRename& rename, const ConfigChange& change) {
    const UniqueFd lock(::openat(rename.directory.get(), rename.from.c_str(), kReading));
    const UniqueFd file(::open(rename.to.text().c_str(), O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    if (!lock || !file) return io_failure("cannot open for writing", rename.to);
    if (::fsync(lock.get()) != 0) return io_failure("cannot flush", rename.to);
    // Newlines fill the text up to its old length, so that a reader between the two calls sees a valid file.
    std::string text = change.after;
    text.resize(std::max(text.size(), change.before ? change.before->size() : 0), '\n');
    if (::pwrite(file.get(), text.data(), text.size(), 0) != static_cast<ssize_t>(text.size())) {
        const int error = errno;
        if (change.before) {
            (void)::pwrite(file.get(), change.before->data(), change.before->size(), 0);
            (void)::ftruncate(file.get(), static_cast<off_t>(change.before->size()));
        }
        errno = error;
        return io_failure("cannot write", rename.to);
    }
    if (::ftruncate(file.get(), static_cast<off_t>(change.after.size())) != 0 || ::fsync(file.get()) != 0) {
        return io_failure("cannot finish writing", rename.to);
    }
    (void)::unlinkat(rename.directory.get(), rename.from.c_str(), 0);  // a left lock is the caller's to see
    return {};
}

}  // namespace postern::guard
