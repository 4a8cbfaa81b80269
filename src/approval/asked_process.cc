#include "approval/asked_process.h"

#include "base/file.h"
#include "base/io.h"
#include "base/process_stat.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <utility>

#include <dirent.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace postern::approval {
namespace {

// What the child needs, made before the fork: the child may only make system calls.
struct Prepared {
    std::vector<std::string> words{}, variables{};
    std::vector<char*> argv{}, env{};
    UniqueFd input{}, nowhere{};
    pid_t parent = 0;
};

std::vector<char*> pointers(std::vector<std::string>& texts) {
    std::vector<char*> out;
    out.reserve(texts.size() + 1);
    for (std::string& text : texts) out.push_back(text.data());
    out.push_back(nullptr);
    return out;
}

Result<Prepared> prepare(const AskedProgram& program, const std::string& input) {
    Prepared out{.words = program.words};
    out.input = UniqueFd(::memfd_create("question", MFD_CLOEXEC));
    out.nowhere = UniqueFd(::open("/dev/null", O_WRONLY | O_CLOEXEC));
    const bool ready =
        out.input && out.nowhere && write_all(out.input.get(), input) && ::lseek(out.input.get(), 0, SEEK_SET) == 0;
    if (!ready) return fail(Errc::io, describe_errno("it cannot be given the question", errno));
    out.variables = {"PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C.UTF-8", "HOME=" + program.home.text()};
    out.argv = pointers(out.words);
    out.env = pointers(out.variables);
    out.parent = ::getpid();
    return out;
}

// Becomes the program, or ends with status 127. Does not outlive Postern.
[[noreturn]] void become(const Prepared& prepared, int output) {
    for (int signal = 1; signal < NSIG; ++signal) (void)::signal(signal, SIG_DFL);  // two of them cannot be set
    sigset_t none;
    (void)::sigemptyset(&none);
    (void)::sigprocmask(SIG_SETMASK, &none, nullptr);
    const bool ready = ::setsid() >= 0 && ::prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && ::getppid() == prepared.parent &&
                       ::chdir("/") == 0 && ::dup2(prepared.input.get(), STDIN_FILENO) >= 0 &&
                       ::dup2(output, STDOUT_FILENO) >= 0 && ::dup2(prepared.nowhere.get(), STDERR_FILENO) >= 0;
    if (ready) (void)::execve(prepared.argv.front(), prepared.argv.data(), prepared.env.data());
    ::_exit(127);
}

// Kills what has left the group of the leader but not its session.
void kill_session(pid_t leader) noexcept {
    DIR* processes = ::opendir("/proc");
    if (processes == nullptr) return;
    while (const dirent* entry = ::readdir(processes)) {
        pid_t pid = 0;
        const std::string_view name = entry->d_name;
        const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), pid);
        if (error == std::errc{} && end == name.data() + name.size() && ::getsid(pid) == leader) {
            (void)::kill(pid, SIGKILL);
        }
    }
    (void)::closedir(processes);
}

std::string ended_how(std::optional<int> status) {
    if (!status) return "ended, and nobody knows how";
    if (WIFSIGNALED(*status)) return "was ended by signal " + std::to_string(WTERMSIG(*status));
    if (WEXITSTATUS(*status) == 127) return "could not be started";
    return "ended with status " + std::to_string(WEXITSTATUS(*status));
}

tl::unexpected<Error> too_much() {
    return fail(Errc::io, "said more than " + std::to_string(kMostAskedOutput) + " bytes");
}

// A parent may have left the signal ignored, and then the status of a child is lost.
void keep_children() {
    struct sigaction now {};
    if (::sigaction(SIGCHLD, nullptr, &now) == 0 && now.sa_handler == SIG_IGN) (void)::signal(SIGCHLD, SIG_DFL);
}

}  // namespace

Result<std::unique_ptr<AskedProcess>> AskedProcess::start(const AskedProgram& program, const std::string& input,
                                                          Loop& loop, Ended ended) {
    const auto prepared = prepare(program, input);
    if (!prepared) return tl::unexpected<Error>(prepared.error());
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return fail(Errc::io, describe_errno("it has no pipe", errno));
    std::unique_ptr<AskedProcess> out(new AskedProcess(loop, std::move(ended)));
    out->output_ = UniqueFd(ends[0]);
    UniqueFd writing(ends[1]);
    (void)::fcntl(ends[0], F_SETFL, O_NONBLOCK);
    keep_children();
    const pid_t child = ::fork();
    if (child < 0) return fail(Errc::io, describe_errno("it cannot be started", errno));
    if (child == 0) become(*prepared, writing.get());
    out->leader_ = child;
    out->alive_ = UniqueFd(static_cast<int>(::syscall(SYS_pidfd_open, child, 0U)));
    if (!out->alive_) return fail(Errc::io, describe_errno("it cannot be waited for", errno));
    loop.serve({.fd = out->output_.get(), .ready = [process = out.get()] { return process->on_output(); }});
    loop.serve({.fd = out->alive_.get(), .ready = [process = out.get()] {
                    process->on_end();
                    return false;
                }});
    out->limit_.emplace(loop, program.limit, [process = out.get(), limit = program.limit] {
        process->finish(fail(Errc::io, "did not answer within " + std::to_string(limit.count()) + " ms"));
    });
    return out;
}

AskedProcess::~AskedProcess() {
    limit_.reset();
    if (output_) loop_.leave(output_.get());
    if (alive_) loop_.leave(alive_.get());
    (void)end_all();
}

// Reads what is there.
AskedProcess::Got AskedProcess::read_more() {
    std::array<char, 4096> block;  // filled by read
    for (;;) {
        const ssize_t got = ::read(output_.get(), block.data(), block.size());
        if (got < 0 && errno == EINTR) continue;
        if (got < 0 && errno == EAGAIN) return Got::all_there_is;
        if (got <= 0) return Got::end;
        said_.append(block.data(), static_cast<std::size_t>(got));
        if (said_.size() > kMostAskedOutput) return Got::too_much;
    }
}

bool AskedProcess::on_output() {
    const Got got = read_more();
    if (got == Got::too_much) finish(too_much());
    return got == Got::all_there_is;
}

void AskedProcess::on_end() {
    if (read_more() == Got::too_much) return finish(too_much());
    const std::optional<int> status = end_all();
    if (status != 0) return finish(fail(Errc::io, ended_how(status)));
    finish(std::move(said_));
}

// The object may be gone afterwards.
void AskedProcess::finish(Result<std::string> result) {
    const Ended ended = std::exchange(ended_, {});
    if (ended) ended(std::move(result));
}

// Kills the leader, its group and its session, and returns the leader's wait status if it can be known.
std::optional<int> AskedProcess::end_all() noexcept {
    if (leader_ <= 0) return std::nullopt;
    const pid_t leader = std::exchange(leader_, 0);
    siginfo_t info{};
    const bool ended =
        ::waitid(P_PID, static_cast<id_t>(leader), &info, WEXITED | WNOWAIT | WNOHANG) == 0 && info.si_pid == leader;
    (void)::kill(-leader, SIGKILL);
    if (!ended) (void)::kill(leader, SIGKILL);  // it may not lead a group yet
    kill_session(leader);                       // before it is reaped: until then the number is its own
    int status = 0;
    pid_t reaped = 0;
    do {
        reaped = ::waitpid(leader, &status, 0);
    } while (reaped < 0 && errno == EINTR);
    return reaped == leader ? std::optional(status) : std::nullopt;
}

}  // namespace postern::approval
