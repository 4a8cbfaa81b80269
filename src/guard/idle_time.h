// How busy the machine's processors are, taken together.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace postern::guard {

// Seconds since the machine started: that have passed, and that its processors, all added up, had nothing to do.
struct IdleTime {
    double passed = 0;
    double idle = 0;
    friend bool operator==(const IdleTime&, const IdleTime&) = default;
};

// From the text of /proc/uptime.
std::optional<IdleTime> parse_idle_time(std::string_view text);

// Was there work for every processor in between, or nearly?
bool all_were_busy(const IdleTime& before, const IdleTime& after);

// Looks now and then: what is true of a tenth of a second hardly changes in the next.
class BusyProcessors {
public:
    explicit BusyProcessors(std::string uptime = "/proc/uptime") : path_(std::move(uptime)) {}

    // False until there are two looks to compare, and where the machine does not tell. Short runs never look.
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
