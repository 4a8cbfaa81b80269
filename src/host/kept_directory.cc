#include "host/kept_directory.h"

#include "base/file.h"
#include "base/hash.h"
#include "base/io.h"
#include "base/text.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

namespace postern::host {
namespace {

// The name until the first run is over. All runs that find an empty store make the same.
constexpr std::string_view kFirst = "first";
constexpr std::size_t kRandomBytes = 16;
constexpr std::size_t kLongestStem = 100;  // of the name that something in the way gets
// Postern itself holds the lock of a store for moments only. A command that has no namespaces can hold it longer.
constexpr auto kPatience = std::chrono::seconds(5);

std::string random_name() {
    std::array<char, kRandomBytes> bytes{};
    if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) return {};
    return hex({bytes.data(), bytes.size()});
}

// Opens a directory of this user's, which may be missing, and closes it to others: a command may have opened it.
Result<UniqueFd> own_directory(int parent, const std::string& name, const std::string& shown) {
    if (::mkdirat(parent, name.c_str(), 0700) != 0 && errno != EEXIST) {
        return fail(Errc::io, describe_errno("cannot be made, for commands to keep files in", errno), shown);
    }
    const UniqueFd found(::openat(parent, name.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    struct stat st {};
    if (!found || ::fstat(found.get(), &st) != 0 || st.st_uid != ::geteuid()) {
        return fail(Errc::io, "must be a directory of yours, and no link", shown);
    }
    const std::string through = "/proc/self/fd/" + std::to_string(found.get());
    if ((st.st_mode & 07777) != 0700 && ::chmod(through.c_str(), 0700) != 0) {
        return fail(Errc::io, describe_errno("cannot be closed to others", errno), shown);
    }
    UniqueFd fd(::open(through.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!fd) return fail(Errc::io, describe_errno("cannot be opened", errno), shown);
    return fd;
}

// Returns the name of the content, or nullopt if there is none yet. There is never more than one, except after somebody
// copied one; then it is the first by name.
Result<std::optional<std::string>> content_name(int store, const AbsPath& shown) {
    const auto refused = [&] { return fail(Errc::io, describe_errno("cannot be listed", errno), shown.text()); };
    UniqueFd again(::openat(store, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!again) return refused();
    const std::unique_ptr<DIR, int (*)(DIR*)> open(::fdopendir(again.get()), ::closedir);
    if (!open) return refused();
    (void)again.release();
    std::optional<std::string> out;
    for (errno = 0; const dirent* entry = ::readdir(open.get()); errno = 0) {
        const std::string_view name = entry->d_name;
        if (name != kFirst && from_hex(name).value_or("").size() != kRandomBytes) continue;
        if (!out || name < *out) out = name;
    }
    if (errno != 0) return refused();
    return out;
}

// Gives the content another name, unless a run has locked the store.
Status rename_content(int store, const AbsPath& shown) {
    if (::flock(store, LOCK_EX | LOCK_NB) != 0) return {};
    const auto now = content_name(store, shown);
    const std::string next = random_name();
    const bool done = now && (!*now || (!next.empty() && ::renameat(store, (*now)->c_str(), store, next.c_str()) == 0));
    const int error = errno;
    (void)::flock(store, LOCK_UN);
    if (done) return {};
    if (!now) return tl::unexpected<Error>(now.error());
    return fail(Errc::io, describe_errno("what commands keep here cannot be renamed", error), shown.text());
}

// Gives what a command left in the place of a mount point another name. Where it was, nobody would have seen it.
bool set_aside(int directory, const std::string& name) {
    const std::string other = unused_name(name.substr(0, kLongestStem) + ".covered-");
    return ::renameat2(directory, name.c_str(), directory, other.c_str(), RENAME_NOREPLACE) == 0;
}

bool make_file(int directory, const std::string& name) {
    const UniqueFd file(::openat(directory, name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    struct stat st {};
    if (file) return true;
    if (::fstatat(directory, name.c_str(), &st, AT_SYMLINK_NOFOLLOW) != 0) return false;
    return !S_ISDIR(st.st_mode) && !S_ISLNK(st.st_mode);
}

// Returns nothing if something else is there, or it cannot be made.
UniqueFd make_directory(int directory, const std::string& name) {
    if (::mkdirat(directory, name.c_str(), 0700) != 0 && errno != EEXIST) return {};
    return UniqueFd(::openat(directory, name.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

Status make_mount_point(int content, const MountPoint& point, const AbsPath& shown) {
    UniqueFd at(::openat(content, ".", O_PATH | O_DIRECTORY | O_CLOEXEC));
    const auto parts = split(point.path, '/');
    for (std::size_t i = 0; i < parts.size() && at; ++i) {
        const std::string name(parts[i]);
        const int above = at.get();
        if (i + 1 == parts.size() && !point.directory) {
            if (make_file(above, name) || (set_aside(above, name) && make_file(above, name))) return {};
            at.reset();
        } else {
            UniqueFd next = make_directory(above, name);
            if (!next && set_aside(above, name)) next = make_directory(above, name);
            at = std::move(next);
        }
    }
    if (at) return {};
    return fail(Errc::io, "is in the way of `" + point.path + "`, which is to be seen there; remove it", shown.text());
}

}  // namespace

Result<KeptDirectory> KeptDirectory::open(const KeptRequest& request) {
    const AbsPath& path = request.store;
    auto store = own_directory(AT_FDCWD, path.text(), path.text());
    if (!store) return tl::unexpected<Error>(std::move(store.error()));
    // A run that was killed did not.
    if (Status renamed = rename_content(store->get(), path); !renamed)
        return tl::unexpected<Error>(std::move(renamed.error()));
    if (Status locked = wait_for_lock(store->get(), LockKind::shared, kPatience, path.text()); !locked) {
        locked.error().what += "; it is Postern's own, and a command without namespaces can hold it: end that process";
        return tl::unexpected<Error>(std::move(locked.error()));
    }
    const auto found = content_name(store->get(), path);
    if (!found) return tl::unexpected<Error>(found.error());
    const std::string name = found->value_or(std::string(kFirst));
    AbsPath content = AbsPath::resolve(path, name).value_or(path);
    const auto opened = own_directory(store->get(), name, content.text());
    if (!opened) return tl::unexpected<Error>(opened.error());
    for (const MountPoint& point : request.mount_points) {
        if (Status made = make_mount_point(opened->get(), point, content); !made)
            return tl::unexpected<Error>(std::move(made.error()));
    }
    return KeptDirectory(path, std::move(content), std::move(*store));
}

// Lets go of the own lock first. If two runs end at once, the later one renames.
KeptDirectory::~KeptDirectory() {
    if (!lock_) return;
    (void)::flock(lock_.get(), LOCK_UN);
    (void)rename_content(lock_.get(), store_);  // else the next run does
}

}  // namespace postern::host
