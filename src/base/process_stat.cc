#include "base/process_stat.h"

#include "base/io.h"
#include "base/text.h"

#include <charconv>
#include <string>

#include <fcntl.h>

namespace postern {

namespace {

template <class Number>
bool read_number(std::string_view text, Number& into) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), into);
    return error == std::errc{} && end == text.data() + text.size();
}

}  // namespace

std::optional<ProcessStat> parse_process_stat(std::string_view text) {
    const std::size_t name_end = text.rfind(')');  // the name may hold blanks and parentheses itself
    if (name_end == std::string_view::npos) return std::nullopt;
    const auto fields = split(text.substr(name_end), ' ');
    // Counted from 1, as the kernel's documentation does; the first here is the end of the name.
    constexpr std::size_t kName = 2, kState = 3, kParent = 4, kStarted = 22;
    if (fields.size() <= kStarted - kName || fields[kState - kName].size() != 1) return std::nullopt;
    ProcessStat out{.state = fields[kState - kName].front()};
    if (!read_number(fields[kParent - kName], out.parent) || !read_number(fields[kStarted - kName], out.started)) {
        return std::nullopt;
    }
    return out;
}

std::optional<ProcessStat> read_process_stat(const std::string& directory) {
    const UniqueFd fd(::open((directory + "/stat").c_str(), O_RDONLY | O_CLOEXEC));
    const auto text = fd ? read_all(fd.get(), 1 << 16) : std::nullopt;
    return text ? parse_process_stat(*text) : std::nullopt;
}

std::optional<ProcessStat> read_process_stat(pid_t pid) {
    return read_process_stat("/proc/" + std::to_string(pid));
}

}  // namespace postern
