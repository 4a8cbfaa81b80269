// Values that describe bubblewrap and the platform.
#pragma once

#include "base/abs_path.h"
#include "base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace postern::host {

struct Bwrap {
    AbsPath path = AbsPath::root();
    // Optional features: `bwrap --help` lists the option, but the sandbox can be built without it.
    bool has_bind_fd = false, has_as_pid_1 = false, has_disable_userns = false, has_perms = false, has_size = false;
    bool operator==(const Bwrap&) const = default;
};

struct BwrapSearch {
    std::optional<AbsPath> named{};  // sandbox.bwrapPath
    std::string path_variable{};     // $PATH
    // Paths that commands may write, links followed. bwrap is never taken from them.
    std::vector<AbsPath> writable{};
    AbsPath cache_directory = AbsPath::root();
};

enum class Platform : std::uint8_t { linux, wsl1, wsl2, macos, other };
[[nodiscard]] Platform platform();
// Takes the answers of uname, such as "Linux" and "5.15.90.1-microsoft-standard-WSL2". Pure.
[[nodiscard]] Platform classify_platform(std::string_view system, std::string_view release);
[[nodiscard]] std::string_view to_string(Platform platform);  // "Linux", "WSL 2"
// Returns the name in sandbox.enabledPlatforms: "linux", "wsl", "macos"; empty if it has none.
[[nodiscard]] std::string_view settings_name(Platform platform);

}  // namespace postern::host
