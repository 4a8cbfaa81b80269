// A person asked on the controlling terminal.
#pragma once

#include "approval/approver.h"
#include "base/unique_fd.h"

#include <chrono>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include <termios.h>

namespace postern::approval {

// Returns what a typed line means. "y" and "yes" allow; so do "s" and "session", "a" and "always" as far as `longest`
// allows. "n", "no" and an empty line refuse; any other text refuses too, and is the message.
[[nodiscard]] Answer answer_from(std::string_view line, Lasting longest);

// The question as lines for a person: what it is about, the directory, and what asks. Printable, and short enough for a
// screen whatever the words are.
[[nodiscard]] std::string question_text(const Question& question);

// The line that the answer is typed behind: "postern: run it? [y/N, or why not] ".
[[nodiscard]] std::string prompt_text(const Question& question);

// One question that waits on the terminal for its answer, while the caller goes on with other things. The terminal
// reads whole lines meanwhile, and is as before afterwards.
class Prompt {
public:
    // Returns nullopt if nobody can be asked.
    static std::optional<Prompt> open(const Question& question);
    Prompt(Prompt&&) noexcept = default;
    Prompt& operator=(Prompt&&) = delete;
    ~Prompt();

    [[nodiscard]] int fd() const noexcept { return tty_.get(); }
    // Does not wait if `fd` can be read. Returns nullopt if the line is not complete.
    [[nodiscard]] std::optional<Answer> read();
    // Written below the question, if it is answered otherwise or not needed any more.
    void tell(std::string_view line) const;

private:
    Prompt(UniqueFd tty, const termios& before, const termios& lines, const Question& question)
        : tty_(std::move(tty)),
          saved_modes_(before),
          line_modes_(lines),
          prompt_line_(prompt_text(question)),
          longest_(question.longest) {}
    [[nodiscard]] bool has_our_modes() const;

    UniqueFd tty_;
    termios saved_modes_, line_modes_;
    std::string prompt_line_;
    Lasting longest_;
    std::string typed_{};
};

// How long a person is spared a question that others may answer at once.
inline constexpr std::chrono::milliseconds kGrace{120};

// Shows one question after the other. Ctrl-C refuses all that are open.
class TerminalApprover : public Approver {
public:
    [[nodiscard]] std::string_view name() const override { return "terminal"; }
    [[nodiscard]] std::chrono::milliseconds grace() const override { return kGrace; }
    [[nodiscard]] bool available() const override;
    void ask(Loop& loop, Ticket ticket, const Question& question, Answered answered) override;
    void withdraw(Ticket ticket) override;

private:
    struct Open {
        Ticket ticket;
        Question question;
        Answered answered;
    };

    void show_next();
    void on_held(bool person_present);
    bool on_typed();
    void give_up();
    void close_prompt();
    void answer(const Answer& answer);  // the first

    Loop* loop_ = nullptr;
    std::deque<Open> open_{};
    bool holding_ = false;
    std::optional<Prompt> prompt_{};  // shows the first
};

}  // namespace postern::approval
