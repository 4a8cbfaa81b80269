// The processes of a sandbox, seen from outside.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include <sys/types.h>

namespace postern::run {

struct Task {
    pid_t number = 0, parent = 0;
    char state = 'X';
};

// Returns the names of a directory in /proc that are numbers.
[[nodiscard]] std::vector<pid_t> numbers_in(const std::string& directory);
// Reads "/proc/7" or "/proc/7/task/8". Returns nullopt if the task is gone.
[[nodiscard]] std::optional<Task> read_task(pid_t number, const std::string& directory);

// Returns the processes below `launcher` and its children. The launcher is bwrap, its child postern-init.
[[nodiscard]] std::set<pid_t> processes_below(pid_t launcher);

}  // namespace postern::run
