// TerminalJob control for a command that is not in our process group: who has the terminal, what a stopped command means for
// us, and what our being continued means for it.
#pragma once

#include "run/terminal.h"

#include <cstdint>

#include <sys/types.h>

namespace postern::run {

enum class OnStop : std::uint8_t {
    leave,          // it stays stopped, we go on watching it
    give_terminal,  // it only wanted the terminal, and that is ours to give
    stop_self,      // so that the shell sees a stopped job
    stop_group,     // likewise, with all that share our process group: the key was meant for them too
};

struct StopFacts {
    int signal = 0;      // what stopped the command
    bool given = false;  // it had the terminal
    bool ours = false;   // we are in the terminal's foreground
    bool asked = false;  // we passed SIGTSTP on to it
    bool tried = false;  // the terminal was given to it before, and yet it is ours
};

// Pure. A command that stops itself, with no terminal and unasked, must not stop us: the time limit would not hold.
[[nodiscard]] OnStop on_stop(const StopFacts& facts);

enum class Resume : std::uint8_t { in_background, in_foreground };

class TerminalJob {
public:
    enum class Start : std::uint8_t { in_background, in_foreground };
    explicit TerminalJob(Start start);

    void passed_stop_on() noexcept { asked_ = true; }
    // What is to be done; the terminal is ours again if we are to stop.
    [[nodiscard]] OnStop stopped(int signal);
    // To be called when the command is about to be continued: whether it gets the terminal.
    [[nodiscard]] Resume resumed();
    // Somebody continued us: whether we are in the foreground now is up to them.
    void came_back() { in_front_ = terminal_.is_ours(); }
    // The terminal is ours or the command's: somebody sits there. If it is not, the command took it.
    [[nodiscard]] bool in_front() const { return in_front_ || terminal_.is_ours(); }
    // For a question, while the command stands still.
    void borrow_terminal();
    [[nodiscard]] Resume return_terminal();  // whether the command is to get it now
    // Signals the process group that the terminal was borrowed from. False if it was borrowed from none.
    [[nodiscard]] bool signal_owner(int signal) const;
    // It is over. Abnormally: it had no chance to leave the terminal as it was.
    enum class Manner : std::uint8_t { orderly, abnormal };
    void ended(Manner manner) const;

    [[nodiscard]] bool had_terminal() const noexcept { return had_; }

private:
    Terminal terminal_;
    bool foreground_;  // from the start
    bool given_, had_, in_front_;
    bool asked_ = false, tried_ = false, wants_terminal_ = false, borrowed_ = false;
    pid_t owner_ = 0;  // the process group that the terminal was borrowed from
};

// Stops this process, or its whole group, as Ctrl-Z would, and returns once it is continued: true. False if there is
// nobody to continue it (an orphaned process group), and it did not stop. SIGCONT must be blocked.
enum class Whom : std::uint8_t { self, group };
[[nodiscard]] bool stop_until_continued(Whom whom);

}  // namespace postern::run
