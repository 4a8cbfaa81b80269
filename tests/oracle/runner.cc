#include "runner.h"

#include <dirent.h>
#include <fcntl.h>
#include <grp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>

namespace postern::oracle {

namespace {

using Clock = std::chrono::steady_clock;

constexpr long kEndLimitMs = 2000;
constexpr std::size_t kLogLimit = 1u << 16;

void limit(int resource, rlim_t value) {
    const rlimit both{.rlim_cur = value, .rlim_max = value};
    (void)::setrlimit(static_cast<__rlimit_resource>(resource), &both);
}

sigset_t child_signal() {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    return set;
}

long milliseconds_until(Clock::time_point end) {
    return static_cast<long>(std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count());
}

}  // namespace

Runner::Runner(const Stage& stage, std::size_t booth)
    : bash_(stage.bash()),
      booth_(stage.booth(booth)),
      path_variable_("PATH=" + booth_.path),
      home_variable_("HOME=" + booth_.home) {
    log_ = ::open(booth_.log.c_str(), O_RDWR | O_CLOEXEC);
    script_ = ::open(booth_.script.c_str(), O_RDWR | O_CLOEXEC);
    null_ = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    const sigset_t blocked = child_signal();
    (void)::sigprocmask(SIG_BLOCK, &blocked, nullptr);
    (void)::prctl(PR_SET_CHILD_SUBREAPER, 1);
}

Runner::~Runner() {
    for (const int fd : {log_, script_, null_}) {
        if (fd >= 0) (void)::close(fd);
    }
}

bool Runner::drop_privileges() const {
    if (::geteuid() != 0) return true;
    if (::setgroups(0, nullptr) != 0 || ::setresgid(kNobody, kNobody, kNobody) != 0) return false;
    if (::setresuid(kNobody, kNobody, kNobody) != 0) return false;
    return ::prctl(PR_SET_DUMPABLE, 1) == 0;  // so that this process can still read /proc/self
}

// Starts a program with vfork. The child shares this process's memory until it execs, so it only makes system calls.
pid_t Runner::start(const Program& program) {
    const char* const environment[] = {path_variable_.c_str(), home_variable_.c_str(), nullptr};
    std::vector<const char*> argv = program.words;
    argv.push_back(nullptr);
    const char* const work = booth_.work.c_str();
    const pid_t child = ::vfork();
    if (child != 0) return child;
    const sigset_t unblocked = child_signal();
    (void)::sigprocmask(SIG_UNBLOCK, &unblocked, nullptr);
    (void)::prctl(PR_SET_PDEATHSIG, SIGKILL);
    (void)::setpgid(0, 0);
    limit(RLIMIT_CPU, 2);
    limit(RLIMIT_FSIZE, 1u << 20);
    limit(RLIMIT_NPROC, program.most_processes);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_AS, 1u << 30);
    if (::chdir(work) != 0) _exit(99);
    for (int fd = 0; fd < 3; ++fd) {
        if (::dup2(null_, fd) < 0) _exit(99);
    }
    if (program.output >= 0 && ::dup2(program.output, STDOUT_FILENO) < 0) _exit(99);
    ::execve(program.path, const_cast<char* const*>(argv.data()), const_cast<char* const*>(environment));
    _exit(99);
}

// Waits until no descendant is left. Returns false if the time is up.
bool Runner::reap(pid_t group, long limit_ms) {
    const auto end = Clock::now() + std::chrono::milliseconds(limit_ms);
    const sigset_t wanted = child_signal();
    for (;;) {
        pid_t gone = 0;
        int status = 0;
        while ((gone = ::waitpid(-1, &status, WNOHANG)) > 0) {
            if (gone == group) status_ = status;
        }
        if (gone < 0 && errno == ECHILD) return true;
        const long left = milliseconds_until(end);
        if (left <= 0) return false;
        const timespec wait{.tv_sec = left / 1000, .tv_nsec = (left % 1000) * 1000000};
        (void)::sigtimedwait(&wanted, nullptr, &wait);
    }
}

