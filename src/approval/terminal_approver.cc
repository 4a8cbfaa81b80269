#include "approval/terminal_approver.h"

#include "base/io.h"
#include "base/quote.h"
#include "base/text.h"

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

constexpr std::string_view kBlanks = " \t\r\n";
constexpr std::chrono::milliseconds kPatience{5000};
constexpr std::size_t kLongestLine = 1200, kLineEnd = 200, kMostLines = 12;

// Waits a few seconds at most: somebody else may have stopped the terminal's output.
bool show(int terminal, std::string_view text) {
    return write_all_within(kPatience, terminal, text);
}

// Undoes what a program made of the terminal. Where `h` erases the line, "why" is a "y".
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

// Cuts what does not fit on a screen, whatever the arguments of a command are.
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

std::string headline(const Question& question) {
    switch (question.about) {
        case About::command: return "postern: " + printable(question.subject);
        case About::program: return "\npostern: the command is about to start a program";
        case About::files: return "\npostern: git is about to change protected files: " + printable(question.subject);
        case About::host: return "\npostern: the command wants to connect to " + printable(question.subject);
    }
    return {};
}

// Ends a control sequence that the command left unfinished, and undoes concealed text, colours, other character sets and
// scroll regions: with them a question could stand there unseen. (CAN, ST, soft reset, plain text, default colours.)
constexpr std::string_view kPlainScreen =
    "\x18\x1b\\\x1b[!p\x1b[0m\x1b(B\x0f\x1b]104\x1b\\\x1b]110\x1b\\\x1b]111\x1b\\";

// Returns whether there is a terminal that cannot be used. A command may have closed it to others (TIOCEXCL), and that
// must not count as having nobody to ask.
bool is_inaccessible(int error) {
    return error != ENXIO && error != ENOENT;
}

UniqueFd open_terminal() {
    return UniqueFd(::open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
}

}  // namespace

Answer answer_from(std::string_view line, Lasting longest) {
    line = trimmed(line, kBlanks);
    const auto yes = [](Lasting lasting) { return Answer{.verdict = Answer::Verdict::allowed, .lasting = lasting}; };
    if (line == "y" || line == "Y" || line == "yes") return yes(Lasting::once);
    if (longest >= Lasting::session && (line == "s" || line == "session")) return yes(Lasting::session);
    if (longest >= Lasting::always && (line == "a" || line == "always")) return yes(Lasting::always);
    if (line == "n" || line == "N" || line == "no") line = {};
    return {.message = std::string(line)};
}

std::string question_text(const Question& question) {
    std::string out = headline(question) + "\n    in " + printable(question.directory.text()) + '\n';
    std::string before;
    for (const policy::Reason& reason : question.reasons) {
        std::string line = "    " + reason_text(reason) + '\n';
        if (line != before) out += line;
        before = std::move(line);
    }
    return shortened(out);
}

std::string prompt_text(const Question& question) {
    std::string out = question.about == About::host || question.about == About::files ? "postern: let it? [y/N"
                                                                                      : "postern: run it? [y/N";
    if (question.longest >= Lasting::session) out += ", s: for this session";
    if (question.longest >= Lasting::always) out += ", a: always";
    return out + ", or why not] ";
}

std::optional<Prompt> Prompt::open(const Question& question) {
    UniqueFd tty = open_terminal();
    termios before{};
    if (!tty || ::tcgetpgrp(tty.get()) != ::getpgrp() || ::tcgetattr(tty.get(), &before) != 0) return std::nullopt;
    const termios lines = for_lines(before);
    if (::tcsetattr(tty.get(), TCSANOW, &lines) != 0) return std::nullopt;
    Prompt prompt(std::move(tty), before, lines, question);
    // Starts output again that a program has stopped.
    (void)::tcflow(prompt.fd(), TCOOFF);
    (void)::tcflow(prompt.fd(), TCOON);
    // Drops what was typed before the question was seen: that is no answer to it.
    (void)::tcflush(prompt.fd(), TCIFLUSH);
    if (!show(prompt.fd(), std::string(kPlainScreen) + question_text(question) + prompt.prompt_line_))
        return std::nullopt;
    return prompt;
}

