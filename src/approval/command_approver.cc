#include "approval/command_approver.h"

#include <algorithm>
#include <utility>

namespace postern::approval {

policy::ReasonKind CommandApprover::kind() const {
    return parts_.audience == Audience::hook ? policy::ReasonKind::hook : policy::ReasonKind::classifier;
}

// A classifier knows commands, and nothing else.
bool CommandApprover::concerns(const Question& question) const {
    return parts_.audience == Audience::hook || question.about == About::command || question.about == About::program;
}

void CommandApprover::ask(Loop& loop, Ticket ticket, const Question& question, Answered answered) {
    if (!parts_.objection.empty()) {
        return answered({.verdict = Answer::Verdict::nobody, .message = parts_.objection});
    }
    open_.push_back({.ticket = ticket, .loop = loop, .question = question, .answered = std::move(answered)});
    start_waiting();
}

// Starts as many as may run at once. The others wait, and no process waits with them.
void CommandApprover::start_waiting() {
    for (;;) {
        const auto running = std::ranges::count_if(open_, [](const Open& open) { return open.process != nullptr; });
        const auto next = std::ranges::find_if(open_, [](const Open& open) { return open.process == nullptr; });
        if (next == open_.end() || static_cast<std::size_t>(running) >= kMostAtOnce) return;
        if (const Status started = start(*next); !started) on_ended(next->ticket, fail(Errc::io, started.error().what));
    }
}

Status CommandApprover::start(Open& open) {
    const std::string input = question_json(open.question, parts_.asking, parts_.audience, parts_.program.limit);
    auto process =
        AskedProcess::start(parts_.program, input, open.loop,
                            [this, ticket = open.ticket](const Result<std::string>& said) { on_ended(ticket, said); });
    if (!process) return tl::unexpected<Error>(process.error());
    open.process = std::move(*process);
    return {};
}

void CommandApprover::on_ended(Ticket ticket, const Result<std::string>& said) {
    const auto at = std::ranges::find(open_, ticket, &Open::ticket);
    if (at == open_.end()) return;
    const Result<Answer> understood = understand(*at, said);
    std::list<Open> over;
    over.splice(over.begin(), open_, at);
    const Answered answered = std::move(over.front().answered);
    over.clear();
    start_waiting();
    answered(understood ? *understood
                        : Answer{.verdict = Answer::Verdict::nobody, .message = "it " + understood.error().what});
}

Result<Answer> CommandApprover::understand(const Open& open, const Result<std::string>& said) const {
    if (!said) return tl::unexpected<Error>(said.error());
    return parts_.audience == Audience::hook ? parse_hook_answer(*said, open.question) : parse_classifier_answer(*said);
}

void CommandApprover::withdraw(Ticket ticket) {
    std::erase_if(open_, [ticket](const Open& open) { return open.ticket == ticket; });
    start_waiting();
}

}  // namespace postern::approval
