#include "host/bounded_process.h"

#include "base/file.h"
#include "base/io.h"
#include "base/unique_fd.h"
#include "host/child_signal.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

namespace postern::host {
namespace {

using Clock = std::chrono::steady_clock;

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

Result<pid_t> start(const Answerer& whom, int output) {
    UniqueFd input;
    if (!whom.input.empty() && !(input = in_memory(whom.input))) {
        return fail(Errc::io, describe_errno("cannot keep its input", errno), whom.program.text());
    }
    posix_spawn_file_actions_t files{};
    posix_spawnattr_t how{};
    (void)::posix_spawn_file_actions_init(&files);  // fails only for lack of memory, as the spawn then does
    (void)::posix_spawnattr_init(&how);
    if (input) {
        (void)::posix_spawn_file_actions_adddup2(&files, input.get(), STDIN_FILENO);
    } else {
        (void)::posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    }
    (void)::posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
    if (whom.errors == Answerer::Errors::dropped) {
        (void)::posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    } else {
        (void)::posix_spawn_file_actions_adddup2(&files, output, STDERR_FILENO);
    }
    sigset_t none;
    sigset_t all;
    (void)::sigemptyset(&none);
    (void)::sigfillset(&all);
    (void)::posix_spawnattr_setsigmask(&how, &none);
    (void)::posix_spawnattr_setsigdefault(&how, &all);
    (void)::posix_spawnattr_setpgroup(&how, 0);
    (void)::posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);

    std::vector<std::string> words = {whom.program.text()};
    words.insert(words.end(), whom.arguments.begin(), whom.arguments.end());
    std::vector<char*> argv = pointers(words);
    std::vector<std::string> variables = {"PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C"};
    variables.insert(variables.end(), whom.environment.begin(), whom.environment.end());
    std::vector<char*> env = pointers(variables);

    pid_t child = 0;
    const int error = ::posix_spawn(&child, whom.program.text().c_str(), &files, &how, argv.data(), env.data());
    (void)::posix_spawn_file_actions_destroy(&files);
    (void)::posix_spawnattr_destroy(&how);
    if (error != 0) return fail(Errc::io, describe_errno("cannot start it", error), whom.program.text());
    return child;
}

// Returns the milliseconds until then, at least 0 and at most `most`.
int wait_ms(Clock::time_point until, int most) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now()).count();
    return static_cast<int>(std::clamp<long long>(left, 0, most));
}

Status read_output(const Answerer& whom, int fd, Clock::time_point until, std::string& out) {
    std::array<char, 4096> block{};
    for (;;) {
        pollfd readable{fd, POLLIN, 0};
        const int ready = ::poll(&readable, 1, wait_ms(until, 60'000));
        if (ready < 0 && errno == EINTR) continue;
        if (ready == 0) return fail(Errc::io, "does not end in time", whom.program.text());
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
        if (Clock::now() >= until) return fail(Errc::io, "does not end in time", whom.program.text());
        (void)::poll(nullptr, 0, 1);
    }
    const int status = group.end();
    answered.exit_status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    return answered;
}

}  // namespace postern::host
