#include "run/stopped_tree.h"

#include "base/unique_fd.h"
#include "run/process_tree.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace postern::run {
namespace {

// Waits until a thread that is about to stop has left its processor. Its state says "stopped" before that, and on a busy
// machine it may be put aside in between; the kernel counts the switch only afterwards. Reading this file waits for it.
void await_switch(const std::string& directory) {
    const UniqueFd file(::open((directory + "/syscall").c_str(), O_RDONLY | O_CLOEXEC));
    std::array<char, 256> text{};
    if (file) (void)!::read(file.get(), text.data(), text.size());
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
        if (!thread) return true;
        await_switch(directory);
        out.emplace(number, times_run(directory));
        // One that waits for our answer, or for a child between vfork and exec, sleeps where only a kill wakes it: 'D'.
        return thread->state != 'R' && thread->state != 'S';
    });
}

}  // namespace

std::optional<Standstill> standstill_below(pid_t launcher) {
    const std::set<pid_t> below = processes_below(launcher);
    Standstill out;
    const bool stopped = std::ranges::all_of(below, [&](pid_t process) { return add_stopped(process, out); });
    return stopped ? std::optional(std::move(out)) : std::nullopt;
}

}  // namespace postern::run
