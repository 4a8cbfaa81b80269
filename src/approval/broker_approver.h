// A person at `postern approvals`, reached over the broker's socket. A broker that dies is asked again when it is back.
#pragma once

#include "approval/broker_access.h"
#include "approval/broker_protocol.h"
#include "approval/hook_protocol.h"
#include "approval/terminal_approver.h"
#include "approval/timer.h"

#include <chrono>
#include <list>
#include <memory>
#include <string>

namespace postern::approval {

struct BrokerPatience {
    std::chrono::milliseconds answer{300'000};  // for a person's answer
    std::chrono::milliseconds back{10'000};     // for a broker that was killed to be there again
    std::chrono::milliseconds retry{200};
};

class BrokerApprover : public Approver {
public:
    BrokerApprover(AbsPath state_home, Asking asking, BrokerPatience patience = {})
        : state_home_(std::move(state_home)), asking_(std::move(asking)), patience_(patience) {}
    [[nodiscard]] std::string_view name() const override { return "broker"; }
    [[nodiscard]] std::chrono::milliseconds grace() const override { return kGrace; }
    [[nodiscard]] bool available() const override;
    void ask(Loop& loop, Ticket ticket, const Question& question, Answered answered) override;
    void withdraw(Ticket ticket) override;

private:
    using Moment = std::chrono::steady_clock::time_point;
    enum class Stage : std::uint8_t { greeting, waiting };
    struct Open {
        Ticket ticket;
        Loop& loop;
        BrokerQuestion question;
        Answered answered;
        Moment asked{}, lost{};
        Stage stage = Stage::greeting;
        UniqueFd socket{};
        std::string token{}, received{};
        Challenge challenge{};
        std::unique_ptr<Timer> retry{}, limit{};
    };

    void connect(Open& open);
    void lose(Open& open);
    [[nodiscard]] bool on_readable(Ticket ticket);
    [[nodiscard]] bool on_line(Open& open, const std::string& line);
    [[nodiscard]] bool on_hello(Open& open, const std::string& line);
    void finish(Open& open, const Answer& answer);
    [[nodiscard]] Open* find(Ticket ticket);
    static void disconnect(Open& open);

    AbsPath state_home_;
    Asking asking_;
    BrokerPatience patience_;
    std::list<Open> open_{};
};

}  // namespace postern::approval
