#include "run/left_processes.h"

#include "base/io.h"
#include "base/text.h"
#include "base/unique_fd.h"
#include "run/process_tree.h"

#include <charconv>

#include <fcntl.h>

namespace postern::run {
namespace {

constexpr std::size_t kMostNamed = 20;
constexpr std::size_t kLongestStatus = 1 << 14;

// Returns "x" of the line "Name:\tx".
std::string_view value_of(std::string_view line) {
    const std::size_t tab = line.find('\t');
    return tab == std::string_view::npos ? std::string_view() : line.substr(tab + 1);
}

}  // namespace

std::optional<LeftProcess> parse_status(std::string_view text) {
    LeftProcess out;
    for (const std::string_view line : split(text, '\n')) {
        const std::string_view value = value_of(line);
        if (line.starts_with("Name:")) out.name = value;  // the kernel escapes line ends in it
        if (line.starts_with("State:") && (value.starts_with('Z') || value.starts_with('X'))) return std::nullopt;
        if (!line.starts_with("NSpid:")) continue;
        // One number for each namespace; the last is the innermost.
        const std::string_view last = value.substr(value.rfind('\t') + 1);
        (void)std::from_chars(last.data(), last.data() + last.size(), out.pid);
    }
    if (out.pid == 0) return std::nullopt;
    return out;
}

LeftProcesses left_below(pid_t launcher) {
    LeftProcesses out;
    for (const pid_t number : processes_below(launcher)) {
        const UniqueFd file(::open(("/proc/" + std::to_string(number) + "/status").c_str(), O_RDONLY | O_CLOEXEC));
        const auto text = file ? read_all(file.get(), kLongestStatus) : std::nullopt;
        auto process = text ? parse_status(*text) : std::nullopt;
        if (!process) continue;
        if (out.first.size() < kMostNamed) {
            out.first.push_back(std::move(*process));
        } else {
            ++out.more;
        }
    }
    return out;
}

}  // namespace postern::run
