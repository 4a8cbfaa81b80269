// Stands in for bwrap and postern-init: does what its arguments say, in order.
//
//     fake_init CONTROL-FD WORD…
//
//   ready | exited=N | signaled=N | dumped=N | stopped=N | exec=ERRNO | setup=STEP:ERRNO | lingering   the packets
//   raw=BYTES         a packet of these bytes        fd, fds, fd-with-ready   descriptors, as expected and not
//   await=KIND:VALUE  waits for this order; another one: exit status 99
//   show-orders=N     reads N orders and prints each as KIND:VALUE
//   out=TEXT, err=TEXT, flood=BYTES, sleep=MS, die=SIGNAL, exit=N
//   dispositions      prints whether the keys' signals are ignored, and the signal mask's first word
//   descriptors       prints the numbers of its open descriptors
//   linger=MS         leaves a process behind that keeps everything open
//   orphan            leaves one that must be killed, and prints its number
//   job=COMMAND       runs it with sh in a process group of its own, in the foreground of the terminal, until it ends,
//                     reporting and obeying as postern-init does; background-job= leaves the terminal alone
#include "backend/init_protocol.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

using postern::backend::init::Order;
using postern::backend::init::OrderKind;
using postern::backend::init::Report;
using postern::backend::init::ReportKind;

int control = -1;

void say(ReportKind kind, unsigned value = 0, int error = 0, int descriptors = 0) {
    Report report{.kind = kind, .value = value, .error = error};
    iovec part{.iov_base = &report, .iov_len = sizeof report};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    alignas(cmsghdr) char ancillary[CMSG_SPACE(2 * sizeof(int))] = {};
    if (descriptors > 0) {
        const auto bytes = static_cast<std::size_t>(descriptors) * sizeof(int);
        message.msg_control = ancillary;
        message.msg_controllen = CMSG_SPACE(bytes);
        cmsghdr* header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(bytes);
        int ends[2] = {-1, -1};
        if (::pipe(ends) != 0) std::abort();
        if (::write(ends[1], "x", 1) != 1) std::abort();
        std::memcpy(CMSG_DATA(header), ends, bytes);
    }
    if (::sendmsg(control, &message, MSG_NOSIGNAL) < 0) std::exit(98);
}

Order next_order() {
    Order order{};
    if (::recv(control, &order, sizeof order, 0) != static_cast<ssize_t>(sizeof order)) std::exit(97);
    return order;
}

void print(int fd, std::string_view text) {
    while (!text.empty()) {
        const ssize_t n = ::write(fd, text.data(), text.size());
        if (n < 0) std::exit(96);
        text.remove_prefix(static_cast<std::size_t>(n));
    }
}

void print_dispositions() {
    for (const int number : {SIGINT, SIGQUIT, SIGTSTP, SIGTTIN, SIGTTOU, SIGTERM, SIGCHLD, SIGUSR1}) {
        struct sigaction now {};
        (void)::sigaction(number, nullptr, &now);
        print(1, now.sa_handler == SIG_IGN ? "i" : "d");
    }
    sigset_t mask;
    (void)::sigprocmask(SIG_BLOCK, nullptr, &mask);
    for (int number = 1; number < 32; ++number) {
        if (::sigismember(&mask, number) == 1) print(1, " blocked:" + std::to_string(number));
    }
}

void print_descriptors() {
    DIR* directory = ::opendir("/proc/self/fd");
    while (const dirent* entry = ::readdir(directory)) {
        if (entry->d_name[0] == '.' || std::atoi(entry->d_name) == ::dirfd(directory)) continue;
        print(1, std::string(entry->d_name) + " ");
    }
    (void)::closedir(directory);
}

void own_group_in_foreground(pid_t group) {
    (void)::signal(SIGTTOU, SIG_IGN);
    (void)::tcsetpgrp(0, group);
}

enum class Place { foreground, background };

