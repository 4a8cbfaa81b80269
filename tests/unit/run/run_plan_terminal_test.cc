// Job control under a real terminal: a small shell in a session of its own starts a job, which runs a command by
// run_plan().
#include "fake_plan.h"
#include "host/look.h"
#include "run/terminal.h"

#include <chrono>
#include <csignal>
#include <string>
#include <string_view>
#include <thread>

#include <poll.h>
#include <pty.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

namespace postern::run {
namespace {

using test::fake_plan;

constexpr int kLost = 200;  // exit statuses of the small shell, different from those of any command here
constexpr int kTerminalNotOurs = 201;
constexpr int kModesChanged = 202;
constexpr int kForegroundUnexpected = 203;

enum class Stdout { terminal, elsewhere };

// Runs as the job. Its status is the command's, or tells what was wrong.
[[noreturn]] void be_job(const std::string& word, Stdout where) {
    termios before{}, after{};
    (void)::tcgetattr(0, &before);
    if (where == Stdout::elsewhere) (void)::dup2(::open("/dev/null", O_WRONLY | O_CLOEXEC), STDOUT_FILENO);
    if (host::wants_foreground() != (where == Stdout::terminal)) ::_exit(kForegroundUnexpected);
    auto plan = fake_plan({word});
    plan.foreground = host::wants_foreground();
    const auto run = run_plan(std::move(plan), {});
    if (::tcgetpgrp(0) != ::getpgrp()) ::_exit(kTerminalNotOurs);
    (void)::tcgetattr(0, &after);
    if (before.c_lflag != after.c_lflag || before.c_iflag != after.c_iflag) ::_exit(kModesChanged);
    ::_exit(exit_code(run.outcome));
}

void give_terminal_to(pid_t group) {
    (void)::signal(SIGTTOU, SIG_IGN);
    (void)::tcsetpgrp(0, group);
}

// Runs as the shell: reports when the job stops, and continues it in the foreground.
[[noreturn]] void be_shell(const std::string& word, Stdout where) {
    const pid_t job = ::fork();
    if (job == 0) {
        (void)::setpgid(0, 0);
        give_terminal_to(::getpid());
        (void)::signal(SIGTTOU, SIG_DFL);
        be_job(word, where);
    }
    (void)::setpgid(job, job);
    give_terminal_to(job);
    for (;;) {
        int status = 0;
        if (::waitpid(job, &status, WUNTRACED) != job) ::_exit(kLost);
        if (!WIFSTOPPED(status)) ::_exit(WIFEXITED(status) ? WEXITSTATUS(status) : kLost);
        if (::tcgetpgrp(0) != job) ::_exit(kTerminalNotOurs);
        give_terminal_to(::getpgrp());
        if (::write(2, "[stopped]", 9) != 9) ::_exit(kLost);
        give_terminal_to(job);
        (void)::kill(-job, SIGCONT);
    }
}

// Acts as the person at the terminal.
class Person {
public:
    Person(const std::string& word, Stdout where) {
        shell_ = ::forkpty(&master_, nullptr, nullptr, nullptr);
        if (shell_ == 0) be_shell(word, where);
    }
    ~Person() {
        if (shell_ > 0) (void)::kill(shell_, SIGKILL);
        (void)::close(master_);
    }
    Person(const Person&) = delete;
    Person& operator=(const Person&) = delete;

