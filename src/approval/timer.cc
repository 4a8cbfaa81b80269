#include "approval/timer.h"

#include <algorithm>
#include <utility>

#include <sys/eventfd.h>
#include <sys/timerfd.h>

namespace postern::approval {
namespace {

UniqueFd open_timer(std::chrono::milliseconds after) {
    UniqueFd out(::timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK));
    const auto nanoseconds = std::max<std::chrono::nanoseconds>(after, std::chrono::nanoseconds(1)).count();
    itimerspec when{};
    when.it_value.tv_sec = nanoseconds / 1'000'000'000;
    when.it_value.tv_nsec = nanoseconds % 1'000'000'000;
    if (out && ::timerfd_settime(out.get(), 0, &when, nullptr) == 0) return out;
    return UniqueFd(::eventfd(1, EFD_CLOEXEC | EFD_NONBLOCK));
}

}  // namespace

Timer::Timer(Loop& loop, std::chrono::milliseconds after, std::function<void()> rung)
    : loop_(loop), fd_(open_timer(after)) {
    if (!fd_) return;
    loop_.serve({.fd = fd_.get(), .ready = [rung = std::move(rung)] {
                     const auto once = rung;  // a copy: it may destroy the timer
                     once();
                     return false;
                 }});
}

Timer::~Timer() {
    if (fd_) loop_.leave(fd_.get());
}

}  // namespace postern::approval
