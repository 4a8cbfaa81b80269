// postern approvals watch: all open questions of all runs on one screen, and keys that answer them.
#include "app/host.h"
#include "base/file.h"
#include "base/io.h"
#include "base/quote.h"
#include "cli/commands.h"
#include "cli/watch_screen.h"
#include "service/client.h"
#include "settings/places.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <optional>
#include <utility>

#include <poll.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <termios.h>
#include <unistd.h>

namespace postern::cli {
namespace {

using approval::BrokerAct;

constexpr std::chrono::milliseconds kPatience{5000};
constexpr int kTick = 1000;  // milliseconds between frames, because ages grow

// The terminal while the screen is shown: single keys, no echo, a screen of its own. All is as before afterwards.
class RawTerminal {
public:
    static std::optional<RawTerminal> open() {
        termios before{};
        const bool both = ::isatty(STDIN_FILENO) == 1 && ::isatty(STDOUT_FILENO) == 1;
        if (!both || ::tcgetattr(STDIN_FILENO, &before) != 0) return std::nullopt;
        termios raw = before;
        raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO | ISIG | IEXTEN);
        raw.c_iflag &= ~static_cast<tcflag_t>(ICRNL | IXON);
        if (::tcsetattr(STDIN_FILENO, TCSAFLUSH, &raw) != 0) return std::nullopt;
        (void)write_all(STDOUT_FILENO, "\x1b[?1049h\x1b[?25l");
        return RawTerminal(before);
    }
    RawTerminal(RawTerminal&& other) noexcept : before_(std::exchange(other.before_, std::nullopt)) {}
    RawTerminal& operator=(RawTerminal&&) = delete;
    ~RawTerminal() {
        if (!before_) return;
        (void)write_all(STDOUT_FILENO, "\x1b[?25h\x1b[?1049l");
        (void)::tcsetattr(STDIN_FILENO, TCSAFLUSH, &*before_);
    }

private:
    explicit RawTerminal(const termios& before) : before_(before) {}
    std::optional<termios> before_;
};

ScreenSize screen_size() {
    winsize size{};
    if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0) return {};
    return {.rows = size.ws_row, .columns = size.ws_col};
}

std::int64_t now_ms() {
    using namespace std::chrono;
    return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

UniqueFd screen_signals() {
    sigset_t which;
    (void)::sigemptyset(&which);
    for (const int signal : {SIGWINCH, SIGTERM, SIGINT, SIGHUP}) (void)::sigaddset(&which, signal);
    (void)::sigprocmask(SIG_BLOCK, &which, nullptr);
    return UniqueFd(::signalfd(-1, &which, SFD_CLOEXEC | SFD_NONBLOCK));
}

class Watching {
public:
    explicit Watching(AbsPath state_home) : state_home_(std::move(state_home)) {}

    // Returns when the person wants to leave.
    Status run() {
        const UniqueFd signals = screen_signals();
        while (!over_) {
            connect();
            if (!write_all(STDOUT_FILENO, screen_.frame(screen_size(), now_ms()))) return {};
            std::array<pollfd, 3> polled{{{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0},
                                          {.fd = signals.get(), .events = POLLIN, .revents = 0},
                                          {.fd = client_ ? client_->fd() : -1, .events = POLLIN, .revents = 0}}};
            if (::poll(polled.data(), polled.size(), kTick) < 0 && errno != EINTR) {
                return fail(Errc::io, describe_errno("cannot wait for keys", errno));
            }
            if (polled[2].revents != 0) read_questions();
            if (polled[1].revents != 0) read_signals(signals.get());
            if (polled[0].revents != 0) read_keys();
        }
        return {};
    }

private:
    // A broker that was restarted is found again.
    void connect() {
        if (client_) return;
        auto client = service::Client::send(state_home_, {.act = BrokerAct::watch});
        if (client) {
            client_.emplace(std::move(*client));
            screen_.set_notice("");
            return read_questions();
        }
        screen_.set_questions({});
        screen_.set_notice(printable(client.error().what));
    }

    void read_questions() {
        do {
            auto reply = client_->next(kPatience);
            if (!reply || !reply->questions) return client_.reset();
            screen_.set_questions(std::move(*reply->questions));
        } while (client_->has_reply());
    }

    void read_signals(int fd) {
        signalfd_siginfo signal{};
        while (::read(fd, &signal, sizeof signal) == static_cast<ssize_t>(sizeof signal)) {
            if (signal.ssi_signo != SIGWINCH) over_ = true;
        }
    }

    void read_keys() {
        std::array<char, 256> bytes;  // filled by read
        const ssize_t got = ::read(STDIN_FILENO, bytes.data(), bytes.size());
        if (got <= 0) {
            over_ = got == 0 || (errno != EINTR && errno != EAGAIN);
            return;
        }
        for (const std::string& key : keys_in({bytes.data(), static_cast<std::size_t>(got)})) {
            WatchAct act = screen_.on_key(key);
            if (act.kind == WatchAct::Kind::quit) over_ = true;
            // What was typed ahead was typed before the next question was seen.
            if (act.kind == WatchAct::Kind::answer) return answer(std::move(act));
        }
    }

    void answer(WatchAct act) {
        const bool yes = act.answer.verdict == approval::Answer::Verdict::allowed;
        std::string said = (yes ? "said yes to " : "said no to ") + act.id;
        auto client = service::Client::send(
            state_home_, {.act = BrokerAct::answer, .id = std::move(act.id), .answer = std::move(act.answer)});
        auto reply = client ? client->next(kPatience) : tl::unexpected<Error>(client.error());
        if (reply && !reply->error.empty()) reply = fail(Errc::invalid, reply->error);
        screen_.set_notice(reply ? said : printable(reply.error().what));
        (void)::tcflush(STDIN_FILENO, TCIFLUSH);
    }

    AbsPath state_home_;
    WatchScreen screen_{};
    std::optional<service::Client> client_{};
    bool over_ = false;
};

}  // namespace

Result<int> run_approvals_watch(const Parsed&) {
    const auto directory = app::working_directory(std::nullopt);
    if (!directory) return tl::unexpected(directory.error());
    auto places = settings::from_environment(*directory);
    if (!places) return tl::unexpected(places.error());
    const auto terminal = RawTerminal::open();
    if (!terminal) return fail(Errc::unsupported, "it needs a terminal; `postern approvals list` does not");
    if (Status done = Watching(std::move(places->state_home)).run(); !done) return tl::unexpected(done.error());
    return 0;
}

}  // namespace postern::cli