    // Gives a shell time to start its program. During vfork it cannot be stopped: only the program is, and the shell
    // waits for it.
    static void rest() { std::this_thread::sleep_for(std::chrono::milliseconds(100)); }
    void type(std::string_view keys) const {
        ASSERT_EQ(::write(master_, keys.data(), keys.size()), static_cast<ssize_t>(keys.size()));
    }
    [[nodiscard]] bool sees(std::string_view text) {
        for (int tries = 0; tries < 200; ++tries) {
            if (const auto at = seen_.find(text); at != std::string::npos) {
                seen_.erase(0, at + text.size());
                return true;
            }
            pollfd polled{.fd = master_, .events = POLLIN, .revents = 0};
            if (::poll(&polled, 1, 50) != 1) continue;
            char buffer[1024];
            const ssize_t got = ::read(master_, buffer, sizeof buffer);
            if (got <= 0) return false;
            seen_.append(buffer, static_cast<std::size_t>(got));
        }
        return false;
    }
    [[nodiscard]] int status() {
        (void)sees("never said");  // waits until the terminal hangs up
        int status = 0;
        EXPECT_EQ(::waitpid(shell_, &status, 0), shell_);
        shell_ = -1;
        return WIFEXITED(status) ? WEXITSTATUS(status) : kLost;
    }

private:
    int master_ = -1;
    pid_t shell_ = -1;
    std::string seen_;
};

using Terminals = test::DescriptorTest;

TEST_F(Terminals, CtrlZStopsTheJobAndTheShellContinuesIt) {
    Person person("job=echo started; read line; echo got:$line; exit 5", Stdout::terminal);
    ASSERT_TRUE(person.sees("started"));
    person.rest();
    person.type("\x1a");
    ASSERT_TRUE(person.sees("[stopped]"));
    person.type("hello\n");
    EXPECT_TRUE(person.sees("got:hello"));
    EXPECT_EQ(person.status(), 5);
}

TEST_F(Terminals, CtrlZWorksAgain) {
    Person person("job=echo started; read line; echo got:$line; exit 5", Stdout::terminal);
    ASSERT_TRUE(person.sees("started"));
    for (int i = 0; i < 5; ++i) {
        ::usleep(50'000);
        person.rest();
        person.type("\x1a");
        ASSERT_TRUE(person.sees("[stopped]")) << i;
    }
    ::usleep(50'000);
    person.type("hello\n");
    EXPECT_TRUE(person.sees("got:hello"));
    EXPECT_EQ(person.status(), 5);
}

TEST_F(Terminals, CtrlCIsForTheCommand) {
    Person person("job=trap 'exit 7' INT; echo started; while :; do sleep 0.01; done", Stdout::terminal);
    ASSERT_TRUE(person.sees("started"));
    person.type("\x03");
    EXPECT_EQ(person.status(), 7);
}

TEST_F(Terminals, CtrlCIsPassedOnWhenTheCommandHasNotTheTerminal) {
    Person person("background-job=trap 'exit 7' INT; echo started >&2; while :; do sleep 0.01; done",
                  Stdout::elsewhere);
    ASSERT_TRUE(person.sees("started"));
    person.type("\x03");
    EXPECT_EQ(person.status(), 7);
}

TEST_F(Terminals, CtrlZIsPassedOnToo) {
    Person person("background-job=echo started >&2; sleep 0.5; echo over >&2; exit 3", Stdout::elsewhere);
    ASSERT_TRUE(person.sees("started"));
    person.rest();
    person.type("\x1a");
    ASSERT_TRUE(person.sees("[stopped]"));
    ASSERT_TRUE(person.sees("over"));
    EXPECT_EQ(person.status(), 3);
}

TEST_F(Terminals, ACommandThatReadsFromTheTerminalIsGivenIt) {
    Person person("background-job=echo started >&2; read line; echo got:$line >&2; exit 6", Stdout::elsewhere);
    ASSERT_TRUE(person.sees("started"));
    person.type("hello\n");
    ASSERT_TRUE(person.sees("got:hello"));
    EXPECT_EQ(person.status(), 6);
}

TEST_F(Terminals, ModesComeBackWhenTheCommandIsKilled) {
    Person person("job=stty raw -echo; kill -KILL $$", Stdout::terminal);
    EXPECT_EQ(person.status(), 137);
}

TEST_F(Terminals, ModesTheCommandSetAreNotLeftBehind) {
    Person person("job=stty -echo; exit 5", Stdout::terminal);
    EXPECT_EQ(person.status(), 5);
}

TEST_F(Terminals, AbsenceIsNoHindrance) {
    const pid_t pid = ::fork();
    if (pid == 0) {
        (void)::setsid();
        const Terminal terminal;
        terminal.take_back();
        const bool right = !terminal.is_ours() && !terminal.is_abandoned() && !host::wants_foreground();
        ::_exit(right ? 0 : 1);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(pid, &status, 0), pid);
    EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace postern::run
