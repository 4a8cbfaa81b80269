#include "approval/race.h"

namespace postern::approval {

void Race::start(Loop& loop, const Question& question) {
    if (approvers_.empty()) return done_({.verdict = Answer::Verdict::nobody});
    for (std::size_t i = 0; i < approvers_.size() && !over_; ++i) {
        approvers_[i]->ask(loop, ticket_, question,
                           [self = shared_from_this(), i](const Answer& answer) { self->on_answer(i, answer); });
    }
}

void Race::on_answer(std::size_t approver, Answer answer) {
    if (over_) return;
    --unanswered_;
    if (answer.verdict == Answer::Verdict::nobody && unanswered_ > 0) return;
    answer.approver = approvers_[approver]->name();
    withdraw();
    done_(answer);
}

void Race::withdraw() {
    over_ = true;
    for (const auto& approver : approvers_) approver->withdraw(ticket_);
}

}  // namespace postern::approval
