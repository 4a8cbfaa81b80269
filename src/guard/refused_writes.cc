#include "guard/refused_writes.h"

#include "policy/safety.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <linux/stat.h>

namespace postern::guard {
namespace {

using Wall = RefusedWrite::Wall;

constexpr std::size_t kLongestPath = 4096;
constexpr int kNone = -1;
constexpr std::size_t kMostPlaces = 1000;  // remembered; a command that tries more of them gets a number

// Directories of the kernel, below which no setting makes anything writable.
constexpr auto kKernel = std::to_array<std::string_view>({"/proc", "/sys", "/dev"});

bool is_read_only(int fd) {
    struct statvfs system {};
    return ::fstatvfs(fd, &system) == 0 && (system.f_flag & ST_RDONLY) != 0;
}

bool is_mount_point(int fd) {
    struct statx found {};
    return ::statx(fd, "", AT_EMPTY_PATH, STATX_TYPE, &found) == 0 &&
           (found.stx_attributes & STATX_ATTR_MOUNT_ROOT) != 0;
}

mode_t type_of(int fd) {
    struct stat st {};
    return ::fstat(fd, &st) == 0 ? st.st_mode & static_cast<mode_t>(S_IFMT) : 0;
}

// Returns whether these flags of open(2) write to a file that exists.
bool writes(int flags) {
    return (flags & O_ACCMODE) != O_RDONLY || (flags & O_TRUNC) != 0;
}

}  // namespace

RefusedWrite explain_refusal(const sandbox::Profile& profile, const AbsPath& path, const AbsPath& directory,
                             Wall seen) {
    RefusedWrite out{.path = path.text(), .wall = seen};
    // Later mounts lie on top of earlier ones.
    const auto around = std::ranges::find_if(profile.mounts.rbegin(), profile.mounts.rend(), [&](const auto& mount) {
        return mount.path.text() != "/" && mount.path.contains(path);
    });
    const bool mounted = around != profile.mounts.rend();
    if (seen == Wall::cannot_move) {
        out.reason = mounted && around->access == sandbox::MountAccess::writable
                         ? "it is a writable place itself, " + around->why
                     : mounted ? around->why
                               : "something is mounted on it";
        return out;
    }
    if (mounted && around->access != sandbox::MountAccess::writable) {
        out.wall = Wall::guarded;
        out.reason = around->why;
        return out;
    }
    if (const auto why = policy::protected_reason(path, profile.home, profile.waived)) {
        out.wall = Wall::guarded;
        out.reason = *why;
        return out;
    }
    out.reason = "it is outside the writable places";
    const bool kernels = std::ranges::any_of(kKernel, [&](std::string_view root) {
        return path.text().starts_with(root) && (path.text().size() == root.size() || path.text()[root.size()] == '/');
    });
    if (!kernels && directory.text() != "/") out.directory = directory.text();
    return out;
}

bool RefusedWriteLog::count_known(const std::string& place) {
    const auto known = places_.find(place);
    if (known == places_.end()) return false;
    if (known->second != kNoEntry) ++entries_[known->second].times;
    return true;
}

void RefusedWriteLog::add(const std::string& place, std::optional<RefusedWrite> refused) {
    std::size_t index = kNoEntry;
    if (refused && entries_.size() == kMost) {
        ++left_out_;
    } else if (refused) {
        index = entries_.size();
        entries_.push_back(std::move(*refused));
    }
    if (places_.size() < kMostPlaces) places_.emplace(place, index);
}

namespace {

// Positions of the arguments of a call. kNone means that it has no such argument; without a directory, the working
// directory is meant.
struct Shape {
    enum class Act : std::uint8_t { open, create, make, move, remove, change };
    long number;
    Act act;
    int directory, path;
    int flags = kNone;
    int from_directory = kNone, from = kNone;  // of a path that is moved
};

constexpr auto kShapes = std::to_array<Shape>({
#ifdef SYS_open
    {SYS_open, Shape::Act::open, kNone, 0, 1},
    {SYS_creat, Shape::Act::create, kNone, 0},
    {SYS_mkdir, Shape::Act::make, kNone, 0},
    {SYS_mknod, Shape::Act::make, kNone, 0},
    {SYS_link, Shape::Act::make, kNone, 1},
    {SYS_symlink, Shape::Act::make, kNone, 1},
    {SYS_rename, Shape::Act::move, kNone, 1, kNone, kNone, 0},
    {SYS_unlink, Shape::Act::remove, kNone, 0},
    {SYS_rmdir, Shape::Act::remove, kNone, 0},
    {SYS_chmod, Shape::Act::change, kNone, 0},
#endif
#ifdef SYS_renameat
    {SYS_renameat, Shape::Act::move, 2, 3, kNone, 0, 1},
#endif
    {SYS_openat, Shape::Act::open, 0, 1, 2},
    {SYS_mkdirat, Shape::Act::make, 0, 1},
    {SYS_mknodat, Shape::Act::make, 0, 1},
    {SYS_linkat, Shape::Act::make, 2, 3},
    {SYS_symlinkat, Shape::Act::make, 1, 2},
    {SYS_renameat2, Shape::Act::move, 2, 3, kNone, 0, 1},
    {SYS_unlinkat, Shape::Act::remove, 0, 1},
    {SYS_truncate, Shape::Act::change, kNone, 0},
    {SYS_fchmodat, Shape::Act::change, 0, 1},
});

}  // namespace

void WriteWatch::serve(Listener& listener) {
    for (const Shape& shape : kShapes) {
        listener.answer(static_cast<int>(shape.number), [this, &listener](const Call& call) {
            look(listener, call);
            return CallReply{.kind = CallReply::Kind::go_on};
        });
    }
}

void WriteWatch::look(const Listener& listener, const Call& call) {
    if (!complete(shared_, call.pid, [&] { return listener.waits(call); })) return;
    const Shape& shape = *std::ranges::find(kShapes, long{call.number}, &Shape::number);
    const Process process(call.pid, shared_);
    const auto name = name_in(process, call, shape.directory, shape.path);
    if (!name) return;  // the kernel finds no such directory either
    const auto flags =
        shape.flags == kNone ? 0 : static_cast<int>(call.arguments[static_cast<std::size_t>(shape.flags)]);
    switch (shape.act) {
        case Shape::Act::open: (void)look_at(process, *name, Act::open, flags); break;
        case Shape::Act::create: (void)look_at(process, *name, Act::open, O_CREAT | O_WRONLY | O_TRUNC); break;
        case Shape::Act::make: (void)look_at(process, *name, Act::make, 0); break;
        case Shape::Act::remove: (void)look_at(process, *name, Act::remove, 0); break;
        case Shape::Act::change: (void)look_at(process, *name, Act::change, 0); break;
        case Shape::Act::move: {
            const auto from = name_in(process, call, shape.from_directory, shape.from);
            if (from && look_at(process, *from, Act::remove, 0)) (void)look_at(process, *name, Act::replace, 0);
            break;
        }
    }
}

std::optional<WriteWatch::Name> WriteWatch::name_in(const Process& process, const Call& call, int directory, int path) {
    auto text = process.text_at(call.arguments[static_cast<std::size_t>(path)], kLongestPath);
    if (!text) return std::nullopt;
    std::string_view rest = *text;
    while (rest.size() > 1 && rest.ends_with('/')) rest.remove_suffix(1);
    const std::size_t slash = rest.rfind('/');
    Name out{.name = std::string(rest.substr(slash == std::string_view::npos ? 0 : slash + 1))};
    if (out.name.empty() || out.name == "." || out.name == "..") return std::nullopt;
    out.directory =
        directory == kNone ? AT_FDCWD : static_cast<int>(call.arguments[static_cast<std::size_t>(directory)]);
    const std::string above = slash == std::string_view::npos ? "." : std::string(rest.substr(0, slash + 1));
    out.path = std::string(rest);
    out.parent = process.open_directory(out.directory, above);
    if (!out.parent) return std::nullopt;
    return out;
}

UniqueFd WriteWatch::object_of(const Process& process, const Name& name, bool follow) {
    UniqueFd found(::openat(name.parent.get(), name.name.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
    if (!found || !follow || type_of(found.get()) != S_IFLNK) return found;
    return process.open_as_path(name.directory, name.path);
}

bool WriteWatch::look_at(const Process& process, const Name& name, Act act, int flags) {
    const bool in_read_only = is_read_only(name.parent.get());
    const auto note_parent = [&] {
        if (in_read_only) note(process, name, name.parent.get(), Wall::outside);
    };
    const bool anew = act == Act::make || (act == Act::open && (flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL));
    if (anew) {
        // What exists is refused as such, wherever it is.
        if (in_read_only && !object_of(process, name, false)) note_parent();
        return true;
    }
    const bool follow = act == Act::change || (act == Act::open && (flags & O_NOFOLLOW) == 0);
    const UniqueFd object = object_of(process, name, follow);
    if (!object) {
        const bool creates = act == Act::replace || (act == Act::open && (flags & O_CREAT) != 0);
        if (creates && errno == ENOENT) note_parent();
        return false;
    }
    if (act == Act::remove || act == Act::replace) {
        if (is_mount_point(object.get())) {
            note(process, name, object.get(), Wall::cannot_move);
        } else {
            note_parent();
        }
        return true;
    }
    if (act == Act::open && !writes(flags)) return true;
    const mode_t type = type_of(object.get());
    // A read-only mount does not keep devices, pipes and sockets from being written.
    const bool counts =
        type == S_IFREG || (type == S_IFDIR && (act == Act::change || (flags & O_TMPFILE) == O_TMPFILE));
    if (counts && is_read_only(object.get())) note(process, name, object.get(), Wall::outside);
    return true;
}

void WriteWatch::note(const Process& process, const Name& name, int wall, Wall seen) {
    const bool beside = wall == name.parent.get();
    const auto text = process.name_of(wall);
    const auto place = text ? AbsPath::parse(*text) : fail(Errc::invalid, "");
    if (!place) return;
    if (log_.count_known(place->text())) return;
    const auto path = beside ? AbsPath::resolve(*place, name.name) : place;
    // What could not be written outside either is no wall of the sandbox. The last component of `place` is no link.
    if (!path || ::faccessat(AT_FDCWD, place->text().c_str(), W_OK, AT_EACCESS) != 0)
        return log_.add(place->text(), {});
    const AbsPath directory = beside || type_of(wall) == S_IFDIR ? *place : place->parent();
    log_.add(place->text(), explain_refusal(profile_, *path, directory, seen));
}

}  // namespace postern::guard
