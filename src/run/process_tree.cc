#include "run/process_tree.h"

#include "base/unique_fd.h"

#include <array>
#include <charconv>
#include <memory>
#include <string_view>

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

namespace postern::run {
namespace {

std::optional<pid_t> number_in(std::string_view text) {
    pid_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end == text.data()) return std::nullopt;
    return number;
}

}  // namespace

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

std::set<pid_t> processes_below(pid_t launcher) {
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
    return below;
}

}  // namespace postern::run
