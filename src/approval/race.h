// One question put to all approvers that may answer it. The first decisive answer wins, and the others are withdrawn.
//
//     0 ms      hooks, classifier                        those with a grace, if nobody else is there
//     grace     terminal, broker, or as soon as all others are silent
//     deadline  the question ends, and nobody has answered
#pragma once

#include "approval/approver.h"
#include "approval/timer.h"

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace postern::approval {

struct RaceTerms {
    std::optional<std::chrono::milliseconds> deadline{};
    policy::MayAnswer at_least = policy::MayAnswer::anybody;  // whatever the question demands, nobody less is asked
    std::function<void(std::string_view approver, const std::string& why)> silent{};  // told of failures to answer
};

class Race : public std::enable_shared_from_this<Race> {
public:
    // `approvers` outlive the race. `done` is called once, perhaps within `start`, unless the race is withdrawn.
    // "Nobody" is the answer only if all say so.
    Race(const Approvers& approvers, Ticket ticket, RaceTerms terms, Answered done)
        : approvers_(approvers), ticket_(ticket), terms_(std::move(terms)), done_(std::move(done)) {}
    void start(Loop& loop, const Question& question);
    void withdraw();

private:
    void start_these(const std::vector<Approver*>& approvers);
    void start_patient();
    void on_answer(const Approver& approver, Answer answer);
    void finish(const Answer& answer);

    const Approvers& approvers_;
    Ticket ticket_;
    RaceTerms terms_;
    Answered done_;
    Loop* loop_ = nullptr;
    Question question_{};
    std::vector<Approver*> patient_{};  // those that wait for their grace to pass
    std::size_t unanswered_ = 0;        // of those that were asked
    std::optional<Timer> grace_{}, deadline_{};
    bool starting_ = false;
    bool over_ = false;
};

}  // namespace postern::approval
