#include "guard/refused_writes.h"

#include "policy/safety.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <linux/stat.h>

namespace postern::guard {
namespace {

using Wall = RefusedWrite::Wall;

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

void WriteWatch::serve(Listener& listener) {
    for (const CallShape& shape : call_shapes()) {
        if (shape.named.path == kNoArgument) continue;
        listener.answer(static_cast<int>(shape.number), [this, &listener](const Call& call) {
            look(listener, call);
            return CallReply{.kind = CallReply::Kind::go_on};
        });
    }
}

void WriteWatch::look(const Listener& listener, const Call& call) {
    if (!complete(shared_, call.pid, [&] { return listener.waits(call); })) return;
    const CallShape& shape = shape_of(call);
    const Process process(call.pid, shared_);
    const auto name = name_in(process, call, shape.named);
    if (!name) return;                                              // the kernel finds no such directory either
    constexpr std::uint64_t kCreat = O_CREAT | O_WRONLY | O_TRUNC;  // creat(2) has no flags and means these
    switch (shape.effect) {
        case CallEffect::opens:
            (void)look_at(process, *name, Act::open, static_cast<int>(number_in(call, shape.flags, kCreat)));
            return;
        case CallEffect::makes: (void)look_at(process, *name, Act::make, 0); return;
        case CallEffect::removes: (void)look_at(process, *name, Act::remove, 0); return;
        case CallEffect::mode:
        case CallEffect::changes: (void)look_at(process, *name, Act::change, 0); return;
        case CallEffect::moves: break;
    }
    const auto from = name_in(process, call, shape.from);
    if (from && look_at(process, *from, Act::remove, 0)) (void)look_at(process, *name, Act::replace, 0);
}

std::optional<WriteWatch::Name> WriteWatch::name_in(const Process& process, const Call& call,
                                                    const PathArgument& argument) {
    const auto text = path_in(process, call, argument);
    if (!text) return std::nullopt;
    Name out{.name = std::string(last_component(*text)), .path = *text, .directory = directory_in(call, argument)};
    if (out.name.empty() || out.name == "." || out.name == "..") return std::nullopt;
    const std::string above = text->substr(0, text->rfind(out.name));
    out.parent = process.open_directory(out.directory, above.empty() ? "." : above);
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
