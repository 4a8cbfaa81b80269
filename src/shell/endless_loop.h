// Loops that are written so that they never end. The parser gives their places a label.
#pragma once

#include <string_view>

namespace postern::shell {

inline constexpr std::string_view kEndless = "endless";

}  // namespace postern::shell
