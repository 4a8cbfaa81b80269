// Refuses to remove, move or replace a symbolic link that leads to a protected path. Nothing can be mounted on a link, so
// no mount holds it. As with the create guard, a hostile program can get round this; the scrub makes the link again.
#pragma once

#include "base/abs_path.h"
#include "guard/exec_guard.h"
#include "guard/listener.h"
#include "guard/process.h"
#include "sandbox/profile.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace postern::guard {

class LinkGuard {
public:
    LinkGuard(std::vector<sandbox::HeldLink> links, SharedDirectories& shared, std::function<void(const Denied&)> tell)
        : links_(std::move(links)), shared_(shared), tell_(std::move(tell)) {}

    // Must be called before other guards take the same calls. Does nothing without links.
    void serve(Listener& listener);

private:
    [[nodiscard]] CallReply judge(const Listener& listener, const Call& call) const;
    // Returns the link that a path names for the process, or null.
    [[nodiscard]] const sandbox::HeldLink* named(const Process& process, int directory, std::string_view path) const;

    std::vector<sandbox::HeldLink> links_;
    SharedDirectories& shared_;
    std::function<void(const Denied&)> tell_;
};

}  // namespace postern::guard
