#include "approval/question.h"

#include <algorithm>

namespace postern::approval {

policy::MayAnswer may_answer(const Question& question) noexcept {
    auto out = policy::MayAnswer::anybody;
    for (const policy::Reason& reason : question.reasons) out = std::max(out, reason.may_answer);
    return out;
}

std::string refusal_text(const Answer& answer) {
    if (answer.verdict == Answer::Verdict::nobody) return "there is nobody to ask";
    const std::string who = answer.kind == policy::ReasonKind::hook ? "the answer of " + answer.approver : "the answer";
    return answer.message.empty() ? who + " was no" : who + " was: " + answer.message;
}

policy::Reason reason_of(const Answer& answer) {
    const bool yes = answer.verdict == Answer::Verdict::allowed;
    std::string message = answer.approver.empty() ? "it was answered before" : answer.approver;
    if (!answer.approver.empty()) message += yes ? " says yes" : " says no";
    if (answer.verdict == Answer::Verdict::nobody) message = "there is nobody to ask";
    if (!answer.message.empty()) message += ": " + answer.message;
    return {.verdict = yes ? policy::Verdict::allow : policy::Verdict::deny,
            .kind = answer.kind,
            .rule = answer.approver,
            .message = std::move(message)};
}

}  // namespace postern::approval
