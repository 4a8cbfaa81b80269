// A moment to come, served in a poll loop.
#pragma once

#include "approval/approver.h"
#include "base/unique_fd.h"

#include <chrono>
#include <functional>

namespace postern::approval {

class Timer {
public:
    // Calls `rung` once, `after` this long from now, unless the timer is destroyed before. A timer that the kernel does
    // not give rings at once: what waits for it must not wait for ever.
    Timer(Loop& loop, std::chrono::milliseconds after, std::function<void()> rung);
    ~Timer();
    Timer(const Timer&) = delete;
    Timer& operator=(const Timer&) = delete;

private:
    Loop& loop_;
    UniqueFd fd_;
};

}  // namespace postern::approval
