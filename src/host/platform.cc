#include "host/host_probe.h"

#include <sys/utsname.h>

namespace postern::host {

Platform platform() {
    utsname names{};
    if (::uname(&names) != 0) return Platform::other;
    return classify_platform(names.sysname, names.release);
}

Platform classify_platform(std::string_view system, std::string_view release) {
    if (system == "Darwin") return Platform::macos;
    if (system != "Linux") return Platform::other;
    // WSL 1 imitates a kernel and says "4.4.0-19041-Microsoft"; WSL 2 is one and says "microsoft" in lower case. A kernel
    // somebody built for WSL 2 usually still ends in "WSL2".
    if (release.find("microsoft") != std::string_view::npos || release.find("WSL2") != std::string_view::npos) {
        return Platform::wsl2;
    }
    if (release.find("Microsoft") != std::string_view::npos) return Platform::wsl1;
    return Platform::linux;
}

std::string_view to_string(Platform platform) {
    switch (platform) {
        case Platform::linux: return "Linux";
        case Platform::wsl1: return "WSL 1";
        case Platform::wsl2: return "WSL 2";
        case Platform::macos: return "macOS";
        case Platform::other: break;
    }
    return "an unknown system";
}

std::string_view settings_name(Platform platform) {
    switch (platform) {
        case Platform::linux: return "linux";
        case Platform::wsl1:
        case Platform::wsl2: return "wsl";
        case Platform::macos: return "macos";
        case Platform::other: break;
    }
    return {};
}

}  // namespace postern::host
