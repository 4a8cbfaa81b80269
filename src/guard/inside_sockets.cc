#include "guard/inside_sockets.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <string>

#include <fcntl.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <linux/netlink.h>
#include <linux/nsfs.h>
#include <linux/rtnetlink.h>
#include <linux/sock_diag.h>
#include <linux/sockios.h>
#include <linux/unix_diag.h>

namespace postern::guard {
namespace {

UniqueFd open_namespace(std::uint32_t pid, const char* kind) {
    return UniqueFd(::open(("/proc/" + std::to_string(pid) + "/ns/" + kind).c_str(), O_RDONLY | O_CLOEXEC));
}

bool same_namespace(const UniqueFd& a, const UniqueFd& b) {
    struct stat one {
    }, other{};
    return a && b && ::fstat(a.get(), &one) == 0 && ::fstat(b.get(), &other) == 0 && one.st_dev == other.st_dev &&
           one.st_ino == other.st_ino;
}

// Opens a netlink socket in another network namespace. A child that shares our descriptors enters the namespace, because
// only a process with one thread may, and because Postern itself stays where it is.
UniqueFd socket_in(const UniqueFd& network) {
    const UniqueFd owner(::ioctl(network.get(), NS_GET_USERNS));
    if (!owner) return UniqueFd();
    struct stat own {
    }, theirs{};
    const bool enter_owner =
        ::stat("/proc/self/ns/user", &own) != 0 || ::fstat(owner.get(), &theirs) != 0 || own.st_ino != theirs.st_ino;
    constexpr int kMostStatus = 255, kFailed = 0;
    const auto child = static_cast<pid_t>(::syscall(SYS_clone, CLONE_FILES | SIGCHLD, nullptr, nullptr, nullptr, 0));
    if (child == 0) {
        if (enter_owner && ::setns(owner.get(), CLONE_NEWUSER) != 0) ::_exit(kFailed);
        if (::setns(network.get(), CLONE_NEWNET) != 0) ::_exit(kFailed);
        const int made = ::socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_SOCK_DIAG);
        if (made > kMostStatus) (void)::close(made);
        ::_exit(made > 0 && made <= kMostStatus ? made : kFailed);
    }
    int status = 0;
    if (child < 0 || ::waitpid(child, &status, 0) != child) return UniqueFd();
    if (!WIFEXITED(status) || WEXITSTATUS(status) == kFailed) return UniqueFd();
    UniqueFd made(WEXITSTATUS(status));
    const timeval patience{.tv_sec = 1, .tv_usec = 0};  // the run loop waits here
    (void)::setsockopt(made.get(), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    return made;
}

bool ask_for_all(int netlink) {
    struct {
        nlmsghdr header;
        unix_diag_req request;
    } question{};
    question.header = {.nlmsg_len = sizeof question,
                       .nlmsg_type = SOCK_DIAG_BY_FAMILY,
                       .nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP,
                       .nlmsg_seq = 0,
                       .nlmsg_pid = 0};
    question.request.sdiag_family = AF_UNIX;
    question.request.udiag_states = ~0U;
    question.request.udiag_show = UDIAG_SHOW_VFS;
    return ::send(netlink, &question, sizeof question, 0) == static_cast<ssize_t>(sizeof question);
}

// Returns whether the answer about one socket names this inode.
bool names_inode(const nlmsghdr* header, std::uint32_t inode) {
    auto* at = reinterpret_cast<const rtattr*>(reinterpret_cast<const char*>(NLMSG_DATA(header)) +
                                               NLMSG_ALIGN(sizeof(unix_diag_msg)));
    auto left = static_cast<int>(header->nlmsg_len - NLMSG_LENGTH(sizeof(unix_diag_msg)));
    for (; RTA_OK(at, left); at = RTA_NEXT(at, left)) {
        if (at->rta_type != UNIX_DIAG_VFS || RTA_PAYLOAD(at) < sizeof(unix_diag_vfs)) continue;
        if (static_cast<const unix_diag_vfs*>(RTA_DATA(at))->udiag_vfs_ino == inode) return true;
    }
    return false;
}

}  // namespace

bool InsideSockets::has_file(std::uint32_t pid, std::uint64_t inode) {
    if (!questions_) questions_ = socket_in(open_namespace(pid, "net"));
    if (!questions_ || !ask_for_all(questions_.get())) return false;
    bool found = false;
    alignas(nlmsghdr) std::array<char, 1 << 15> answer;  // filled by recv
    for (;;) {
        const ssize_t got = ::recv(questions_.get(), answer.data(), answer.size(), 0);
        if (got <= 0) {
            questions_.reset();  // the rest of this answer must not be taken for the next one
            return false;
        }
        auto left = static_cast<unsigned>(got);
        for (auto* header = reinterpret_cast<const nlmsghdr*>(answer.data()); NLMSG_OK(header, left);
             header = NLMSG_NEXT(header, left)) {
            if (header->nlmsg_type == NLMSG_DONE) return found;
            if (header->nlmsg_type == NLMSG_ERROR) return false;
            found = found || names_inode(header, static_cast<std::uint32_t>(inode));
        }
    }
}

bool InsideSockets::owns(std::uint32_t pid, int socket) {
    const UniqueFd of_socket(::ioctl(socket, SIOCGSKNS));  // refused for sockets of namespaces that are not ours
    return same_namespace(of_socket, open_namespace(pid, "net"));
}

bool InsideSockets::peer_is_inside(std::uint32_t pid, int socket) {
    ucred peer{};
    socklen_t size = sizeof peer;
    if (::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0 || peer.pid <= 0) return false;
    const UniqueFd of_peer = open_namespace(static_cast<std::uint32_t>(peer.pid), "pid");
    // A server that went to the background listens for a process that has ended.
    if (!of_peer && errno == ENOENT) return true;
    return same_namespace(of_peer, open_namespace(pid, "pid"));
}

}  // namespace postern::guard
