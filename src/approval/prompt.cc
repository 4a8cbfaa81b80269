#include "approval/prompt.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace postern::approval {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr std::string_view kBlanks = " \t\r\n";
constexpr milliseconds kPatience{5000};
constexpr std::size_t kLongestLine = 1200, kLineEnd = 200, kMostLines = 12;

// Never for long: the command shares the terminal, and can stop its output.
bool write_all(int fd, std::string_view text) {
    const auto deadline = steady_clock::now() + kPatience;
    while (!text.empty()) {
        const ssize_t wrote = ::write(fd, text.data(), text.size());
        if (wrote >= 0) {
            text.remove_prefix(static_cast<std::size_t>(wrote));
        } else if (errno == EAGAIN) {
            const auto left = std::chrono::ceil<milliseconds>(deadline - steady_clock::now()).count();
            pollfd room{.fd = fd, .events = POLLOUT, .revents = 0};
            if (left <= 0 || ::poll(&room, 1, static_cast<int>(left)) <= 0) return false;
        } else if (errno != EINTR) {
            return false;
        }
    }
    return true;
}

// Whatever the program that has the terminal made of it. Where `h` erases the line, "why" is a "y".
termios for_lines(termios modes) {
    modes.c_lflag |= ICANON | ECHO | ECHOE | ECHOK | ISIG | IEXTEN;
    modes.c_lflag &= ~static_cast<tcflag_t>(EXTPROC | NOFLSH);
    modes.c_iflag |= ICRNL;
    modes.c_iflag &= ~static_cast<tcflag_t>(IGNCR | INLCR | ISTRIP | IUCLC | IXOFF);
    modes.c_oflag |= OPOST | ONLCR;
    modes.c_oflag &= ~static_cast<tcflag_t>(OLCUC | OCRNL);
    constexpr auto control = [](char letter) { return static_cast<cc_t>(letter - '@'); };
    cc_t* const keys = modes.c_cc;
    if (keys[VERASE] != control('H')) keys[VERASE] = 0x7f;
    keys[VINTR] = control('C'), keys[VQUIT] = control('\\'), keys[VSUSP] = control('Z');
    keys[VKILL] = control('U'), keys[VWERASE] = control('W'), keys[VEOF] = control('D');
    keys[VLNEXT] = control('V'), keys[VREPRINT] = control('R');
    keys[VSTART] = control('Q'), keys[VSTOP] = control('S');
    keys[VEOL] = keys[VEOL2] = _POSIX_VDISABLE;
    return modes;
}

bool takes_lines_alike(const termios& a, const termios& b) {
    return a.c_lflag == b.c_lflag && a.c_iflag == b.c_iflag && std::memcmp(a.c_cc, b.c_cc, sizeof a.c_cc) == 0;
}

bool is_inside_a_character(char byte) {
    return (static_cast<unsigned char>(byte) & 0xc0U) == 0x80U;
}

std::string shortened_line(std::string_view line) {
    if (line.size() <= kLongestLine) return std::string(line);
    std::size_t begin = kLongestLine - kLineEnd, end = line.size() - kLineEnd;
    while (begin > 0 && is_inside_a_character(line[begin])) --begin;
    while (end < line.size() && is_inside_a_character(line[end])) ++end;
    return std::string(line.substr(0, begin)) + " … (" + std::to_string(end - begin) + " bytes are not shown) … " +
           std::string(line.substr(end));
}

}  // namespace

Reply reply_from(std::string_view line, bool may_last) {
    line.remove_prefix(std::min(line.find_first_not_of(kBlanks), line.size()));
    line = line.substr(0, line.find_last_not_of(kBlanks) + 1);
    if (line == "y" || line == "Y" || line == "yes") return {.kind = Reply::Kind::allowed};
    if (may_last && (line == "s" || line == "session"))
        return {.kind = Reply::Kind::allowed, .lasting = Lasting::session};
    if (may_last && (line == "a" || line == "always"))
        return {.kind = Reply::Kind::allowed, .lasting = Lasting::always};
    if (line == "n" || line == "N" || line == "no") line = {};
    return {.kind = Reply::Kind::refused, .message = std::string(line)};
}

