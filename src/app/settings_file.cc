#include "app/settings_file.h"

#include "base/file.h"
#include "base/io.h"
#include "base/unique_fd.h"

#include <cerrno>
#include <string>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace postern::app {
namespace {

constexpr const char* kName = "settings.json";
constexpr mode_t kFileMode = 0644;
constexpr mode_t kDirectoryMode = 0755;

Result<UniqueFd> open_directory(const AbsPath& directory) {
    if (::mkdir(directory.text().c_str(), kDirectoryMode) != 0 && errno != EEXIST) {
        return fail(Errc::io, describe_errno("cannot make this directory", errno), directory.text());
    }
    UniqueFd fd(::open(directory.text().c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (fd) return fd;
    if (errno == ELOOP || errno == ENOTDIR) {
        return fail(Errc::invalid, "not a directory, or a symbolic link: nothing was written", directory.text());
    }
    return fail(Errc::io, describe_errno("cannot open this directory", errno), directory.text());
}

Status write_new(int directory, const std::string& name, std::string_view text, const AbsPath& shown) {
    const UniqueFd file(
        ::openat(directory, name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, kFileMode));
    if (!file) return fail(Errc::io, describe_errno("cannot create this file", errno), shown.text());
    int error = 0;
    if (!write_all(file.get(), text)) error = errno;
    if (error == 0 && ::fsync(file.get()) != 0) error = errno;
    if (error == 0) return {};
    (void)::unlinkat(directory, name.c_str(), 0);  // half a file would be an error in every later run
    return fail(Errc::io, describe_errno("cannot write this file", error), shown.text());
}

}  // namespace

Result<AbsPath> write_project_settings(const AbsPath& project, std::string_view text, Replace replace) {
    auto directory = AbsPath::resolve(project, ".postern");
    if (!directory) return directory;
    auto path = AbsPath::resolve(*directory, kName);
    if (!path) return path;
    const auto fd = open_directory(*directory);
    if (!fd) return tl::unexpected(fd.error());

    struct stat there {};
    const bool exists = ::fstatat(fd->get(), kName, &there, AT_SYMLINK_NOFOLLOW) == 0;
    if (exists && !S_ISREG(there.st_mode))
        return fail(Errc::invalid, "not a regular file: left as it is", path->text());
    if (exists && replace == Replace::no) {
        return fail(Errc::invalid, "there are settings already; --force replaces them", path->text());
    }
    if (replace == Replace::no) {
        if (auto done = write_new(fd->get(), kName, text, *path); !done) return tl::unexpected(std::move(done.error()));
        return path;
    }
    // Writes a temporary file and renames it, so that a reader sees either the old file or the new one.
    const std::string beside = std::string(".") + kName + '.' + std::to_string(::getpid());
    auto done = write_new(fd->get(), beside, text, *path);
    if (done && ::renameat(fd->get(), beside.c_str(), fd->get(), kName) != 0) {
        done = fail(Errc::io, describe_errno("cannot put this file in place", errno), path->text());
        (void)::unlinkat(fd->get(), beside.c_str(), 0);  // only the first error is reported
    }
    if (!done) return tl::unexpected(std::move(done.error()));
    return path;
}

}  // namespace postern::app
