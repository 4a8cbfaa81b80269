#include "app/questions.h"

#include "base/unique_fd.h"

#include <algorithm>
#include <utility>

#include <sys/syscall.h>
#include <unistd.h>

namespace postern::app {

void Questions::ask(const std::string& text, std::uint32_t task, Answered answered) {
    watch(task);
    const auto same = std::ranges::find(open_, text, &Open::text);
    if (same != open_.end()) return same->askers.push_back({task, std::move(answered)});
    open_.push_back({text, {}});
    open_.back().askers.push_back({task, std::move(answered)});
    if (!prompt_) show_next();
}

void Questions::show_next() {
    if (open_.empty()) return;
    desk_.hold([self = shared_from_this()] { self->give_up(); });
    auto prompt = approval::Prompt::open(open_.front().text);
    if (!prompt) {
        desk_.release();
        return answer({.kind = approval::Reply::Kind::nobody});
    }
    prompt_.emplace(std::move(*prompt));
    desk_.serve({.fd = prompt_->fd(),
                 .ready = [self = shared_from_this(), number = ++prompts_] { return self->on_typed(number); }});
}

// A prompt that was taken down may have left its descriptor's number to a later one.
bool Questions::on_typed(std::uint64_t prompt) {
    if (!prompt_ || prompt != prompts_) return false;
    const auto reply = prompt_->read();
    if (!reply) return true;
    take_down();
    answer(*reply);
    return false;
}

void Questions::give_up() {
    if (!prompt_) return;
    take_down();
    while (!open_.empty()) {
        const Open refused = std::move(open_.front());
        open_.pop_front();
        for (const Asker& asker : refused.askers) asker.answered({});
    }
}

void Questions::take_down() {
    prompt_.reset();
    desk_.release();
}

void Questions::answer(const approval::Reply& reply) {
    const Open answered = std::move(open_.front());
    open_.pop_front();
    for (const Asker& asker : answered.askers) asker.answered(reply);
    if (!prompt_) show_next();
}

void Questions::withdraw(std::uint32_t task) {
    for (std::size_t i = open_.size(); i-- > 0;) {
        std::erase_if(open_[i].askers, [task](const Asker& asker) { return asker.task == task; });
        if (!open_[i].askers.empty()) continue;
        if (i == 0 && prompt_) {
            prompt_->tell("\npostern: it does not wait any more\n");
            take_down();
        }
        open_.erase(open_.begin() + static_cast<std::ptrdiff_t>(i));
    }
    if (!prompt_) show_next();
}

void Questions::watch(std::uint32_t task) {
    if (task == 0) return;
    const auto process =
        std::make_shared<UniqueFd>(static_cast<int>(::syscall(SYS_pidfd_open, static_cast<pid_t>(task), 0)));
    if (!*process) return;  // not a process's first thread: its question waits for an answer in any case
    desk_.serve({.fd = process->get(), .ready = [self = shared_from_this(), process, task] {
                     self->withdraw(task);
                     return false;
                 }});
}

}  // namespace postern::app
