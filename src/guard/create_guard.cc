#include "guard/create_guard.h"

#include "base/file.h"
#include "base/quote.h"
#include "guard/call_shapes.h"

#include <algorithm>
#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace postern::guard {
namespace {

// The call by which git removes a file.
#ifdef SYS_unlink
constexpr long kRemoval = SYS_unlink;
#else
constexpr long kRemoval = SYS_unlinkat;
#endif

// Returns whether the call may make a name. Other opens for writing are handed over, too.
bool may_create(const Call& call) {
#ifdef SYS_open
    if (call.number == SYS_open) return (call.arguments[1] & O_CREAT) != 0;
#endif
    return call.number != SYS_openat || (call.arguments[2] & O_CREAT) != 0;
}

// Returns whether the call makes a file and fails if there is one, as git does.
bool makes_anew(const Call& call) {
    constexpr std::uint64_t kAnew = O_CREAT | O_EXCL;
    const CallShape& shape = shape_of(call);
    return shape.effect == CallEffect::opens && (number_in(call, shape.flags) & kAnew) == kAnew;
}

bool is_there(const std::string& path) {
    struct stat st {};
    return ::lstat(path.c_str(), &st) == 0;
}

CallReply kernel_decides() {
    return {.kind = CallReply::Kind::go_on};
}

}  // namespace

CreateGuard::CreateGuard(std::vector<sandbox::Absent> absent, GitGate git, SharedDirectories& shared,
                         std::function<void(const Denied&)> tell, std::uint64_t& asked)
    : absent_(std::move(absent)), git_(std::move(git)), shared_(shared), tell_(std::move(tell)), asked_(asked) {
    for (const sandbox::Absent& entry : absent_) {
        std::string_view path = entry.path.text();
        names_.insert(last_component(path));
        for (path = path.substr(0, path.rfind('/')); !path.empty(); path = path.substr(0, path.rfind('/')))
            ancestors_.insert(last_component(path));
    }
}

void CreateGuard::serve(Listener& listener) {
    listener.answer(static_cast<int>(kRemoval),
                    [this, &listener](const Call& call) { return judge_removal(listener, call); });
    for (const CallShape& shape : call_shapes()) {
        const bool may =
            shape.effect == CallEffect::opens || shape.effect == CallEffect::makes || shape.effect == CallEffect::moves;
        if (!may) continue;
        listener.answer(static_cast<int>(shape.number), [this, &listener](const Call& call) {
            if (!may_create(call)) return kernel_decides();
            ++asked_;
            return judge(listener, call);
        });
    }
}

std::optional<CallReply> CreateGuard::judge_git(Listener& listener, const Call& call, const Process& process,
                                                const std::string& path) {
    const CallShape& shape = shape_of(call);
    const bool config = is_config_name(last_component(path)) && shape.effect == CallEffect::moves;
    const bool lock = last_component(path) == "index.lock" && shape.from.path == kNoArgument;
    if (!config && !lock && (!makes_anew(call) || !git_.is_caller(call.pid))) return std::nullopt;
    if (!complete(shared_, call.pid, [&] { return listener.waits(call); })) return std::nullopt;
    const auto made = place_of(process, directory_in(call, shape.named), path);
    if (!made) return std::nullopt;
    if (lock) return git_.lock(listener, call, process, *made);
    if (!config) return first_file(listener, call, process, *made);
    const bool plain = number_in(call, shape.flags) == 0;
    const auto from = path_in(process, call, shape.from);
    const auto moved = from && plain ? place_of(process, directory_in(call, shape.from), *from) : std::nullopt;
    if (!moved || moved->parent() != made->parent()) return std::nullopt;
    return git_.config(listener, call, process,
                       {.directory = process.open_directory(AT_FDCWD, made->parent().text()),
                        .from = std::string(moved->name()),
                        .to = *made});
}

std::optional<CallReply> CreateGuard::first_file(Listener& listener, const Call& call, const Process& process,
                                                 const AbsPath& made) {
    const auto answer = git_.first_file(listener, call, process, made);
    // A name that may not be made is still refused below.
    return answer && answer->kind == CallReply::Kind::go_on ? std::nullopt : answer;
}

CallReply CreateGuard::judge_removal(Listener& listener, const Call& call) {
    if (git_.is_stopped(call.pid)) return {.kind = CallReply::Kind::done, .error = EPERM};
    if (!git_.is_caller(call.pid)) return kernel_decides();
    const Process process(call.pid, shared_);
    const auto path = path_in(process, call, shape_of(call).named);
    if (!path || !complete(shared_, call.pid, [&] { return listener.waits(call); })) return kernel_decides();
    const auto removed = place_of(process, AT_FDCWD, *path);
    if (!removed) return kernel_decides();
    return git_.first_file(listener, call, process, *removed).value_or(kernel_decides());
}

CallReply CreateGuard::judge(Listener& listener, const Call& call) {
    if (git_.is_stopped(call.pid)) return {.kind = CallReply::Kind::done, .error = EPERM};
    const CallShape& shape = shape_of(call);
    const Process process(call.pid, shared_);
    const auto path = path_in(process, call, shape.named);
    if (!path) return kernel_decides();  // the kernel cannot read it either
    if (const auto answer = judge_git(listener, call, process, *path)) return *answer;
    const std::string_view name = last_component(*path);
    const bool moves = shape.from.path != kNoArgument;
    if (!names_.contains(name) && !(moves && ancestors_.contains(name))) return kernel_decides();
    errno = 0;
    if (!complete(shared_, call.pid, [&] { return listener.waits(call); })) return undecided(*path);
    const auto made = place_of(process, directory_in(call, shape.named), *path);
    if (!made) return undecided(*path);
    std::optional<AbsPath> moved;
    if (moves) {
        const auto from = path_in(process, call, shape.from);
        if (from) moved = place_of(process, directory_in(call, shape.from), *from);
    }
    const sandbox::Absent* entry = forbids(*made, moved);
    if (entry == nullptr || git_.may_be_made(*made)) return kernel_decides();
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
