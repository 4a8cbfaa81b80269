// Settles what the rules leave open, in one place for commands, programs and hosts: what was answered before, whether
// anybody may be asked, the approvers, and what holds when nobody answers.
#pragma once

#include "approval/approver.h"
#include "approval/memory.h"
#include "approval/race.h"
#include "base/unique_fd.h"

#include <chrono>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace postern::approval {

struct ApprovalRules {
    bool never_asks = true;      // every question is refused, whatever was answered before
    bool allow_unasked = false;  // what holds if nobody can be asked (postern.askFallback)
    std::function<void(const Question&, const Answer&)> settled{};  // told of each answer to a question that was asked
    std::function<void(const std::string&)> warn{};                 // about an answer that could not be kept
    std::function<void(std::string_view approver, const std::string& why)> silent{};  // about one that failed
    std::optional<std::chrono::milliseconds> deadline{};                              // then nobody has answered
    policy::MayAnswer at_least = policy::MayAnswer::anybody;  // who may answer, whatever a question demands
};

class Approvals {
public:
    Approvals(ApprovalRules rules, Memory memory, Approvers approvers)
        : rules_(std::move(rules)), memory_(std::move(memory)), approvers_(std::move(approvers)) {}
    Approvals(const Approvals&) = delete;
    Approvals& operator=(const Approvals&) = delete;

    // Before a run: waits for the answer.
    [[nodiscard]] Answer settle_now(const Question& question);

    // During a run, between `attach` and `detach`. `answered` is called once, perhaps at once, unless the question is
    // withdrawn, by the caller or because its task has ended. A question that is open already is not asked again.
    Ticket settle(const Question& question, Answered answered);
    void withdraw(Ticket asker);
    void attach(Loop& loop) { loop_ = &loop; }
    void detach();  // withdraws what is open

    // Returns the answer that was given before, or nullopt.
    [[nodiscard]] std::optional<Answer> recall(const Question& question) const {
        return rules_.never_asks ? std::nullopt : memory_.recall(question);
    }
    // Returns whether a question could be answered with yes.
    [[nodiscard]] bool may_allow(About about) const;

private:
    struct Asker {
        Ticket number;
        Answered answered;
        UniqueFd task;  // can be read when the task has ended
    };
    struct Open {
        Question question;
        std::vector<Asker> askers;  // more than one if several wait to do the same
        std::shared_ptr<Race> race;
    };

    void start(Open& open, const Question& question);
    void finish(const Open& over, Answer answer);
    [[nodiscard]] UniqueFd watch(std::uint32_t task, Ticket asker);

    ApprovalRules rules_;
    Memory memory_;
    Approvers approvers_;
    Loop* loop_ = nullptr;
    Ticket last_ticket_ = 0;
    std::list<Open> open_{};
};

}  // namespace postern::approval
