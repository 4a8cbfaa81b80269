// The classifier that needs no program: the question says already whether its command can do harm.
#pragma once

#include "approval/approver.h"

namespace postern::approval {

class BuiltinClassifier : public Approver {
public:
    [[nodiscard]] std::string_view name() const override { return "builtin:read-only"; }
    [[nodiscard]] policy::ReasonKind kind() const override { return policy::ReasonKind::classifier; }
    [[nodiscard]] policy::MayAnswer authority() const override { return policy::MayAnswer::anybody; }
    [[nodiscard]] bool concerns(const Question& question) const override { return !question.harmless.empty(); }
    [[nodiscard]] bool available() const override { return true; }
    void ask(Loop&, Ticket, const Question& question, Answered answered) override {
        answered({.verdict = Answer::Verdict::allowed, .message = question.harmless});
    }
    void withdraw(Ticket) override {}  // it answers at once
};

}  // namespace postern::approval
