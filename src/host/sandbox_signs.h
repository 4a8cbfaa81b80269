// Finds out whether another sandbox already holds this process: Postern's own, bubblewrap of another program, or one
// that only shows by what it set. The names of processes are hints that any program can imitate. They choose the words of
// a diagnosis and nothing else.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace postern::host {

struct SandboxSigns {
    bool no_new_privileges = false;
    bool filtered = false;                 // a seccomp filter is in force
    std::vector<std::string> ancestors{};  // names of the processes above this one, the nearest first
    bool operator==(const SandboxSigns&) const = default;
};
[[nodiscard]] SandboxSigns read_sandbox_signs();

inline constexpr const char* kPosternAround = "Postern";
inline constexpr const char* kBwrapAround = "bubblewrap";
inline constexpr const char* kUnknownAround = "another program";
// Returns one of the names above, or nullopt if nothing shows. A container runtime sets the same things, so the last one
// needs `contained` to be false. Pure.
[[nodiscard]] std::optional<std::string> sandbox_around(const SandboxSigns& signs, bool contained);

}  // namespace postern::host
