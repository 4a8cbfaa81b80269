// Measures how busy the machine's processors are, taken together.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace postern::guard {

// Seconds since the machine started, and the idle seconds of all its processors added up.
struct IdleTime {
    double passed = 0;
    double idle = 0;
    friend bool operator==(const IdleTime&, const IdleTime&) = default;
};

// Parses the text of /proc/uptime.
std::optional<IdleTime> parse_idle_time(std::string_view text);

// Returns whether all processors, or nearly all, had work between the two times.
bool all_were_busy(const IdleTime& before, const IdleTime& after);

// Reads /proc/uptime at most every tenth of a second, since the load hardly changes in less.
class BusyProcessors {
public:
    explicit BusyProcessors(std::string uptime = "/proc/uptime") : path_(std::move(uptime)) {}

    // Returns false until two measurements can be compared, and where the machine gives none. Short runs never measure.
    [[nodiscard]] bool all();

private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::milliseconds kBetweenLooks{100};

    void look();

    std::string path_;
    std::optional<IdleTime> seen_;
    Clock::time_point next_look_ = Clock::now() + kBetweenLooks;
    bool all_ = false;
};

}  // namespace postern::guard
