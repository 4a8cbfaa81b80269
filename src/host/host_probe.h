// Finds bubblewrap and the platform. Probing costs time, so results are cached in the state directory together with the
// identity of the probed program; the cache may be deleted at any time.
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

// Returns the bubblewrap to use. It is executable, not setuid, not writable by others, and lies outside every writable
// path (its directory too, links followed). `bwrap --help` is asked once per binary (path, device, inode, size, times).
// The error says which files were passed over and why, and what the user can do.
[[nodiscard]] Result<Bwrap> find_bwrap(const BwrapSearch& search);

enum class Platform : std::uint8_t { linux, wsl1, wsl2, macos, other };
[[nodiscard]] Platform platform();
// Takes the answers of uname, such as "Linux" and "5.15.90.1-microsoft-standard-WSL2". Pure.
[[nodiscard]] Platform classify_platform(std::string_view system, std::string_view release);
[[nodiscard]] std::string_view to_string(Platform platform);  // "Linux", "WSL 2"
// Returns the name in sandbox.enabledPlatforms: "linux", "wsl", "macos"; empty if it has none.
[[nodiscard]] std::string_view settings_name(Platform platform);

}  // namespace postern::host
