// Fixed parts of the macOS sandbox profile. The build embeds them from profiles/*.sb.
#pragma once

#include <string_view>

namespace postern::backend {

extern const std::string_view kSeatbeltBase;     // profiles/base.sb
extern const std::string_view kSeatbeltNetwork;  // profiles/network.sb, only for Network::host

}  // namespace postern::backend
