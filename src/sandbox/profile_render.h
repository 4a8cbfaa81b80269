// A Profile shown: to people, and to programs. Pure, without colours. Values of variables are in neither: what is shown
// ends up in reports and logs.
#pragma once

#include "sandbox/profile.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace postern::sandbox {

// About one screen: what has one reason shares a line, and a line that would be too long is cut with "and N more".
[[nodiscard]] std::string profile_text(const Profile& profile);

// Complete. Paths are the exact bytes if they are UTF-8; otherwise the other bytes are written as \xff.
[[nodiscard]] nlohmann::json profile_json(const Profile& profile);

}  // namespace postern::sandbox
