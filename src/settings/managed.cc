#include "settings/managed.h"

#include "base/file.h"
#include "base/unique_fd.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>

#include <cerrno>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

namespace postern::settings {
namespace {

tl::unexpected<Error> io_error(std::string_view doing, int error, const AbsPath& path) {
    return fail(Errc::io, describe_errno(doing, error), path.text());
}

Status check_owner(int fd, uid_t owner, const AbsPath& path) {
    struct stat st {};
    if (::fstat(fd, &st) != 0) return io_error("cannot examine", errno, path);
    if (st.st_uid != owner) {
        return fail(Errc::invalid,
                    "managed settings must be owned by uid " + std::to_string(owner) + ", not by uid " +
                        std::to_string(st.st_uid),
                    path.text());
    }
    if ((st.st_mode & (S_IWGRP | S_IWOTH)) != 0) {
        return fail(Errc::invalid, "managed settings must not be writable by group or others; run chmod go-w on it",
                    path.text());
    }
    return {};
}

// Opens and checks a file or directory. Returns nullopt if it does not exist.
Result<std::optional<UniqueFd>> open_checked(int at, const char* name, int flags, uid_t owner, const AbsPath& path) {
    UniqueFd fd(::openat(at, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | flags));
    if (!fd) {
        const int error = errno;
        if (error == ENOENT) return std::nullopt;
        return io_error("cannot open", error, path);
    }
    if (auto checked = check_owner(fd.get(), owner, path); !checked) return tl::unexpected(std::move(checked.error()));
    return std::optional(std::move(fd));
}

Status add_file(int directory, const std::string& name, const AbsPath& path, uid_t owner,
                std::vector<ManagedFile>& files) {
    const auto fd = open_checked(directory, name.c_str(), 0, owner, path);
    if (!fd) return tl::unexpected(fd.error());
    if (!*fd) return {};
    auto bytes = read_fd((*fd)->get(), path);
    if (!bytes) return tl::unexpected(std::move(bytes.error()));
    files.push_back({path, std::move(*bytes)});
    return {};
}

// Returns the sorted names of the drop-ins. Takes ownership of the descriptor.
Result<std::vector<std::string>> list_drop_ins(UniqueFd fd, const AbsPath& path) {
    const std::unique_ptr<DIR, int (*)(DIR*)> stream(::fdopendir(fd.get()), ::closedir);
    if (!stream) return io_error("cannot list", errno, path);
    (void)fd.release();  // the stream owns it now
    std::vector<std::string> names;
    for (;;) {
        errno = 0;
        const dirent* entry = ::readdir(stream.get());
        if (entry == nullptr) break;
        const std::string_view name = static_cast<const char*>(entry->d_name);
        if (!name.starts_with('.') && name.ends_with(".json")) names.emplace_back(name);
    }
    if (errno != 0) return io_error("cannot list", errno, path);
    std::ranges::sort(names);
    return names;
}

Result<AbsPath> inside(const AbsPath& directory, std::string_view name) {
    return AbsPath::resolve(directory, name);
}

Status add_drop_ins(int directory, const AbsPath& path, uid_t owner, std::vector<ManagedFile>& files) {
    auto fd = open_checked(directory, "managed-settings.d", O_DIRECTORY, owner, path);
    if (!fd) return tl::unexpected(std::move(fd.error()));
    if (!*fd) return {};
    const UniqueFd again(::fcntl((*fd)->get(), F_DUPFD_CLOEXEC, 3));  // one to list, one to open files from
    if (!again) return io_error("cannot open", errno, path);
    const auto names = list_drop_ins(std::move(**fd), path);
    if (!names) return tl::unexpected(names.error());
    for (const std::string& name : *names) {
        const auto file = inside(path, name);
        if (!file) return tl::unexpected(file.error());
        if (auto added = add_file(again.get(), name, *file, owner, files); !added) return added;
    }
    return {};
}

}  // namespace

Result<std::vector<ManagedFile>> read_managed(const AbsPath& directory, uid_t owner) {
    std::vector<ManagedFile> files;
    const auto fd = open_checked(AT_FDCWD, directory.text().c_str(), O_DIRECTORY, owner, directory);
    if (!fd) return tl::unexpected(fd.error());
    if (!*fd) return files;
    const std::string base = "managed-settings.json";
    const auto base_path = inside(directory, base);
    if (!base_path) return tl::unexpected(base_path.error());
    if (auto added = add_file((*fd)->get(), base, *base_path, owner, files); !added) {
        return tl::unexpected(std::move(added.error()));
    }
    const auto drop_ins = inside(directory, "managed-settings.d");
    if (!drop_ins) return tl::unexpected(drop_ins.error());
    if (auto added = add_drop_ins((*fd)->get(), *drop_ins, owner, files); !added) {
        return tl::unexpected(std::move(added.error()));
    }
    return files;
}

}  // namespace postern::settings
