// The approvals file: where the broker listens, and the token that its clients must know. Only this user can read it.
#pragma once

#include "base/abs_path.h"
#include "base/result.h"
#include "base/unique_fd.h"

#include <string>

namespace postern::approval {

struct BrokerAccess {
    std::string socket;  // path; empty if there never was a broker
    std::string token;
};

[[nodiscard]] AbsPath broker_directory(const AbsPath& state_home);
[[nodiscard]] Result<BrokerAccess> read_access(const AbsPath& state_home);
// Fails for a path that is too long for a socket.
[[nodiscard]] Status write_access(const AbsPath& state_home, const BrokerAccess& access);

// Returns a connected socket that does not wait, or an error if nobody listens there.
[[nodiscard]] Result<UniqueFd> connect_to(const std::string& socket);

}  // namespace postern::approval
