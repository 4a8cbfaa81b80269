// The controlling terminal: its foreground process group and its modes.
#pragma once

#include "base/unique_fd.h"

#include <optional>

#include <termios.h>

namespace postern::run {

class Terminal {
public:
    Terminal();  // of this process; there may be none

    // Returns whether we are in the terminal's foreground process group.
    [[nodiscard]] bool is_ours() const;
    // Returns whether the foreground process group has no processes left, as after the death of a command that had the
    // terminal.
    [[nodiscard]] bool is_abandoned() const;
    [[nodiscard]] pid_t owner() const;  // the foreground process group
    // Makes `group`, or our own process group, the foreground. SIGTTOU must be blocked or ignored.
    void give_to(pid_t group) const;
    void take_back() const;

    void save_modes();           // echo, line editing, …; only from the foreground
    void restore_modes() const;  // only from the foreground; no effect without saved modes

private:
    UniqueFd fd_;
    std::optional<termios> modes_;
};

}  // namespace postern::run
