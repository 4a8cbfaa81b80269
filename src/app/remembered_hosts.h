// Hosts that a person has let commands reach for longer than one run: one small file, locked while it is changed.
#pragma once

#include "approval/prompt.h"
#include "base/abs_path.h"
#include "base/result.h"

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include <sys/types.h>

namespace postern::app {

class RememberedHosts {
public:
    // `session`: tells one session from another, and is asked when that matters; empty: there is none to speak of.
    RememberedHosts(AbsPath state_home, std::function<std::string()> session)
        : state_home_(std::move(state_home)), session_(std::move(session)) {}

    // "host:port". What cannot be read holds nothing: then a person is asked once more.
    [[nodiscard]] bool holds(const std::string& place) const;
    [[nodiscard]] Status remember(const std::string& place, approval::Lasting lasting);

private:
    AbsPath state_home_;
    std::function<std::string()> session_;
    mutable std::optional<std::set<std::string>> known_{};  // read when it is first needed
};

// The terminal's session, or what POSTERN_SESSION says.
[[nodiscard]] std::string this_session();
// A process's number comes again, but not with the same beginning. `stat`: what /proc says of it.
[[nodiscard]] std::string session_of(pid_t leader, std::string_view stat);

}  // namespace postern::app
