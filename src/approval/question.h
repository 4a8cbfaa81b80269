// Questions and answers, for commands, programs and hosts alike. Plain values.
#pragma once

#include "base/abs_path.h"
#include "policy/decision.h"
#include "shell/analysis.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace postern::approval {

enum class About : std::uint8_t {
    command,  // a command line, before anything runs
    program,  // one that the running command is about to start
    host,     // one that the running command wants to reach
    files,    // protected ones that git would change
};

// How long a yes holds. `once` holds for the same thing in the same run. A session is that of the terminal, or the one
// that POSTERN_SESSION names.
enum class Lasting : std::uint8_t { once, session, always };

// The most that may be offered for a question of this kind.
[[nodiscard]] constexpr Lasting longest_for(About about) noexcept {
    return about == About::host ? Lasting::always : Lasting::once;
}

// One thing that a question asks about, so that an answer can be found again. See binding.h.
struct Binding {
    std::string what;     // digest of rule, words and directory; a host: "host:port"
    std::string files{};  // digest of identity and content of the program, and of the scripts it is started by
    auto operator<=>(const Binding&) const = default;
};

struct Question {
    About about = About::command;
    std::string subject{};                  // the command line, the program's words, or "host:port"
    AbsPath directory = AbsPath::root();    // where it would run; for a host: where the command runs
    std::vector<policy::Reason> reasons{};  // those that ask
    std::vector<Binding> bindings{};        // a yes holds for these; without one it is never remembered
    Lasting longest = longest_for(About::command);
    std::uint32_t task = 0;  // the thread that waits for the answer, as this process sees it; 0: none does
    // Of a command before it runs: what its text means, and why reading it can do no harm, if that can be told.
    std::shared_ptr<const shell::Analysis> analysis{};
    std::string harmless{};
    bool may_be_rewritten = false;  // an answer may carry another command line
};

// Returns who may answer: the strictest that a reason demands.
[[nodiscard]] policy::MayAnswer may_answer(const Question& question) noexcept;

struct Answer {
    enum class Verdict : std::uint8_t { refused, allowed, nobody };  // nobody: no approver could be reached
    Verdict verdict = Verdict::refused;
    std::string message{};  // what was said instead of a plain no
    Lasting lasting = Lasting::once;
    std::string approver{};                                  // who answered: "terminal"
    policy::ReasonKind kind = policy::ReasonKind::approval;  // what kind of approver that is
    std::optional<std::string> rewritten{};                  // allowed instead of what was asked about
    bool operator==(const Answer&) const = default;
};

// "the answer was no", "the answer was: not on Fridays", "there is nobody to ask"
[[nodiscard]] std::string refusal_text(const Answer& answer);

// The answer as a reason, as it stands in a decision.
[[nodiscard]] policy::Reason reason_of(const Answer& answer);

}  // namespace postern::approval
