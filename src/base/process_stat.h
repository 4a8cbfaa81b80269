// The text of /proc/PID/stat, and of /proc/PID/task/TID/stat.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <sys/types.h>

namespace postern {

struct ProcessStat {
    char state = '\0';  // 'S' sleeps, 'R' runs, 'T' is stopped
    pid_t parent = 0;
    std::uint64_t started = 0;  // clock ticks after boot: tells processes apart that had the same number
    bool operator==(const ProcessStat&) const = default;
};

// Returns nullopt if a field is missing.
[[nodiscard]] std::optional<ProcessStat> parse_process_stat(std::string_view text);
// Returns nullopt if there is no such process.
[[nodiscard]] std::optional<ProcessStat> read_process_stat(pid_t pid);
[[nodiscard]] std::optional<ProcessStat> read_process_stat(const std::string& directory);  // "/proc/7/task/8"

}  // namespace postern
