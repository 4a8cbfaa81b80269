#include "guard/link_guard.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <sys/syscall.h>

namespace postern::guard {
namespace {

constexpr std::size_t kLongestPath = 4096;
constexpr int kNone = -1;

// Positions of the arguments that name a path. Without a directory, the working directory is meant.
struct Shape {
    long number;
    int directory, path;
    int second_directory = kNone, second = kNone;
};

constexpr auto kShapes = std::to_array<Shape>({
#ifdef SYS_unlink
    {SYS_unlink, kNone, 0},
    {SYS_rename, kNone, 0, kNone, 1},
#endif
#ifdef SYS_renameat
    {SYS_renameat, 0, 1, 2, 3},
#endif
    {SYS_unlinkat, 0, 1},
    {SYS_renameat2, 0, 1, 2, 3},
});

std::uint64_t argument(const Call& call, int position) {
    return call.arguments[static_cast<std::size_t>(position)];
}

}  // namespace

void LinkGuard::serve(Listener& listener) {
    if (links_.empty()) return;
    for (const Shape& shape : kShapes) {
        listener.answer(static_cast<int>(shape.number),
                        [this, &listener](const Call& call) { return judge(listener, call); });
    }
}

CallReply LinkGuard::judge(const Listener& listener, const Call& call) const {
    const auto* shape = kShapes.begin();
    while (shape->number != call.number) ++shape;
    const Process process(call.pid, shared_);
    for (const auto& [directory, position] :
         {std::pair(shape->directory, shape->path), std::pair(shape->second_directory, shape->second)}) {
        if (position == kNone) continue;
        const auto path = process.text_at(argument(call, position), kLongestPath);
        if (!path) continue;  // the kernel cannot read it either
        const auto same_name = [&](const sandbox::HeldLink& link) { return path->ends_with(link.path.name()); };
        if (std::ranges::none_of(links_, same_name)) continue;
        if (!complete(shared_, call.pid, [&] { return listener.waits(call); })) return {.error = EACCES};
        const int from = directory == kNone ? AT_FDCWD : static_cast<int>(argument(call, directory));
        const sandbox::HeldLink* link = named(process, from, *path);
        if (link == nullptr) continue;
        policy::Reason reason{.verdict = policy::Verdict::deny,
                              .kind = policy::ReasonKind::safety,
                              .subject = link->path.text(),
                              .message = "`" + link->path.text() + "` may not be removed or replaced: it leads to `" +
                                         link->target + "`, which is protected"};
        std::string what = reason.message;
        tell_({.reasons = {std::move(reason)}, .what = std::move(what)});
        return {.kind = CallReply::Kind::done, .error = EACCES};
    }
    return {.kind = CallReply::Kind::go_on};
}

const sandbox::HeldLink* LinkGuard::named(const Process& process, int directory, std::string_view path) const {
    const std::size_t slash = path.rfind('/');
    const std::string_view name = path.substr(slash == std::string_view::npos ? 0 : slash + 1);
    const std::string above = slash == std::string_view::npos ? "."
                              : slash == 0                    ? "/"
                                                              : std::string(path.substr(0, slash));
    const auto parent = process.directory_at(directory, above);
    if (!parent) return nullptr;
    const auto place = AbsPath::parse((*parent == "/" ? "" : *parent) + '/' + std::string(name));
    if (!place) return nullptr;
    const auto found = std::ranges::find(links_, *place, &sandbox::HeldLink::path);
    return found == links_.end() ? nullptr : &*found;
}

}  // namespace postern::guard
