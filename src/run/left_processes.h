// Names the processes that the end of a command ends.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

namespace postern::run {

struct LeftProcess {
    pid_t pid = 0;       // inside the sandbox
    std::string name{};  // that the process has given itself, or else of its program; anything may be in it
    bool operator==(const LeftProcess&) const = default;
};

struct LeftProcesses {
    std::vector<LeftProcess> first{};  // in the order of their numbers outside
    std::uint64_t more = 0;
};

// Returns the processes below `launcher` and its children that live. One that has ended and was not waited for is none.
[[nodiscard]] LeftProcesses left_below(pid_t launcher);

// Reads the text of /proc/PID/status. Returns nullopt if the process has ended.
[[nodiscard]] std::optional<LeftProcess> parse_status(std::string_view text);

}  // namespace postern::run