// Kills the script's process group, then, one by one, processes that left it (setsid) and were adopted when their
// parents died.
void Runner::end_all(pid_t group) {
    const auto end = Clock::now() + std::chrono::milliseconds(kEndLimitMs);
    do {
        (void)::kill(-group, SIGKILL);
        const std::string list = "/proc/self/task/" + std::to_string(::getpid()) + "/children";
        if (std::FILE* file = std::fopen(list.c_str(), "re"); file != nullptr) {
            int child = 0;
            while (std::fscanf(file, "%d", &child) == 1) (void)::kill(child, SIGKILL);
            (void)std::fclose(file);
        }
    } while (!reap(group, 20) && Clock::now() < end);
}

Run Runner::run(const std::string& script, Form form) {
    if (form == Form::command_string) return run({.path = bash_.c_str(), .words = {"bash", "-c", script.c_str()}});
    if (!write_script(script)) return {};
    return run({.path = bash_.c_str(), .words = {"bash", booth_.script.c_str()}});
}

bool Runner::write_script(const std::string& script) const {
    return ::ftruncate(script_, 0) == 0 &&
           ::pwrite(script_, script.data(), script.size(), 0) == static_cast<ssize_t>(script.size());
}

Run Runner::run(const Program& program) {
    Run result;
    if (::ftruncate(log_, 0) != 0) return result;
    const pid_t group = start(program);
    if (group < 0) return result;
    if (!reap(group, program.limit_ms)) {
        result.timed_out = true;
        end_all(group);
    }
    result.records = read_log();
    empty_work_directory();
    return result;
}

bool Runner::accepts(const std::string& script) {
    const Program program{.path = bash_.c_str(), .words = {"bash", "-n", "-c", script.c_str()}};
    const pid_t group = start(program);
    if (group < 0) return false;
    if (!reap(group, program.limit_ms)) end_all(group);
    return WIFEXITED(status_) && WEXITSTATUS(status_) == 0;
}

std::vector<Record> Runner::read_log() const {
    std::vector<Record> records;
    struct stat info {};
    if (::fstat(log_, &info) != 0 || info.st_size == 0) return records;
    std::string text(std::min(static_cast<std::size_t>(info.st_size), kLogLimit), '\0');
    const ssize_t got = ::pread(log_, text.data(), text.size(), 0);
    text.resize(got < 0 ? 0 : static_cast<std::size_t>(got));

    std::size_t at = 0;
    while (at + sizeof(std::uint32_t) <= text.size()) {
        std::uint32_t length = 0;
        std::memcpy(&length, text.data() + at, sizeof length);
        at += sizeof length;
        if (at + length > text.size()) break;
        Record record;
        std::string_view body(text.data() + at, length);
        at += length;
        if (body.ends_with('\1')) {
            record.cut = true;
            body.remove_suffix(1);
        }
        for (bool first = true; !body.empty(); first = false) {
            const std::size_t end = body.find('\0');
            if (end == std::string_view::npos) break;
            if (first) {
                record.name = body.substr(0, end);
            } else {
                record.arguments.emplace_back(body.substr(0, end));
            }
            body.remove_prefix(end + 1);
        }
        records.push_back(std::move(record));
    }
    std::sort(records.begin(), records.end());
    records.erase(std::unique(records.begin(), records.end()), records.end());
    return records;
}

void Runner::empty_work_directory() const {
    DIR* directory = ::opendir(booth_.work.c_str());
    if (directory == nullptr) return;
    while (const dirent* entry = ::readdir(directory)) {
        const std::string_view name = entry->d_name;
        if (name == "." || name == "..") continue;
        (void)::unlinkat(::dirfd(directory), entry->d_name, 0);  // scripts cannot make directories
    }
    (void)::closedir(directory);
}

}  // namespace postern::oracle
