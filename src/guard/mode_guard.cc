#include "guard/mode_guard.h"

#include "guard/call_shapes.h"

#include <algorithm>
#include <cerrno>
#include <string>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace postern::guard {
void ModeGuard::serve(Listener& listener) {
    for (const CallShape& shape : call_shapes()) {
        if (shape.effect != CallEffect::mode) continue;
        listener.answer(static_cast<int>(shape.number), [this, &listener, &shape](const Call& call) {
            const bool judged = roots_ || (number_in(call, shape.mode) & S_ISGID) != 0;
            if (!judged) return CallReply{.kind = CallReply::Kind::go_on};
            return CallReply{.kind = CallReply::Kind::done, .error = change(listener, call)};
        });
    }
}

bool ModeGuard::lies_in_root(const std::string& path) const {
    const auto real = AbsPath::parse(path);  // as the kernel names the descriptor, so without links
    return real && std::ranges::any_of(*roots_, [&](const AbsPath& root) { return root.contains(*real); });
}

int ModeGuard::change(const Listener& listener, const Call& call) const {
    const CallShape& shape = shape_of(call);
    const Process process(call.pid, shared_);
    std::string path;
    const bool has_path = shape.named.path != kNoArgument;
    if (has_path) {
        auto text = path_in(process, call, shape.named);
        if (!text) return EFAULT;
        path = std::move(*text);
    }
    if (!complete(shared_, call.pid, [&] { return listener.waits(call); })) return EPERM;
    const int flags = has_path ? static_cast<int>(number_in(call, shape.flags)) : AT_EMPTY_PATH;
    const FoundFile found = process.find(directory_in(call, shape.named), path, flags);
    if (!found.fd) return found.error;
    // The kernel refuses it to all but the owner, and inside nobody has the privilege to be excepted.
    if (found.st.st_uid != ::geteuid()) return EPERM;
    const auto mode = static_cast<mode_t>(number_in(call, shape.mode)) & static_cast<mode_t>(07777);
    if ((mode & S_ISGID) != 0 && !S_ISDIR(found.st.st_mode)) return EPERM;
    if (roots_ && !lies_in_root(found.path)) return EPERM;
    if (!listener.waits(call)) return EPERM;  // the descriptor may be another process's
    // The descriptor belongs to a mount of the sandbox: a read-only one refuses.
    return ::chmod(("/proc/self/fd/" + std::to_string(found.fd.get())).c_str(), mode) == 0 ? 0 : errno;
}

}  // namespace postern::guard
