#include "approval/settle.h"

#include "approval/small_loop.h"

#include <algorithm>
#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace postern::approval {
namespace {

// Linux 6.9: a thread by itself. Before, only the first thread of a process can be watched.
constexpr unsigned kThread = O_EXCL;

UniqueFd open_task(std::uint32_t task) {
    const auto open = [task](unsigned flags) {
        return UniqueFd(static_cast<int>(::syscall(SYS_pidfd_open, static_cast<pid_t>(task), flags)));
    };
    UniqueFd thread = open(kThread);
    return thread || errno != EINVAL ? std::move(thread) : open(0);
}

bool is_same(const Question& a, const Question& b) {
    return !a.bindings.empty() && a.about == b.about && a.bindings == b.bindings;
}

}  // namespace

bool Approvals::may_allow(About about) const {
    if (rules_.never_asks) return false;
    const Question question{.about = about};
    return rules_.allow_unasked || std::ranges::any_of(approvers_, [&](const auto& approver) {
               return approver->concerns(question) && approver->available();
           });
}

Answer Approvals::settle_now(const Question& question) {
    SmallLoop loop;
    attach(loop);
    std::optional<Answer> out;
    settle(question, [&out](const Answer& answer) { out = answer; });
    while (!out && loop.serve_next()) continue;
    detach();
    return out.value_or(Answer{});
}

Ticket Approvals::settle(const Question& asked, Answered answered) {
    Question question = asked;
    if (may_answer(question) == policy::MayAnswer::person) question.longest = Lasting::once;
    const Ticket number = ++last_ticket_;
    if (const auto before = recall(question)) {
        answered(*before);
        return number;
    }
    // Not even the fallback applies: the settings refuse what would have to be asked about.
    if (rules_.never_asks || loop_ == nullptr) {
        answered({.verdict = Answer::Verdict::nobody});
        return number;
    }
    Asker asker{number, std::move(answered), watch(question.task, number)};
    const auto same = std::ranges::find_if(open_, [&](const Open& open) { return is_same(open.question, question); });
    if (same != open_.end()) {
        same->askers.push_back(std::move(asker));
        return number;
    }
    Open& open = open_.emplace_back(Open{.question = question, .askers = {}, .race = nullptr});
    open.askers.push_back(std::move(asker));
    start(open, question);
    return number;
}

void Approvals::start(Open& open, const Question& question) {
    open.race = std::make_shared<Race>(
        approvers_, open.askers.front().number,
        RaceTerms{.deadline = rules_.deadline, .at_least = rules_.at_least, .silent = rules_.silent},
        [this, entry = &open](const Answer& answer) {
            const auto at = std::ranges::find_if(open_, [entry](const Open& other) { return &other == entry; });
            std::list<Open> over;
            over.splice(over.begin(), open_, at);
            finish(over.front(), answer);
        });
    const std::shared_ptr<Race> race = open.race;  // `open` is gone if an approver answers at once
    race->start(*loop_, question);
}

void Approvals::finish(const Open& over, Answer answer) {
    const bool nobody = answer.verdict == Answer::Verdict::nobody;
    // What only a person may answer, the settings do not answer either.
    const bool person = may_answer(over.question) == policy::MayAnswer::person;
    if (nobody && rules_.allow_unasked && !person)
        answer = {.verdict = Answer::Verdict::allowed, .approver = "askFallback"};
    // Only an answer is remembered: a person who is missing now may be there for the next question.
    // A rewritten command was not asked about: it is judged by itself.
    const bool counts = !nobody && !answer.rewritten;
    const Status kept = counts ? memory_.remember(over.question, answer) : Status();
    if (!kept && rules_.warn) rules_.warn("the answer holds for this run only: " + kept.error().what);
    if (rules_.settled) rules_.settled(over.question, answer);
    for (const Asker& asker : over.askers) {
        if (asker.task) loop_->leave(asker.task.get());
        asker.answered(answer);
    }
}

void Approvals::withdraw(Ticket number) {
    for (auto open = open_.begin(); open != open_.end(); ++open) {
        const auto asker = std::ranges::find(open->askers, number, &Asker::number);
        if (asker == open->askers.end()) continue;
        if (asker->task) loop_->leave(asker->task.get());
        open->askers.erase(asker);
        if (!open->askers.empty()) return;
        std::list<Open> over;
        over.splice(over.begin(), open_, open);
        return over.front().race->withdraw();
    }
}

void Approvals::detach() {
    while (!open_.empty()) {
        const std::vector<Asker>& askers = open_.front().askers;
        withdraw(askers.front().number);
    }
    loop_ = nullptr;
}

UniqueFd Approvals::watch(std::uint32_t task, Ticket asker) {
    UniqueFd ended = task == 0 ? UniqueFd() : open_task(task);
    if (!ended) return ended;  // the question waits for an answer in any case
    loop_->serve({.fd = ended.get(), .ready = [this, asker] {
                      withdraw(asker);
                      return false;
                  }});
    return ended;
}

}  // namespace postern::approval
