// Interfaces of an approver and of the loop that serves it. Approvers never wait: they watch a descriptor and answer
// later, before a run as well as during it.
#pragma once

#include "approval/question.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

namespace postern::approval {

// Served in a poll loop. `ready` is called when the descriptor can be read or has hung up; false ends the service.
// An epoll descriptor serves many.
struct Watched {
    int fd;
    std::function<bool()> ready;
    // An answer lets a process inside run, so that none is given while a question stands.
    bool lets_inside_run = false;
};

struct HoldRequest {
    // Called once, at once or later, when a question can be shown: the terminal is ours and nothing of the command can
    // write to it. `person_present`: a person is at the terminal, so that failing to ask must not count as having nobody
    // to ask.
    std::function<void(bool person_present)> on_held;
    // Called if the person wants the command to end instead of an answer.
    std::function<void()> on_give_up;
};

class Loop {
public:
    virtual ~Loop() = default;
    virtual void serve(Watched service) = 0;
    virtual void leave(int fd) = 0;  // not served from now on; to be called before the descriptor is closed
    // Until `release` the command stands still, and so does the clock of its time limit.
    virtual void hold(HoldRequest hold) = 0;
    virtual void release() = 0;
    // Returns false if something of the command has run since the question was shown, and may have drawn another over it.
    [[nodiscard]] virtual bool is_undisturbed() const { return true; }
};

using Answered = std::function<void(const Answer&)>;
using Ticket = std::uint64_t;  // names one open question

class Approver {
public:
    virtual ~Approver() = default;
    [[nodiscard]] virtual std::string_view name() const = 0;
    // The kind of reason that its answer is.
    [[nodiscard]] virtual policy::ReasonKind kind() const { return policy::ReasonKind::approval; }
    // The strictest question that it may answer. Only a person answers all.
    [[nodiscard]] virtual policy::MayAnswer authority() const { return policy::MayAnswer::person; }
    // Whether it has anything to say about questions of this kind. A race leaves out those that have not.
    [[nodiscard]] virtual bool concerns(const Question&) const { return true; }
    // How long it waits while approvers that wait less work, so that nobody sees what they answer at once.
    [[nodiscard]] virtual std::chrono::milliseconds grace() const { return {}; }
    // False if asking is pointless here.
    [[nodiscard]] virtual bool available() const = 0;
    // Calls `answered` once, perhaps at once, unless the question is withdrawn. `loop` outlives the question. The
    // answer "nobody" is silence; its message says why, if that is worth telling.
    virtual void ask(Loop& loop, Ticket ticket, const Question& question, Answered answered) = 0;
    virtual void withdraw(Ticket ticket) = 0;  // one that is not open is passed over
};
using Approvers = std::vector<std::unique_ptr<Approver>>;

}  // namespace postern::approval
