#include "approval/race.h"

#include <algorithm>
#include <utility>

namespace postern::approval {

void Race::start(Loop& loop, const Question& question) {
    loop_ = &loop;
    question_ = question;
    const policy::MayAnswer least = std::max(terms_.at_least, may_answer(question));
    std::vector<Approver*> prompt;
    std::chrono::milliseconds grace{};
    for (const auto& approver : approvers_) {
        if (approver->authority() < least || !approver->concerns(question)) continue;
        grace = std::max(grace, approver->grace());
        (approver->grace().count() > 0 ? patient_ : prompt).push_back(approver.get());
    }
    const std::weak_ptr<Race> self = weak_from_this();
    if (terms_.deadline) {
        deadline_.emplace(loop, *terms_.deadline, [self] {
            if (const auto race = self.lock()) race->finish({.verdict = Answer::Verdict::nobody});
        });
    }
    if (!prompt.empty() && !patient_.empty()) {
        grace_.emplace(loop, grace, [self] {
            if (const auto race = self.lock()) race->start_patient();
        });
    }
    start_these(prompt);
    if (!over_ && unanswered_ == 0) start_patient();
}

// Asks these all, and looks only then whether anybody is left who may still answer.
void Race::start_these(const std::vector<Approver*>& approvers) {
    const auto self = shared_from_this();
    unanswered_ += approvers.size();
    starting_ = true;
    for (Approver* approver : approvers) {
        if (over_) return;
        approver->ask(*loop_, ticket_, question_,
                      [self, approver](const Answer& answer) { self->on_answer(*approver, answer); });
    }
    starting_ = false;
}

void Race::start_patient() {
    grace_.reset();
    start_these(std::exchange(patient_, {}));
    if (!over_ && unanswered_ == 0) finish({.verdict = Answer::Verdict::nobody});
}

void Race::on_answer(const Approver& approver, Answer answer) {
    if (over_) return;
    --unanswered_;
    if (answer.verdict != Answer::Verdict::nobody) {
        answer.approver = approver.name();
        answer.kind = approver.kind();
        return finish(answer);
    }
    if (!answer.message.empty() && terms_.silent) terms_.silent(approver.name(), answer.message);
    if (unanswered_ == 0 && !starting_) start_patient();
}

void Race::finish(const Answer& answer) {
    const auto self = shared_from_this();  // `done` may let go of the race
    withdraw();
    done_(answer);
}

void Race::withdraw() {
    over_ = true;
    grace_.reset();
    deadline_.reset();
    for (const auto& approver : approvers_) approver->withdraw(ticket_);
}

}  // namespace postern::approval
