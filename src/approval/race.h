// One question put to all approvers at once. The first decisive answer wins, and the others are withdrawn.
#pragma once

#include "approval/approver.h"

#include <cstddef>
#include <memory>

namespace postern::approval {

class Race : public std::enable_shared_from_this<Race> {
public:
    // `approvers` outlive the race. `done` is called once, perhaps within `start`, unless the race is withdrawn.
    // "Nobody" is the answer only if all say so.
    Race(const Approvers& approvers, Ticket ticket, Answered done)
        : approvers_(approvers), ticket_(ticket), done_(std::move(done)), unanswered_(approvers.size()) {}
    void start(Loop& loop, const Question& question);
    void withdraw();

private:
    void on_answer(std::size_t approver, Answer answer);

    const Approvers& approvers_;
    Ticket ticket_;
    Answered done_;
    std::size_t unanswered_;
    bool over_ = false;
};

}  // namespace postern::approval
