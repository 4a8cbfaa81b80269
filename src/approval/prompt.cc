#include "approval/prompt.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace postern::approval {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

bool write_all(int fd, std::string_view text) {
    while (!text.empty()) {
        const ssize_t wrote = ::write(fd, text.data(), text.size());
        if (wrote < 0 && errno == EINTR) continue;
        if (wrote < 0) return false;
        text.remove_prefix(static_cast<std::size_t>(wrote));
    }
    return true;
}

// Whatever the program that has the terminal made of it.
termios for_lines(termios modes) {
    modes.c_lflag |= ICANON | ECHO | ECHOE | ECHOK | ISIG;
    modes.c_iflag |= ICRNL;
    modes.c_oflag |= OPOST | ONLCR;
    return modes;
}

}  // namespace

Reply reply_from(std::string_view line) {
    line.remove_prefix(std::min(line.find_first_not_of(kBlanks), line.size()));
    line = line.substr(0, line.find_last_not_of(kBlanks) + 1);
    if (line == "y" || line == "Y" || line == "yes") return {.kind = Reply::Kind::allowed};
    if (line == "n" || line == "N" || line == "no") line = {};
    return {.kind = Reply::Kind::refused, .message = std::string(line)};
}

std::string refusal_text(const Reply& reply) {
    if (reply.kind == Reply::Kind::nobody) return "there is nobody to ask";
    return reply.message.empty() ? "the answer was no" : "the answer was: " + reply.message;
}

std::optional<Prompt> Prompt::open(std::string_view question) {
    UniqueFd tty(::open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY));
    termios before{};
    if (!tty || ::tcgetpgrp(tty.get()) != ::getpgrp() || ::tcgetattr(tty.get(), &before) != 0) return std::nullopt;
    const termios lines = for_lines(before);
    // What was typed before the question was seen is no answer to it.
    if (::tcsetattr(tty.get(), TCSAFLUSH, &lines) != 0) return std::nullopt;
    Prompt prompt(std::move(tty), before);
    if (!write_all(prompt.fd(), question)) return std::nullopt;
    return prompt;
}

Prompt::~Prompt() {
    if (tty_) (void)::tcsetattr(tty_.get(), TCSADRAIN, &before_);
}

std::optional<Reply> Prompt::read() {
    std::array<char, 1024> part;  // filled by read
    const ssize_t got = ::read(tty_.get(), part.data(), part.size());
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) return std::nullopt;
    if (got <= 0) return got == 0 ? Reply{} : Reply{.kind = Reply::Kind::nobody};  // Ctrl-D; the terminal is gone
    typed_.append(part.data(), static_cast<std::size_t>(got));
    const std::size_t end = typed_.find('\n');
    if (end == std::string::npos) return std::nullopt;
    return reply_from(std::string_view(typed_).substr(0, end));
}

void Prompt::tell(std::string_view line) const {
    (void)write_all(tty_.get(), line);
}

Reply ask_on_terminal(std::string_view question) {
    auto prompt = Prompt::open(question);
    if (!prompt) return {.kind = Reply::Kind::nobody};
    for (;;) {
        pollfd wait{.fd = prompt->fd(), .events = POLLIN, .revents = 0};
        if (::poll(&wait, 1, -1) < 0 && errno != EINTR) return {.kind = Reply::Kind::nobody};
        if (wait.revents == 0) continue;
        if (auto reply = prompt->read()) return *reply;
    }
}

}  // namespace postern::approval
