#include "host/bounded_process.h"

#include "base/file.h"
#include "base/io.h"
#include "base/unique_fd.h"
#include "host/child_signal.h"
#include "host/no_processes.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

namespace postern::host {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kBetweenLooks = 50;  // milliseconds, at whether anybody still waits

// Process group of the child, which leads it. The destructor kills the group and reaps the child.
class Group {
public:
    explicit Group(pid_t leader) noexcept : leader_(leader) {}
    ~Group() { (void)end(); }
    Group(const Group&) = delete;
    Group& operator=(const Group&) = delete;

    // True once the leader has ended. The leader is not reaped, so its number still names the group.
    [[nodiscard]] bool ended() const noexcept {
        siginfo_t info{};
        return ::waitid(P_PID, static_cast<id_t>(leader_), &info, WEXITED | WNOWAIT | WNOHANG) == 0 && info.si_pid != 0;
    }
    // Kills the group, reaps the leader and returns its wait status.
    int end() noexcept {
        if (leader_ <= 0) return 0;
        const pid_t leader = std::exchange(leader_, 0);
        (void)::kill(-leader, SIGKILL);
        int status = 0;
        while (::waitpid(leader, &status, 0) < 0 && errno == EINTR) {
        }
        return status;
    }

private:
    pid_t leader_;
};

// Returns the list that the kernel takes, which ends with a null pointer.
std::vector<char*> pointers(std::vector<std::string>& texts) {
    std::vector<char*> out;
    out.reserve(texts.size() + 1);
    for (std::string& text : texts) out.push_back(text.data());
    out.push_back(nullptr);
    return out;
}

// Returns a file in memory with this text, or an empty descriptor.
UniqueFd in_memory(const std::string& text) {
    UniqueFd file(::memfd_create("input", MFD_CLOEXEC));
    if (file && (!write_all(file.get(), text) || ::lseek(file.get(), 0, SEEK_SET) != 0)) file.reset();
    return file;
}

// What the child needs, made before the fork: the child may only make system calls.
struct Prepared {
    std::vector<std::string> words, variables;
    std::vector<char*> argv, env;
    UniqueFd input;
};

Result<Prepared> prepare(const Answerer& whom) {
    Prepared out;
    if (whom.input.empty()) {
        out.input = UniqueFd(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    } else {
        out.input = in_memory(whom.input);
    }
    if (!out.input) return fail(Errc::io, describe_errno("cannot keep its input", errno), whom.program.text());
    out.words = {whom.program.text()};
    out.words.insert(out.words.end(), whom.arguments.begin(), whom.arguments.end());
    out.variables = {"PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C"};
    out.variables.insert(out.variables.end(), whom.environment.begin(), whom.environment.end());
    out.argv = pointers(out.words);
    out.env = pointers(out.variables);
    return out;
}

// Becomes the program, or ends with an errno in the pipe.
[[noreturn]] void become(const Answerer& whom, const Prepared& prepared, int output, int failure) {
    const auto give_up = [failure] {
        const int error = errno;
        (void)!::write(failure, &error, sizeof error);
        ::_exit(127);
    };
    for (int signal = 1; signal < NSIG; ++signal) (void)::signal(signal, SIG_DFL);  // two of them cannot be set
    sigset_t none;
    (void)::sigemptyset(&none);
    (void)::sigprocmask(SIG_SETMASK, &none, nullptr);
    const bool dropped = whom.errors == Answerer::Errors::dropped;
    const int errors = dropped ? ::open("/dev/null", O_WRONLY | O_CLOEXEC) : output;
    const bool ready = ::setpgid(0, 0) == 0 && ::dup2(prepared.input.get(), STDIN_FILENO) >= 0 &&
                       ::dup2(output, STDOUT_FILENO) >= 0 && ::dup2(errors, STDERR_FILENO) >= 0;
    if (ready && (whom.company == Answerer::Company::allowed || forbid_processes())) {
        (void)::execve(prepared.argv.front(), prepared.argv.data(), prepared.env.data());
    }
    give_up();
    ::_exit(127);
}

Result<pid_t> start(const Answerer& whom, int output) {
    const auto prepared = prepare(whom);
    if (!prepared) return tl::unexpected<Error>(prepared.error());
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return fail(Errc::io, describe_errno("cannot make a pipe", errno));
    const UniqueFd reading(ends[0]);
    UniqueFd writing(ends[1]);
    const pid_t child = ::fork();
    if (child < 0) return fail(Errc::io, describe_errno("cannot start it", errno), whom.program.text());
    if (child == 0) become(whom, *prepared, output, writing.get());
    (void)::setpgid(child, child);  // here too: whichever comes first
    writing.reset();
    int error = 0;
    ssize_t got = 0;
    do {
        got = ::read(reading.get(), &error, sizeof error);
    } while (got < 0 && errno == EINTR);
    if (got == 0) return child;  // closed by the program's start
    while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
    }
    return fail(Errc::io, describe_errno("cannot start it", error), whom.program.text());
}

// Returns the milliseconds until then, at least 0 and at most `most`.
int wait_ms(Clock::time_point until, int most) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now()).count();
    return static_cast<int>(std::clamp<long long>(left, 0, most));
}

// Returns an error if nobody waits any more.
Status check_patience(const Answerer& whom, Clock::time_point until) {
    if (Clock::now() >= until) return fail(Errc::io, "does not end in time", whom.program.text());
    if (whom.give_up && whom.give_up()) return fail(Errc::io, "was not waited for", whom.program.text());
    return {};
}

Status read_output(const Answerer& whom, int fd, Clock::time_point until, std::string& out) {
    std::array<char, 4096> block{};
    for (;;) {
        pollfd readable{fd, POLLIN, 0};
        const int ready = ::poll(&readable, 1, wait_ms(until, whom.give_up ? kBetweenLooks : 60'000));
        if (ready < 0 && errno == EINTR) continue;
        if (ready == 0) {
            if (Status waited = check_patience(whom, until); !waited) return waited;
            continue;
        }
        const ssize_t got = ::read(fd, block.data(), block.size());
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return fail(Errc::io, describe_errno("cannot read what it says", errno), whom.program.text());
        if (got == 0) return {};
        out.append(block.data(), static_cast<std::size_t>(got));
        if (out.size() > whom.most_output) return fail(Errc::io, "says too much", whom.program.text());
    }
}

}  // namespace

Result<ProcessAnswer> ask(const Answerer& whom) {
    const Clock::time_point until = Clock::now() + whom.limit;
    const DefaultChildSignal children;
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return fail(Errc::io, describe_errno("cannot make a pipe", errno));
    const UniqueFd reading(ends[0]);
    UniqueFd writing(ends[1]);
    const auto child = start(whom, writing.get());
    if (!child) return tl::unexpected(child.error());
    Group group(*child);
    writing.reset();

    ProcessAnswer answered;
    if (auto read = read_output(whom, reading.get(), until, answered.output); !read) {
        return tl::unexpected(std::move(read.error()));
    }
    // The program has closed its output, and most programs have ended by then.
    while (!group.ended()) {
        if (Status waited = check_patience(whom, until); !waited) return tl::unexpected(std::move(waited.error()));
        (void)::poll(nullptr, 0, 1);
    }
    const int status = group.end();
    answered.exit_status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    return answered;
}

}  // namespace postern::host
