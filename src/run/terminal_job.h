// Job control for a command that is not in our process group: which group has the terminal, how we react when the
// command stops, and how the command reacts when we are continued.
#pragma once

#include "run/terminal.h"

#include <cstdint>

#include <sys/types.h>

namespace postern::run {

enum class OnStop : std::uint8_t {
    leave,          // the command stays stopped, and we go on watching it
    give_terminal,  // the command only wants the terminal, and we have it to give
    stop_self,      // so that the shell sees a stopped job
    stop_group,     // the same with our whole process group, because Ctrl-Z was meant for all of it
};

struct StopFacts {
    int signal = 0;      // that stopped the command
    bool given = false;  // the command had the terminal
    bool ours = false;   // we are in the terminal's foreground
    bool asked = false;  // we passed SIGTSTP on to the command
    bool tried = false;  // the terminal was given to the command before, and yet it is ours
};

// Pure. A command that stops itself without a terminal and unasked must not stop us, or the time limit would not be
// enforced.
[[nodiscard]] OnStop on_stop(const StopFacts& facts);

enum class Resume : std::uint8_t { in_background, in_foreground };

class TerminalJob {
public:
    enum class Start : std::uint8_t { in_background, in_foreground };
    explicit TerminalJob(Start start);

    void passed_stop_on() noexcept { asked_ = true; }
    // Returns the action to take. If it is to stop, the terminal is ours again.
    [[nodiscard]] OnStop stopped(int signal);
    // Must be called before the command is continued. Returns whether it gets the terminal.
    [[nodiscard]] Resume resumed();
    // Notes that we were continued. The shell decides whether we are in the foreground.
    void came_back() { in_front_ = terminal_.is_ours(); }
    // Returns whether the terminal is ours or the command's, so that a person can be asked there.
    [[nodiscard]] bool in_front() const { return in_front_ || terminal_.is_ours(); }
    // Takes the terminal for a question, while the command stands still.
    void borrow_terminal();
    [[nodiscard]] Resume return_terminal();  // returns whether the command gets it now
    // Signals the process group that the terminal was borrowed from. Returns false if it was not borrowed.
    [[nodiscard]] bool signal_owner(int signal) const;
    // Gives the terminal back at the end. After an abnormal end its modes are restored too, because the command had no
    // chance to do so.
    enum class Manner : std::uint8_t { orderly, abnormal };
    void ended(Manner manner) const;

    [[nodiscard]] bool had_terminal() const noexcept { return had_; }

private:
    Terminal terminal_;
    bool foreground_;  // the command was started in the foreground
    bool given_, had_, in_front_;
    bool asked_ = false, tried_ = false, wants_terminal_ = false, borrowed_ = false;
    pid_t owner_ = 0;  // process group that the terminal was borrowed from
};

// Stops this process, or its whole group, as Ctrl-Z would. Returns true once it is continued, or false if it could not
// be stopped because nobody would continue it (an orphaned process group). SIGCONT must be blocked.
enum class Whom : std::uint8_t { self, group };
[[nodiscard]] bool stop_until_continued(Whom whom);

}  // namespace postern::run
