// Measures how long the command has been running, without the time it was paused: stopped by job control, or waiting
// for a person's answer. Pure: the caller passes the time.
#pragma once

#include <chrono>

namespace postern::run {

class RunClock {
public:
    using Time = std::chrono::steady_clock::time_point;
    using Span = std::chrono::steady_clock::duration;

    void start(Time now) noexcept {
        since_ = now;
        elapsed_ = Span::zero();
        pauses_ = 0;
    }
    // Pauses nest: with two reasons to pause, time goes on when both have ended.
    void pause(Time now) noexcept {
        if (pauses_++ == 0) elapsed_ += now - since_;
    }
    void resume(Time now) noexcept {
        if (pauses_ > 0 && --pauses_ == 0) since_ = now;
    }
    [[nodiscard]] bool paused() const noexcept { return pauses_ > 0; }
    [[nodiscard]] Span elapsed(Time now) const noexcept { return paused() ? elapsed_ : elapsed_ + (now - since_); }

private:
    Time since_{};
    Span elapsed_{};
    unsigned pauses_ = 0;
};

}  // namespace postern::run
