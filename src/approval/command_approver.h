// A program of the user's that answers: a hook command, or a classifier. One that fails is silent.
#pragma once

#include "approval/asked_process.h"
#include "approval/hook_protocol.h"

#include <cstddef>
#include <list>
#include <memory>
#include <string>

namespace postern::approval {

struct CommandApproverParts {
    std::string name{};  // "approve.py"
    AskedProgram program{};
    std::string objection{};  // why the program may not be run; empty if it may
    Asking asking{};
    Audience audience = Audience::hook;
};

class CommandApprover : public Approver {
public:
    explicit CommandApprover(CommandApproverParts parts) : parts_(std::move(parts)) {}
    [[nodiscard]] std::string_view name() const override { return parts_.name; }
    [[nodiscard]] policy::ReasonKind kind() const override;
    [[nodiscard]] policy::MayAnswer authority() const override { return policy::MayAnswer::chosen; }
    [[nodiscard]] bool concerns(const Question& question) const override;
    [[nodiscard]] bool available() const override { return parts_.objection.empty(); }
    void ask(Loop& loop, Ticket ticket, const Question& question, Answered answered) override;
    void withdraw(Ticket ticket) override;

private:
    struct Open {
        Ticket ticket;
        Loop& loop;
        Question question;
        Answered answered;
        std::unique_ptr<AskedProcess> process{};  // null while it waits for its turn
    };

    static constexpr std::size_t kMostAtOnce = 8;

    void start_waiting();
    [[nodiscard]] Status start(Open& open);
    void on_ended(Ticket ticket, const Result<std::string>& said);
    [[nodiscard]] Result<Answer> understand(const Open& open, const Result<std::string>& said) const;

    CommandApproverParts parts_;
    std::list<Open> open_{};
};

}  // namespace postern::approval
