#include "app/questions.h"

#include <algorithm>
#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace postern::app {
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

}  // namespace

std::uint64_t Questions::ask(const std::string& text, const approval::Ask& ask, std::uint32_t task, Answered answered) {
    const std::uint64_t number = ++last_;
    Asker asker{number, std::move(answered), watch(task, number)};
    const auto same = std::ranges::find(open_, text, &Open::text);
    if (same != open_.end()) {
        same->askers.push_back(std::move(asker));
        return number;
    }
    open_.push_back({text, ask, {}});
    open_.back().askers.push_back(std::move(asker));
    if (!prompt_) show_next();
    return number;
}

void Questions::show_next() {
    while (!open_.empty() && !show()) continue;
}

bool Questions::show() {
    const bool somebody = desk_.hold([self = shared_from_this()] { self->give_up(); });
    auto prompt = approval::Prompt::open(open_.front().text, open_.front().ask);
    if (!prompt) {
        desk_.release();
        // A command that keeps the terminal from us is not to be answered as if there were none.
        answer({.kind = somebody ? approval::Reply::Kind::refused : approval::Reply::Kind::nobody,
                .message = somebody ? "the terminal cannot be had" : ""});
        return false;
    }
    prompt_.emplace(std::move(*prompt));
    desk_.serve({.fd = prompt_->fd(), .ready = [self = shared_from_this()] { return self->on_typed(); }});
    return true;
}

bool Questions::on_typed() {
    const auto reply = prompt_->read();
    if (!reply) return true;
    take_down();
    answer(*reply);
    show_next();
    return false;
}

void Questions::give_up() {
    if (!prompt_) return;
    take_down();
    while (!open_.empty()) answer({});
}

void Questions::take_down() {
    desk_.leave(prompt_->fd());
    prompt_.reset();
    desk_.release();
}

void Questions::answer(const approval::Reply& reply) {
    const Open answered = std::move(open_.front());
    open_.pop_front();
    for (const Asker& asker : answered.askers) {
        if (asker.process) desk_.leave(asker.process.get());
        asker.answered(reply);
    }
}

void Questions::withdraw(std::uint64_t number) {
    for (std::size_t i = open_.size(); i-- > 0;) {
        std::erase_if(open_[i].askers, [this, number](const Asker& asker) {
            if (asker.number == number && asker.process) desk_.leave(asker.process.get());
            return asker.number == number;
        });
        if (!open_[i].askers.empty()) continue;
        if (i == 0 && prompt_) {
            prompt_->tell("\npostern: it does not wait any more\n");
            take_down();
        }
        open_.erase(open_.begin() + static_cast<std::ptrdiff_t>(i));
    }
    if (!prompt_) show_next();
}

UniqueFd Questions::watch(std::uint32_t task, std::uint64_t asker) {
    UniqueFd process = task == 0 ? UniqueFd() : open_task(task);
    if (!process) return process;  // its question waits for an answer in any case
    desk_.serve({.fd = process.get(), .ready = [self = shared_from_this(), asker] {
                     self->withdraw(asker);
                     return false;
                 }});
    return process;
}

}  // namespace postern::app
