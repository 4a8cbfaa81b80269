// The controlling terminal: who may read from it, and what state it is in.
#pragma once

#include "base/unique_fd.h"

#include <optional>

#include <termios.h>

namespace postern::run {

// stdin and stdout are our controlling terminal and we are in its foreground: the command is to have it, in a process
// group of its own. Whoever makes the launch plan passes this on to postern-init as --foreground.
[[nodiscard]] bool wants_foreground();

class Terminal {
public:
    Terminal();  // of this process; there may be none

    // We are in its foreground process group.
    [[nodiscard]] bool is_ours() const;
    // Its foreground process group has no process left, as after the death of a command that had it.
    [[nodiscard]] bool is_abandoned() const;
    [[nodiscard]] pid_t owner() const;  // its foreground process group
    // Makes this process group, or ours, its foreground. SIGTTOU must be blocked or ignored.
    void give_to(pid_t group) const;
    void take_back() const;

    void save_modes();           // echo, line editing, …; only from the foreground
    void restore_modes() const;  // likewise; nothing happens without modes saved

private:
    UniqueFd fd_;
    std::optional<termios> modes_;
};

}  // namespace postern::run