void run_job(const std::string& command, Place place) {
    const pid_t pid = ::fork();
    if (pid == 0) {
        (void)::setpgid(0, 0);
        if (place == Place::foreground) own_group_in_foreground(::getpid());
        for (const int number : {SIGINT, SIGQUIT, SIGTSTP, SIGTTIN, SIGTTOU}) (void)::signal(number, SIG_DFL);
        ::execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
        ::_exit(127);
    }
    (void)::setpgid(pid, pid);
    say(ReportKind::ready);
    for (;;) {
        int status = 0;
        if (::waitpid(pid, &status, WNOHANG | WUNTRACED) == pid) {
            if (WIFSTOPPED(status)) {
                say(ReportKind::stopped, static_cast<unsigned>(WSTOPSIG(status)));
            } else if (WIFEXITED(status)) {
                return say(ReportKind::exited, static_cast<unsigned>(WEXITSTATUS(status)));
            } else {
                return say(ReportKind::signaled, static_cast<unsigned>(WTERMSIG(status)));
            }
        }
        pollfd polled{.fd = control, .events = POLLIN, .revents = 0};
        if (::poll(&polled, 1, 5) != 1) continue;
        const Order order = next_order();
        if (order.kind == OrderKind::foreground) {
            own_group_in_foreground(pid);
            (void)::kill(-pid, SIGCONT);
        }
        if (order.kind == OrderKind::signal) (void)::kill(-pid, static_cast<int>(order.value));
    }
}

void obey(std::string_view word) {
    const std::size_t equals = word.find('=');
    const std::string_view verb = word.substr(0, equals);
    const std::string text(equals == std::string_view::npos ? "" : word.substr(equals + 1));
    const int number = std::atoi(text.c_str());
    const auto value = static_cast<unsigned>(number);
    const std::size_t colon = text.find(':');
    const int second = colon == std::string::npos ? 0 : std::atoi(text.c_str() + colon + 1);

    if (verb == "ready") return say(ReportKind::ready);
    if (verb == "exited") return say(ReportKind::exited, value);
    if (verb == "signaled") return say(ReportKind::signaled, value);
    if (verb == "dumped") return say(ReportKind::signaled, value, 1);
    if (verb == "stopped") return say(ReportKind::stopped, value);
    if (verb == "lingering") return say(ReportKind::lingering);
    if (verb == "exec") return say(ReportKind::exec, 0, number);
    if (verb == "setup") return say(ReportKind::setup, value, second);
    if (verb == "raw") return (void)::send(control, text.data(), text.size(), MSG_NOSIGNAL);
    if (verb == "fd") return say(ReportKind::descriptors, 0, 0, 1);
    if (verb == "fds") return say(ReportKind::descriptors, 0, 0, 2);
    if (verb == "no-fd") return say(ReportKind::descriptors);
    if (verb == "fd-with-ready") return say(ReportKind::ready, 0, 0, 1);
    if (verb == "await") {
        const Order order = next_order();
        if (static_cast<unsigned>(order.kind) != value || order.value != static_cast<unsigned>(second)) std::exit(99);
        return;
    }
    if (verb == "show-orders") {
        for (int i = 0; i < number; ++i) {
            const Order order = next_order();
            print(1, std::to_string(static_cast<unsigned>(order.kind)) + ":" + std::to_string(order.value) + "\n");
        }
        return;
    }
    if (verb == "out") return print(1, text);
    if (verb == "err") return print(2, text);
    if (verb == "flood") {
        std::string line(99, 'x');
        line += '\n';
        for (int written = 0; written < number; written += 100) print(1, line);
        return;
    }
    if (verb == "sleep") return (void)::usleep(value * 1000);
    if (verb == "die") {
        (void)::signal(number, SIG_DFL);
        (void)::raise(number);
    }
    if (verb == "exit") ::_exit(number);
    if (verb == "dispositions") return print_dispositions();
    if (verb == "descriptors") return print_descriptors();
    if (verb == "linger" || verb == "orphan") {
        const pid_t pid = ::fork();
        if (pid == 0) {
            (void)::usleep(verb == "orphan" ? 60'000'000 : value * 1000);
            ::_exit(0);
        }
        if (verb == "orphan") print(1, std::to_string(pid));
        return;
    }
    if (verb == "job") return run_job(text, Place::foreground);
    if (verb == "background-job") return run_job(text, Place::background);
    std::exit(95);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) return 94;
    control = std::atoi(argv[1]);
    for (int i = 2; i < argc; ++i) obey(argv[i]);
    return 0;
}
