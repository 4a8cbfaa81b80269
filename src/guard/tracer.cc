#include "guard/tracer.h"

#include "base/unique_fd.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <optional>
#include <utility>

#include <fcntl.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace postern::guard {
namespace {

std::string of(pid_t pid, const char* what) {
    return "/proc/" + std::to_string(pid) + '/' + what;
}

// Returns the arguments as the kernel laid them out: each ends with a NUL byte.
std::optional<std::string> command_line(pid_t pid) {
    const UniqueFd file(::open(of(pid, "cmdline").c_str(), O_RDONLY | O_CLOEXEC));
    if (!file) return std::nullopt;
    std::string out;
    std::array<char, 1 << 15> part;  // filled by read
    for (;;) {
        const ssize_t got = ::read(file.get(), part.data(), part.size());
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return std::nullopt;
        if (got == 0) return out;
        out.append(part.data(), static_cast<std::size_t>(got));
    }
}

std::string laid_out(const std::vector<std::string>& argv) {
    std::string out;
    for (const std::string& word : argv) {
        out += word;
        out += '\0';
    }
    return out;
}

std::string program_of(pid_t pid) {
    std::array<char, 4096> target;  // filled by readlink
    const ssize_t length = ::readlink(of(pid, "exe").c_str(), target.data(), target.size());
    return length > 0 ? std::string(target.data(), static_cast<std::size_t>(length)) : "a program";
}

// Returns whether a traced task has ended, and reaps it: the kernel keeps it until its tracer has waited for it.
bool has_ended(pid_t task) {
    siginfo_t info{};
    if (::waitid(P_PID, static_cast<id_t>(task), &info, WEXITED | WNOHANG | WNOWAIT | __WALL) != 0) return true;
    if (info.si_pid == 0 || (info.si_code != CLD_EXITED && info.si_code != CLD_KILLED && info.si_code != CLD_DUMPED))
        return false;  // alive; the kernel reports stops of a traced task here too
    (void)::waitid(P_PID, static_cast<id_t>(task), &info, WEXITED | WNOHANG | __WALL);
    return true;
}

void go_on(pid_t pid, int signal) {
    (void)::ptrace(PTRACE_CONT, pid, nullptr, static_cast<long>(signal));
}

}  // namespace

bool Tracer::is_as_expected(pid_t pid, const Expected& expected) const {
    const UniqueFd program(::open(of(pid, "exe").c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    struct stat st {};
    if (program ? ::fstat(program.get(), &st) != 0 : ::stat(of(pid, "exe").c_str(), &st) != 0) return false;
    if (st.st_dev != expected.device || st.st_ino != expected.inode) return false;
    if (st.st_ctim.tv_sec * 1'000'000'000 + st.st_ctim.tv_nsec != expected.changed) return false;
    return names_of_(program.get(), st) == expected.names && command_line(pid) == laid_out(expected.argv);
}

int Tracer::expect(pid_t task, Expected expected) {
    // The task is killed if we die, since nothing would check it any more.
    constexpr long kOptions = PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL;
    const bool ours = expected_.contains(task);
    if (::ptrace(PTRACE_SEIZE, task, nullptr, kOptions) != 0 && !(ours && errno == EPERM)) return errno;
    expected_.insert_or_assign(task, std::move(expected));
    return 0;
}

void Tracer::look() {
    if (expected_.empty()) return;  // no child is traced
    for (;;) {
        siginfo_t info{};  // stops only; the exit of a child is handled elsewhere
        if (::waitid(P_ALL, 0, &info, WSTOPPED | WNOHANG | __WALL) != 0 || info.si_pid == 0) break;
        on_stop(info.si_pid, info.si_status);
    }
    std::erase_if(expected_, [](const auto& entry) { return has_ended(entry.first); });
}

void Tracer::on_stop(pid_t pid, int status) {
    const int event = status >> 8, signal = status & 0xff;
    if (event == PTRACE_EVENT_EXEC) return on_exec(pid);
    if (event == 0) return go_on(pid, signal);  // a signal is being delivered
    const bool by_job_control = signal == SIGSTOP || signal == SIGTSTP || signal == SIGTTIN || signal == SIGTTOU;
    if (event == PTRACE_EVENT_STOP && by_job_control) {
        (void)::ptrace(PTRACE_LISTEN, pid, nullptr, nullptr);  // stays stopped until SIGCONT
    } else {
        go_on(pid, 0);
    }
}

void Tracer::on_exec(pid_t pid) {
    unsigned long before = 0;
    (void)::ptrace(PTRACE_GETEVENTMSG, pid, nullptr, &before);
    const auto found = expected_.find(static_cast<pid_t>(before));
    const bool good = found != expected_.end() && is_as_expected(pid, found->second);
    if (found != expected_.end()) expected_.erase(found);
    if (good) {
        (void)::ptrace(PTRACE_DETACH, pid, nullptr, nullptr);
        return;
    }
    const std::string program = program_of(pid);
    (void)::kill(pid, SIGKILL);
    expected_.insert_or_assign(pid, Expected{});  // must be reaped, or its parent would wait for ever
    tell_(program);
}

}  // namespace postern::guard
