// A verdict with every reason for it.
#pragma once

#include "shell/analysis.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace postern::policy {

enum class Verdict : std::uint8_t { allow, ask, deny };  // later is stricter

enum class ReasonKind : std::uint8_t {
    never,        // the built-in list of what is never allowed
    rule,         // an entry of permissions.allow, .ask or .deny
    mode,         // permissions.defaultMode and related settings
    sandbox,      // the sandbox will confine it
    safety,       // protected paths, removal of essential directories: no mode skips these
    path,         // inside or outside the directories that may be used
    network,      // sandbox.network lists
    cooldown,     // permissions.limits: run too often recently
    new_file,     // created by the command that starts it
    undecidable,  // the text does not say what runs
    read_only,    // known to change nothing
    fallback,     // nothing allows it
    approval,     // a person's answer, or an earlier one
    hook,         // the answer of a hook command
    classifier,   // found safe by the classifier
    ticket,       // answered before, for exactly this run
};

// Who may answer a question that a reason asks. Later is stricter.
enum class MayAnswer : std::uint8_t {
    anybody,  // the built-in classifier, too
    chosen,   // what the settings name as hook or classifier, and a person
    person,   // nobody else, and nothing is remembered
};

struct Reason {
    Verdict verdict = Verdict::deny;
    ReasonKind kind = ReasonKind::fallback;
    std::string rule{};        // the rule's text, if there is one
    std::string source{};      // the file it came from
    std::string pointer{};     // and the JSON pointer in that file
    std::string subject{};     // the part of the command, path or host concerned
    std::string message{};     // one sentence for a person
    std::string suggestion{};  // the narrowest rule that would allow it, if there is one
    std::string wider{};       // a rule that would also allow other calls of the same kind
    std::uint32_t command = shell::kNoCommand;
    bool mentioned = false;                     // met only by a word of the call that may be the name of a program
    MayAnswer may_answer = MayAnswer::anybody;  // of a reason that asks
    bool operator==(const Reason&) const = default;
};

struct Decision {
    Verdict verdict = Verdict::deny;
    std::vector<Reason> reasons{};
    bool sandboxed = false;  // true if the command is to run in the sandbox
    bool operator==(const Decision&) const = default;
};

// Returns the strictest verdict of the reasons, or deny if there are none.
[[nodiscard]] Verdict strictest(const std::vector<Reason>& reasons) noexcept;

[[nodiscard]] std::string_view to_string(Verdict verdict) noexcept;
[[nodiscard]] std::string_view to_string(ReasonKind kind) noexcept;
[[nodiscard]] std::string_view to_string(MayAnswer may_answer) noexcept;

// "FILE#/permissions/ask/0", or empty if it came from no file. Printable.
[[nodiscard]] std::string origin_text(const Reason& reason);
// The reason as one printable line, with its origin.
[[nodiscard]] std::string reason_text(const Reason& reason);

}  // namespace postern::policy
