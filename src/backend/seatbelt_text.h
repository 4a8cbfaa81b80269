// The fixed parts of the macOS sandbox profile, from profiles/*.sb, put into the program when it is built.
#pragma once

#include <string_view>

namespace postern::backend {

extern const std::string_view kSeatbeltBase;     // profiles/base.sb
extern const std::string_view kSeatbeltNetwork;  // profiles/network.sb, with sandbox::Network::host only

}  // namespace postern::backend
