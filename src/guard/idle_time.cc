#include "guard/idle_time.h"

#include "base/unique_fd.h"

#include <array>
#include <charconv>

#include <fcntl.h>
#include <unistd.h>

namespace postern::guard {
namespace {

constexpr double kSpareProcessor = 0.5;  // a processor that is idle this much of the time counts as free

}  // namespace

std::optional<IdleTime> parse_idle_time(std::string_view text) {
    IdleTime time;
    const char* const end = text.data() + text.size();
    const auto passed = std::from_chars(text.data(), end, time.passed, std::chars_format::fixed);
    if (passed.ec != std::errc{} || passed.ptr == end || *passed.ptr != ' ') return std::nullopt;
    const auto idle = std::from_chars(passed.ptr + 1, end, time.idle, std::chars_format::fixed);
    if (idle.ec != std::errc{}) return std::nullopt;
    return time;
}

bool all_were_busy(const IdleTime& before, const IdleTime& after) {
    return after.idle - before.idle < kSpareProcessor * (after.passed - before.passed);
}

bool BusyProcessors::all() {
    if (const auto now = Clock::now(); now >= next_look_) {
        next_look_ = now + kBetweenLooks;
        look();
    }
    return all_;
}

void BusyProcessors::look() {
    const UniqueFd uptime(::open(path_.c_str(), O_RDONLY | O_CLOEXEC));
    std::array<char, 64> text{};
    const ssize_t length = ::read(uptime.get(), text.data(), text.size());
    const auto now = length > 0 ? parse_idle_time({text.data(), static_cast<std::size_t>(length)}) : std::nullopt;
    all_ = now && seen_ && all_were_busy(*seen_, *now);
    seen_ = now;
}

}  // namespace postern::guard
