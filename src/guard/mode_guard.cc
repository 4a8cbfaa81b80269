#include "guard/mode_guard.h"

#include <array>
#include <cerrno>
#include <string>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace postern::guard {
namespace {

constexpr std::size_t kLongestPath = 4096;
constexpr int kNone = -1;
constexpr long kFchmodat2 = 452;

// Positions of the arguments. kNone means that the call has no such argument.
struct Shape {
    long number;
    int directory, path, mode;
    int flags = kNone;
};

constexpr auto kShapes = std::to_array<Shape>({
#ifdef SYS_chmod
    {SYS_chmod, kNone, 0, 1},
#endif
    {SYS_fchmod, 0, kNone, 1},
    {SYS_fchmodat, 0, 1, 2},
    {kFchmodat2, 0, 1, 2, 3},
});

int number_in(const Call& call, int argument, int without) {
    return argument == kNone ? without : static_cast<int>(call.arguments[static_cast<std::size_t>(argument)]);
}

}  // namespace

void ModeGuard::serve(Listener& listener) {
    for (const Shape& shape : kShapes) {
        listener.answer(static_cast<int>(shape.number), [this, &listener, &shape](const Call& call) {
            if ((number_in(call, shape.mode, 0) & S_ISGID) == 0) return CallReply{.kind = CallReply::Kind::go_on};
            return CallReply{.kind = CallReply::Kind::done, .error = change(listener, call)};
        });
    }
}

int ModeGuard::change(const Listener& listener, const Call& call) const {
    const auto* shape = kShapes.begin();
    while (shape->number != call.number) ++shape;
    const Process process(call.pid, shared_);
    std::string path;
    if (shape->path != kNone) {
        auto text = process.text_at(call.arguments[static_cast<std::size_t>(shape->path)], kLongestPath);
        if (!text) return EFAULT;
        path = std::move(*text);
    }
    if (!complete(shared_, call.pid, [&] { return listener.waits(call); })) return EPERM;
    const int flags = shape->path == kNone ? AT_EMPTY_PATH : number_in(call, shape->flags, 0);
    const FoundFile found = process.find(number_in(call, shape->directory, AT_FDCWD), path, flags);
    if (!found.fd) return found.error;
    // The kernel refuses it to all but the owner, and inside nobody has the privilege to be excepted.
    if (!S_ISDIR(found.st.st_mode) || found.st.st_uid != ::geteuid()) return EPERM;
    if (!listener.waits(call)) return EPERM;  // the descriptor may be another process's
    const auto mode = static_cast<mode_t>(number_in(call, shape->mode, 0)) & static_cast<mode_t>(07777);
    // The descriptor belongs to a mount of the sandbox: a read-only one refuses.
    return ::chmod(("/proc/self/fd/" + std::to_string(found.fd.get())).c_str(), mode) == 0 ? 0 : errno;
}

}  // namespace postern::guard
