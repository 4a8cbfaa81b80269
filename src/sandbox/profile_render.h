// Renders a Profile for people and for programs. Pure, without colours. Omits the values of variables, because the
// output ends up in reports and logs.
#pragma once

#include "sandbox/profile.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace postern::sandbox {

// Returns about one screen of text. Items with the same reason share a line; a line that is too long ends in
// "and N more".
[[nodiscard]] std::string profile_text(const Profile& profile);

// Returns everything except values of variables. Paths have their exact bytes; those that are not UTF-8 become \xff.
[[nodiscard]] nlohmann::json profile_json(const Profile& profile);

}  // namespace postern::sandbox