Prompt::~Prompt() {
    if (tty_) (void)::tcsetattr(tty_.get(), TCSANOW, &saved_modes_);
}

std::optional<Answer> Prompt::read() {
    std::array<char, 1024> part;  // filled by read
    const ssize_t got = ::read(tty_.get(), part.data(), part.size());
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) return std::nullopt;
    if (got <= 0) {  // Ctrl-D, or the terminal is gone or was taken from us
        tell("\n");
        return Answer{};
    }
    typed_.append(part.data(), static_cast<std::size_t>(got));
    const std::size_t end = typed_.find('\n');
    if (end == std::string::npos) return std::nullopt;
    Answer answer = answer_from(std::string_view(typed_).substr(0, end), longest_);
    if (answer.verdict != Answer::Verdict::allowed || has_our_modes()) return answer;
    // Asks again: with other keys, the line may not be what was typed.
    typed_.clear();
    (void)::tcsetattr(tty_.get(), TCSANOW, &line_modes_);
    (void)::tcflush(tty_.get(), TCIFLUSH);
    tell("postern: something changed the terminal meanwhile; once more, please\n");
    tell(prompt_line_);
    return std::nullopt;
}

bool Prompt::has_our_modes() const {
    termios now{};
    return ::tcgetattr(tty_.get(), &now) == 0 && takes_lines_alike(now, line_modes_);
}

void Prompt::tell(std::string_view line) const {
    (void)show(tty_.get(), line);
}

bool TerminalApprover::available() const {
    return static_cast<bool>(open_terminal());
}

void TerminalApprover::ask(Loop& loop, Ticket ticket, const Question& question, Answered answered) {
    loop_ = &loop;
    open_.push_back({ticket, question, std::move(answered)});
    show_next();
}

void TerminalApprover::show_next() {
    if (holding_ || open_.empty()) return;
    holding_ = true;
    loop_->hold(
        {.on_held = [this](bool person_present) { on_held(person_present); }, .on_give_up = [this] { give_up(); }});
}

void TerminalApprover::on_held(bool person_present) {
    errno = 0;
    auto prompt = Prompt::open(open_.front().question);
    if (!prompt) {
        person_present = person_present || (!open_terminal() && is_inaccessible(errno));
        close_prompt();
        // A command that keeps the terminal from us must not be answered as if there were none.
        answer({.verdict = person_present ? Answer::Verdict::refused : Answer::Verdict::nobody,
                .message = person_present ? "the terminal cannot be had" : ""});
        return show_next();
    }
    prompt_.emplace(std::move(*prompt));
    loop_->serve({.fd = prompt_->fd(), .ready = [this] { return on_typed(); }});
}

bool TerminalApprover::on_typed() {
    auto typed = prompt_->read();
    if (!typed) return true;
    if (typed->verdict == Answer::Verdict::allowed && !loop_->is_undisturbed()) {
        typed = Answer{.message = "yes, but the command did not stand still meanwhile, so it does not count"};
    }
    close_prompt();
    answer(*typed);
    show_next();
    return false;
}

void TerminalApprover::give_up() {
    if (prompt_) prompt_->tell("\n");  // the key's own echo stands behind the question
    close_prompt();
    while (!open_.empty()) answer({});
}

void TerminalApprover::close_prompt() {
    if (prompt_) loop_->leave(prompt_->fd());
    prompt_.reset();
    if (std::exchange(holding_, false)) loop_->release();
}

void TerminalApprover::answer(const Answer& answer) {
    const Open over = std::move(open_.front());
    open_.pop_front();
    over.answered(answer);
}

void TerminalApprover::withdraw(Ticket ticket) {
    const auto at = std::ranges::find(open_, ticket, &Open::ticket);
    if (at == open_.end()) return;
    if (at == open_.begin() && prompt_) {
        prompt_->tell("\npostern: it does not wait any more\n");
        close_prompt();
    }
    open_.erase(at);
    if (open_.empty()) return close_prompt();
    show_next();
}

}  // namespace postern::approval
