#include "guard/create_guard.h"

#include "base/file.h"
#include "base/quote.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <linux/openat2.h>

namespace postern::guard {
namespace {

constexpr std::size_t kLongestPath = 4096;
constexpr int kNone = -1;

// Positions of the arguments that name the created path. kNone means that the call has no such argument; without a
// directory, the working directory is meant.
struct Shape {
    long number;
    int directory, path;
    int from_directory = kNone, from = kNone;  // the path that is moved or linked
    int how = kNone;                           // address of an open_how
};

constexpr auto kShapes = std::to_array<Shape>({
#ifdef SYS_open
    {SYS_open, kNone, 0},
    {SYS_creat, kNone, 0},
    {SYS_mkdir, kNone, 0},
    {SYS_mknod, kNone, 0},
    {SYS_rename, kNone, 1, kNone, 0},
    {SYS_link, kNone, 1, kNone, 0},
    {SYS_symlink, kNone, 1},
#endif
#ifdef SYS_renameat
    {SYS_renameat, 2, 3, 0, 1},
#endif
    {SYS_openat, 0, 1},
    {SYS_openat2, 0, 1, kNone, kNone, 2},
    {SYS_mkdirat, 0, 1},
    {SYS_mknodat, 0, 1},
    {SYS_renameat2, 2, 3, 0, 1},
    {SYS_linkat, 2, 3, 0, 1},
    {SYS_symlinkat, 1, 2},
});

std::string_view without_slashes(std::string_view path) {
    while (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
    return path;
}

std::string_view last_component(std::string_view path) {
    path = without_slashes(path);
    return path.substr(path.rfind('/') + 1);
}

int descriptor(const Call& call, int argument) {
    return argument == kNone ? AT_FDCWD : static_cast<int>(call.arguments[static_cast<std::size_t>(argument)]);
}

std::optional<std::string> path_in(const Process& process, const Call& call, int argument) {
    return process.text_at(call.arguments[static_cast<std::size_t>(argument)], kLongestPath);
}

bool is_there(const std::string& path) {
    struct stat st {};
    return ::lstat(path.c_str(), &st) == 0;
}

CallReply kernel_decides() {
    return {.kind = CallReply::Kind::go_on};
}

}  // namespace

CreateGuard::CreateGuard(std::vector<sandbox::Absent> absent, SharedDirectories& shared,
                         std::function<void(const Denied&)> tell)
    : absent_(std::move(absent)), shared_(shared), tell_(std::move(tell)) {
    for (const sandbox::Absent& entry : absent_) {
        std::string_view path = entry.path.text();
        names_.insert(last_component(path));
        for (path = path.substr(0, path.rfind('/')); !path.empty(); path = path.substr(0, path.rfind('/')))
            ancestors_.insert(last_component(path));
    }
}

void CreateGuard::serve(Listener& listener) {
    for (const Shape& shape : kShapes) {
        listener.answer(static_cast<int>(shape.number),
                        [this, &listener](const Call& call) { return judge(listener, call); });
    }
}

CallReply CreateGuard::judge(const Listener& listener, const Call& call) const {
    const Shape& shape = *std::ranges::find(kShapes, long{call.number}, &Shape::number);
    const Process process(call.pid, shared_);
    const auto path = path_in(process, call, shape.path);
    if (!path) return kernel_decides();  // the kernel cannot read it either
    const std::string_view name = last_component(*path);
    const bool moves = shape.from != kNone;
    if (!names_.contains(name) && !(moves && ancestors_.contains(name))) return kernel_decides();
    if (shape.how != kNone) {
        const auto how = process.value_at<open_how>(call.arguments[static_cast<std::size_t>(shape.how)]);
        if (!how || (how->flags & O_CREAT) == 0) return kernel_decides();
    }
    errno = 0;
    if (!complete(shared_, call.pid, [&] { return listener.waits(call); })) return undecided(*path);
    const auto made = place_of(process, descriptor(call, shape.directory), *path);
    if (!made) return undecided(*path);
    std::optional<AbsPath> moved;
    if (moves) {
        const auto from = path_in(process, call, shape.from);
        if (from) moved = place_of(process, descriptor(call, shape.from_directory), *from);
    }
    const sandbox::Absent* entry = forbids(*made, moved);
    if (entry == nullptr) return kernel_decides();
    policy::Reason reason{.verdict = policy::Verdict::deny,
                          .kind = policy::ReasonKind::safety,
                          .subject = entry->path.text(),
                          .message = "`" + entry->path.text() + "` may not be made: " + entry->why};
    std::string what = reason.message;
    tell_({.reasons = {std::move(reason)}, .what = std::move(what)});
    return {.kind = CallReply::Kind::done, .error = EACCES};
}

// Lets the kernel decide if the directory does not exist, since it will not find it either. Refuses if the guard could
// not check.
CallReply CreateGuard::undecided(const std::string& path) const {
    if (!is_transient(errno)) return kernel_decides();
    tell_({.reasons = {},
           .what = describe_errno("`" + printable(path) + "` cannot be looked at, so it is not made", errno)});
    return {.kind = CallReply::Kind::done, .error = EACCES};
}

std::optional<AbsPath> CreateGuard::place_of(const Process& process, int directory, std::string_view path) {
    path = without_slashes(path);
    const std::string_view name = last_component(path);
    path.remove_suffix(name.size());
    const auto parent = process.directory_at(directory, path.empty() ? "." : std::string(path));
    if (!parent) return std::nullopt;
    auto place = AbsPath::parse(*parent + '/' + std::string(name));
    if (!place) return std::nullopt;
    return std::move(*place);
}

const sandbox::Absent* CreateGuard::forbids(const AbsPath& made, const std::optional<AbsPath>& moved) const {
    const auto at = std::ranges::lower_bound(absent_, made, {}, &sandbox::Absent::path);
    if (at != absent_.end() && at->path == made && !is_there(made.text())) return &*at;
    if (!moved) return nullptr;
    for (const sandbox::Absent& entry : absent_) {
        if (!made.contains(entry.path) || entry.path == made) continue;
        if (is_there(moved->text() + entry.path.text().substr(made.text().size()))) return &entry;
    }
    return nullptr;
}

}  // namespace postern::guard