std::string refusal_text(const Reply& reply) {
    if (reply.kind == Reply::Kind::nobody) return "there is nobody to ask";
    return reply.message.empty() ? "the answer was no" : "the answer was: " + reply.message;
}

std::string shortened(std::string_view question) {
    std::string out;
    std::size_t lines = 0;
    while (!question.empty()) {
        const std::size_t end = std::min(question.find('\n'), question.size());
        if (lines++ < kMostLines) out += shortened_line(question.substr(0, end)) + '\n';
        question.remove_prefix(std::min(end + 1, question.size()));
    }
    if (lines > kMostLines) out += "    … and " + std::to_string(lines - kMostLines) + " more\n";
    return out;
}

bool has_terminal() {
    return static_cast<bool>(UniqueFd(::open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)));
}

std::optional<Prompt> Prompt::open(std::string_view question, const Ask& ask) {
    UniqueFd tty(::open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
    termios before{};
    if (!tty || ::tcgetpgrp(tty.get()) != ::getpgrp() || ::tcgetattr(tty.get(), &before) != 0) return std::nullopt;
    const termios lines = for_lines(before);
    if (::tcsetattr(tty.get(), TCSANOW, &lines) != 0) return std::nullopt;
    Prompt prompt(std::move(tty), before, lines, ask);
    // Whoever stopped the output, this starts it again.
    (void)::tcflow(prompt.fd(), TCOOFF);
    (void)::tcflow(prompt.fd(), TCOON);
    // What was typed before the question was seen is no answer to it.
    (void)::tcflush(prompt.fd(), TCIFLUSH);
    if (!write_all(prompt.fd(), shortened(question) + std::string(ask.text))) return std::nullopt;
    return prompt;
}

Prompt::~Prompt() {
    if (tty_) (void)::tcsetattr(tty_.get(), TCSANOW, &before_);
}

std::optional<Reply> Prompt::read() {
    std::array<char, 1024> part;  // filled by read
    const ssize_t got = ::read(tty_.get(), part.data(), part.size());
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) return std::nullopt;
    if (got <= 0) return Reply{};  // Ctrl-D; the terminal is gone, or was taken from us
    typed_.append(part.data(), static_cast<std::size_t>(got));
    const std::size_t end = typed_.find('\n');
    if (end == std::string::npos) return std::nullopt;
    Reply reply = reply_from(std::string_view(typed_).substr(0, end), ask_.may_last);
    if (reply.kind != Reply::Kind::allowed || is_as_we_left_it()) return reply;
    // Was it a yes when it was typed?
    typed_.clear();
    (void)::tcsetattr(tty_.get(), TCSANOW, &lines_);
    (void)::tcflush(tty_.get(), TCIFLUSH);
    tell("postern: the command changed the terminal meanwhile; once more, please\n");
    tell(ask_.text);
    return std::nullopt;
}

bool Prompt::is_as_we_left_it() const {
    termios now{};
    return ::tcgetattr(tty_.get(), &now) == 0 && takes_lines_alike(now, lines_);
}

void Prompt::tell(std::string_view line) const {
    (void)write_all(tty_.get(), line);
}

Reply ask_on_terminal(std::string_view question) {
    auto prompt = Prompt::open(question, kRunIt);
    if (!prompt) return {.kind = Reply::Kind::nobody};
    for (;;) {
        pollfd wait{.fd = prompt->fd(), .events = POLLIN, .revents = 0};
        if (::poll(&wait, 1, -1) < 0 && errno != EINTR) return {.kind = Reply::Kind::nobody};
        if (wait.revents == 0) continue;
        if (auto reply = prompt->read()) return *reply;
    }
}

}  // namespace postern::approval
