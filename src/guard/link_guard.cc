#include "guard/link_guard.h"

#include "guard/call_shapes.h"

#include <algorithm>
#include <cerrno>
#include <utility>

namespace postern::guard {
void LinkGuard::serve(Listener& listener) {
    if (links_.empty()) return;
    for (const CallShape& shape : call_shapes()) {
        if (shape.effect != CallEffect::moves && shape.effect != CallEffect::removes) continue;
        listener.answer(static_cast<int>(shape.number),
                        [this, &listener](const Call& call) { return judge(listener, call); });
    }
}

CallReply LinkGuard::judge(const Listener& listener, const Call& call) const {
    const CallShape& shape = shape_of(call);
    const Process process(call.pid, shared_);
    for (const PathArgument& argument : {shape.from, shape.named}) {
        const auto path = path_in(process, call, argument);
        if (!path) continue;
        const auto same_name = [&](const sandbox::HeldLink& link) { return last_component(*path) == link.path.name(); };
        if (std::ranges::none_of(links_, same_name)) continue;
        if (!complete(shared_, call.pid, [&] { return listener.waits(call); })) return {.error = EACCES};
        const sandbox::HeldLink* link = named(process, directory_in(call, argument), *path);
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
    const auto place = place_of(process, directory, path);
    if (!place) return nullptr;
    const auto found = std::ranges::find(links_, *place, &sandbox::HeldLink::path);
    return found == links_.end() ? nullptr : &*found;
}

}  // namespace postern::guard
