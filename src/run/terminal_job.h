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
    int signal = 0;               // that stopped the command
    bool had_terminal = false;    // the command had the terminal
    bool in_foreground = false;   // we are in the terminal's foreground
    bool stop_passed_on = false;  // we passed SIGTSTP on to the command
    bool given_before = false;    // the terminal was given to the command before, and yet it is ours
};

// Pure. A command that stops itself without a terminal and unasked must not stop us, or the time limit would not be
// enforced.
[[nodiscard]] OnStop on_stop(const StopFacts& facts);

enum class Resume : std::uint8_t { in_background, in_foreground };

class TerminalJob {
public:
    enum class Start : std::uint8_t { in_background, in_foreground };
    explicit TerminalJob(Start start);

    void note_stop_passed_on() noexcept { stop_passed_on_ = true; }
    // Returns the action to take. If it is to stop, the terminal is ours again.
    [[nodiscard]] OnStop stopped(int signal);
    // Must be called before the command is continued. Returns whether it gets the terminal.
    [[nodiscard]] Resume resumed();
    // Notes that we were continued. The shell decides whether we are in the foreground.
    void continued() { job_in_foreground_ = terminal_.is_ours(); }
    // Returns whether the terminal is ours or the command's, so that a person can be asked there.
    [[nodiscard]] bool has_foreground() const { return job_in_foreground_ || terminal_.is_ours(); }
    // Takes the terminal for a question, while the command stands still.
    void borrow_terminal();
    [[nodiscard]] Resume return_terminal();  // returns whether the command gets it now
    // Signals the process group that the terminal was borrowed from. Returns false if it was not borrowed.
    [[nodiscard]] bool signal_lender(int signal) const;
    // Gives the terminal back at the end, with the modes from before if the command had it. In a pipeline another program
    // may be using the terminal: there the modes are restored only after an abnormal end.
    enum class Manner : std::uint8_t { orderly, abnormal };
    void ended(Manner manner) const;

    [[nodiscard]] bool had_terminal() const noexcept { return command_had_terminal_; }

private:
    Terminal terminal_;
    bool foreground_;  // the command was started in the foreground
    bool command_has_terminal_, command_had_terminal_, job_in_foreground_;
    bool stop_passed_on_ = false, given_before_ = false, wants_terminal_ = false, borrowed_ = false;
    pid_t lender_ = 0;  // process group that the terminal was borrowed from
};

// Stops this process, or its whole group, as Ctrl-Z would. Returns true once it is continued, or false if it could not
// be stopped because nobody would continue it (an orphaned process group). SIGCONT must be blocked.
enum class Whom : std::uint8_t { self, group };
[[nodiscard]] bool stop_until_continued(Whom whom);

}  // namespace postern::run
