// A person asked on the controlling terminal.
#pragma once

#include "base/unique_fd.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <termios.h>

namespace postern::approval {

// How long a yes holds. A session is that of the terminal, or what POSTERN_SESSION says.
enum class Lasting : std::uint8_t { once, session, always };

struct Reply {
    enum class Kind : std::uint8_t { refused, allowed, nobody };  // nobody: there is no terminal, or it is not ours now
    Kind kind = Kind::refused;
    std::string message{};  // what the person said instead of a plain no: for whoever asked
    Lasting lasting = Lasting::once;
    bool operator==(const Reply&) const = default;
};

// What stands before the answer, and whether a yes may be for longer.
struct Ask {
    std::string_view text;
    bool may_last = false;
};

// "y" and "yes" allow; so do, if a yes may last, "s" and "session", "a" and "always". "n", "no" and nothing refuse; whatever
// else was typed refuses too, and says why.
[[nodiscard]] Reply reply_from(std::string_view line, bool may_last);

// What a refusal says: "the answer was no", "the answer was: not on Fridays", "there is nobody to ask".
[[nodiscard]] std::string refusal_text(const Reply& reply);

inline constexpr Ask kRunIt{"postern: run it? [y/N, or why not] "};
inline constexpr Ask kLetItConnect{"postern: let it? [y/N, s: for this session, a: always, or why not] ", true};

// One question that waits on the terminal for its answer, while the caller goes on with other things. The terminal reads
// whole lines meanwhile, and is as before afterwards.
class Prompt {
public:
    // `question` is one or more lines, already printable; of long ones, and of many, the middle is left out. `ask` stands
    // before the answer. Nothing: nobody can be asked.
    static std::optional<Prompt> open(std::string_view question, const Ask& ask);
    Prompt(Prompt&&) noexcept = default;
    Prompt& operator=(Prompt&&) = delete;
    ~Prompt();

    [[nodiscard]] int fd() const noexcept { return tty_.get(); }
    // To be called when `fd` can be read: then it does not wait. Nothing: the line is not complete.
    [[nodiscard]] std::optional<Reply> read();
    // Shown below the question, if it is answered otherwise or not needed any more.
    void tell(std::string_view line) const;

private:
    Prompt(UniqueFd tty, const termios& before, const termios& lines, const Ask& ask)
        : tty_(std::move(tty)), before_(before), lines_(lines), ask_(ask) {}
    [[nodiscard]] bool is_as_we_left_it() const;

    UniqueFd tty_;
    termios before_, lines_;
    Ask ask_;  // its text is a constant
    std::string typed_{};
};

// Is there a terminal at which somebody could be asked?
[[nodiscard]] bool has_terminal();

// What fits on a screen, whatever the arguments of a command are.
[[nodiscard]] std::string shortened(std::string_view question);

// Waits for the answer.
[[nodiscard]] Reply ask_on_terminal(std::string_view question);

}  // namespace postern::approval
