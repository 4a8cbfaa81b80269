// Asks the person at the terminal before something is done that cannot be taken back.
#pragma once

#include <string_view>

namespace postern::cli {

// Returns whether a person said yes. False also if nobody is there.
[[nodiscard]] bool confirmed(std::string_view question);

}  // namespace postern::cli
