#include "run/stopped_tree.h"

#include "base/unique_fd.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

namespace postern::run {
namespace {

struct Task {
    pid_t number = 0, parent = 0;
    char state = 'X';
};

std::optional<pid_t> number_in(std::string_view text) {
    pid_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end == text.data()) return std::nullopt;
    return number;
}

std::vector<pid_t> numbers_in(const std::string& directory) {
    std::vector<pid_t> out;
    const std::unique_ptr<DIR, int (*)(DIR*)> open(::opendir(directory.c_str()), ::closedir);
    while (const dirent* entry = open ? ::readdir(open.get()) : nullptr) {
        if (const auto number = number_in(entry->d_name)) out.push_back(*number);
    }
    return out;
}

// "NUMBER (NAME) STATE PARENT …", and the name may have anything in it. Returns nullopt if the task is gone.
std::optional<Task> read_task(pid_t number, const std::string& directory) {
    const UniqueFd file(::open((directory + "/stat").c_str(), O_RDONLY | O_CLOEXEC));
    std::array<char, 256> text{};
    const ssize_t got = file ? ::read(file.get(), text.data(), text.size()) : 0;
    const std::string_view line(text.data(), got > 0 ? static_cast<std::size_t>(got) : 0);
    const std::size_t name_end = line.rfind(')');
    if (name_end == std::string_view::npos || name_end + 4 >= line.size()) return std::nullopt;
    return Task{number, number_in(line.substr(name_end + 4)).value_or(0), line[name_end + 2]};
}

// The counts of context switches, which stand at the end of the file.
std::string times_run(const std::string& directory) {
    const UniqueFd file(::open((directory + "/status").c_str(), O_RDONLY | O_CLOEXEC));
    std::array<char, 8192> text{};
    const ssize_t got = file ? ::read(file.get(), text.data(), text.size()) : 0;
    const std::string_view all(text.data(), got > 0 ? static_cast<std::size_t>(got) : 0);
    const std::size_t begin = all.find("voluntary_ctxt_switches");
    return std::string(all.substr(std::min(begin, all.size())));
}

// Adds the threads of a process. Returns false if one has not stopped.
bool add_stopped(pid_t process, Standstill& out) {
    const std::string threads = "/proc/" + std::to_string(process) + "/task";
    return std::ranges::all_of(numbers_in(threads), [&](pid_t number) {
        const std::string directory = threads + '/' + std::to_string(number);
        const auto thread = read_task(number, directory);
        if (thread) out.emplace(number, times_run(directory));
        // One that waits for our answer, or for a child between vfork and exec, sleeps where only a kill wakes it: 'D'.
        return !thread || (thread->state != 'R' && thread->state != 'S');
    });
}

}  // namespace

std::optional<Standstill> standstill_below(pid_t launcher) {
    std::vector<Task> processes;
    for (const pid_t number : numbers_in("/proc")) {
        if (const auto task = read_task(number, "/proc/" + std::to_string(number))) processes.push_back(*task);
    }
    // Numbers come again from the start, so a child may stand before its parent.
    std::set<pid_t> above{launcher}, below;
    for (const Task& task : processes) {
        if (task.parent == launcher) above.insert(task.number);
    }
    for (bool more = true; more;) {
        more = false;
        for (const Task& task : processes) {
            const bool inside =
                !above.contains(task.number) && (above.contains(task.parent) || below.contains(task.parent));
            more = (inside && below.insert(task.number).second) || more;
        }
    }
    Standstill out;
    const bool stopped = std::ranges::all_of(below, [&](pid_t process) { return add_stopped(process, out); });
    return stopped ? std::optional(std::move(out)) : std::nullopt;
}

}  // namespace postern::run
