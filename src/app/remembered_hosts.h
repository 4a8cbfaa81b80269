// Hosts that a person has let commands reach for longer than one run.
#pragma once

#include "approval/prompt.h"
#include "base/abs_path.h"
#include "base/result.h"

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace postern::app {

class RememberedHosts {
public:
    // `session` returns the name of the session, or an empty text if there is none. Called only when that matters.
    RememberedHosts(AbsPath state_home, std::function<std::string()> session)
        : state_home_(std::move(state_home)), session_(std::move(session)) {}

    // `place` is "host:port". Returns false if the hosts cannot be read: then a person is asked once more.
    [[nodiscard]] bool holds(const std::string& place) const;
    [[nodiscard]] Status remember(const std::string& place, approval::Lasting lasting);

private:
    AbsPath state_home_;
    std::function<std::string()> session_;
    mutable std::optional<std::set<std::string>> known_{};  // read when first needed
};

// Returns the name in POSTERN_SESSION, or else the number and start of the process that leads the terminal's session.
// The start is needed because numbers come again.
[[nodiscard]] std::string this_session();

}  // namespace postern::app
