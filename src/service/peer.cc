#include "service/peer.h"

#include "base/file.h"
#include "base/process_stat.h"

#include <cerrno>
#include <charconv>
#include <string>
#include <string_view>

#include <sys/socket.h>
#include <unistd.h>

namespace postern::service {
namespace {

constexpr int kMostAncestors = 256;

std::string of(pid_t pid, std::string_view what) {
    return "/proc/" + std::to_string(pid) + '/' + std::string(what);
}

// Returns the number behind a name in the text of /proc/PID/status, or -1.
long number_in(const std::string& status, std::string_view name) {
    const std::size_t at = status.find('\n' + std::string(name) + ":\t");
    if (at == std::string::npos) return -1;
    const std::size_t begin = at + name.size() + 3;
    long out = -1;
    (void)std::from_chars(status.data() + begin, status.data() + status.size(), out);
    return out;
}

// Returns whether the process is in a process namespace below this one: then it has a number in each of them.
bool is_in_namespace(const std::string& status) {
    const std::size_t at = status.find("\nNSpid:\t");
    if (at == std::string::npos) return true;  // cannot be read: /proc hides it
    const std::string numbers = status.substr(at + 8, status.find('\n', at + 1) - at - 8);
    return numbers.find('\t') != std::string::npos;
}

// A sandbox has a process namespace of its own, or filters that the broker has not. /proc/PID/status can be read without
// privileges, which the broker has given up.
bool is_confined(pid_t pid) {
    const std::string status = read_fact(of(pid, "status"));
    if (is_in_namespace(status)) return true;
    const std::string own = read_fact("/proc/self/status");
    if (number_in(status, "Seccomp") != number_in(own, "Seccomp")) return true;
    return number_in(status, "Seccomp_filters") > number_in(own, "Seccomp_filters");
}

}  // namespace

Result<Peer> peer_of(int socket) {
    ucred credentials{};
    socklen_t size = sizeof credentials;
    if (::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &size) != 0)
        return fail(Errc::io, describe_errno("cannot tell who it is", errno));
    if (credentials.uid != ::geteuid())
        return fail(Errc::invalid, "user " + std::to_string(credentials.uid) + " is not the one that I serve");
    if (credentials.pid <= 0) return fail(Errc::invalid, "a process of another process namespace");
    const auto stat = read_process_stat(credentials.pid);
    if (!stat) return fail(Errc::io, "it is gone already");
    Peer out{.uid = credentials.uid,
             .process = {credentials.pid, stat->started},
             .session = ::getsid(credentials.pid),
             .confined = is_confined(credentials.pid)};
    pid_t above = stat->parent;
    for (int i = 0; i < kMostAncestors && above > 0; ++i) {
        const auto parent = read_process_stat(above);
        if (!parent) break;
        out.ancestors.push_back({above, parent->started});
        out.ancestor_sessions.push_back(::getsid(above));
        above = parent->parent;
    }
    return out;
}

}  // namespace postern::service
