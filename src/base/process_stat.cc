#include "base/process_stat.h"

#include "base/io.h"
#include "base/text.h"

#include <charconv>
#include <string>

#include <fcntl.h>

namespace postern {

std::optional<ProcessStat> parse_process_stat(std::string_view text) {
    const std::size_t name_end = text.rfind(')');  // the name may hold blanks and parentheses itself
    if (name_end == std::string_view::npos) return std::nullopt;
    const auto fields = split(text.substr(name_end), ' ');
    constexpr std::size_t kState = 3, kStarted = 22, kName = 2;  // counted from 1, as the kernel's documentation does
    if (fields.size() <= kStarted - kName || fields[kState - kName].size() != 1) return std::nullopt;
    ProcessStat out{.state = fields[kState - kName].front()};
    const std::string_view started = fields[kStarted - kName];
    const auto [end, error] = std::from_chars(started.data(), started.data() + started.size(), out.started);
    if (error != std::errc{} || end != started.data() + started.size()) return std::nullopt;
    return out;
}

std::optional<ProcessStat> read_process_stat(pid_t pid) {
    const UniqueFd fd(::open(("/proc/" + std::to_string(pid) + "/stat").c_str(), O_RDONLY | O_CLOEXEC));
    const auto text = fd ? read_all(fd.get(), 1 << 16) : std::nullopt;
    return text ? parse_process_stat(*text) : std::nullopt;
}

}  // namespace postern
