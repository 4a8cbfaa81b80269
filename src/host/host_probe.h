// What this machine can do for the sandbox. Probing costs time, so the answer is cached in the state directory under the
// identity of what was probed; the cache may be deleted at any time.
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
    // Options that `--help` lists and we can do without.
    bool has_bind_fd = false, has_as_pid_1 = false, has_disable_userns = false, has_perms = false, has_size = false;
    bool operator==(const Bwrap&) const = default;
};

struct BwrapSearch {
    std::optional<AbsPath> named{};  // sandbox.bwrapPath
    std::string path_variable{};     // $PATH
    // What the command will be able to write, links followed: bwrap is never taken from there.
    std::vector<AbsPath> writable{};
    AbsPath cache_directory = AbsPath::root();
};

// The bubblewrap to use: outside every writable path (its directory too, links followed), executable, not writable by
// others, not setuid. Its options come from `bwrap --help`, asked once per binary (path, device, inode, size, times).
// The error says what was passed over and why, and what to do.
[[nodiscard]] Result<Bwrap> find_bwrap(const BwrapSearch& search);

enum class Platform : std::uint8_t { linux, wsl1, wsl2, macos, other };
[[nodiscard]] Platform platform();
// From what uname says: "Linux", "5.15.90.1-microsoft-standard-WSL2". Pure.
[[nodiscard]] Platform classify_platform(std::string_view system, std::string_view release);
[[nodiscard]] std::string_view to_string(Platform platform);  // "Linux", "WSL 2"
// As sandbox.enabledPlatforms spells it: "linux", "wsl", "macos"; empty for what it cannot name.
[[nodiscard]] std::string_view settings_name(Platform platform);

}  // namespace postern::host
