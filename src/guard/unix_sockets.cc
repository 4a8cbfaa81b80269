#include "guard/unix_sockets.h"

#include "base/quote.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <span>
#include <string>
#include <string_view>

#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#include <linux/openat2.h>

namespace postern::guard {
namespace {

constexpr int kConnectTimeoutMs = 1000;  // the peer can only be on the loopback

// Returns the process of a thread.
std::uint32_t process_of(std::uint32_t thread) {
    std::ifstream status("/proc/" + std::to_string(thread) + "/status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with("Tgid:")) return static_cast<std::uint32_t>(std::strtoul(line.c_str() + 5, nullptr, 10));
    }
    return thread;
}

UniqueFd socket_of(std::uint32_t thread, std::uint64_t number) {
    const UniqueFd process(static_cast<int>(::syscall(SYS_pidfd_open, process_of(thread), 0)));
    if (!process) return UniqueFd();
    return UniqueFd(static_cast<int>(::syscall(SYS_pidfd_getfd, process.get(), static_cast<int>(number), 0)));
}

std::string proc_path(std::uint32_t pid, const char* what) {
    return "/proc/" + std::to_string(pid) + '/' + what;
}

// Follows no links, because the command may be able to place one in a directory on the way.
UniqueFd open_socket_file(const AbsPath& path) {
    open_how how{};
    how.flags = O_PATH | O_CLOEXEC;
    how.resolve = RESOLVE_NO_SYMLINKS;
    return UniqueFd(static_cast<int>(::syscall(SYS_openat2, AT_FDCWD, path.text().c_str(), &how, sizeof how)));
}

bool same_file(const struct stat& a, const struct stat& b) {
    return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

// Works like connect(2), but waits a second at most, because the run loop waits here.
int connect_within(int socket, const sockaddr* address, socklen_t length) {
    const int flags = ::fcntl(socket, F_GETFL);
    const bool blocking = flags >= 0 && (flags & O_NONBLOCK) == 0;
    if (blocking) (void)::fcntl(socket, F_SETFL, flags | O_NONBLOCK);
    int error = ::connect(socket, address, length) == 0 ? 0 : errno;
    if (blocking && (error == EINPROGRESS || error == EAGAIN)) {
        pollfd waiting{.fd = socket, .events = POLLOUT, .revents = 0};
        error = ETIMEDOUT;
        socklen_t size = sizeof error;
        if (::poll(&waiting, 1, kConnectTimeoutMs) == 1) {
            if (::getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &size) != 0) error = errno;
        }
    }
    if (blocking) (void)::fcntl(socket, F_SETFL, flags);
    return error;
}

}  // namespace

void UnixSocketGate::serve(Listener& listener) {
    listener.answer(SYS_connect, [this, &listener](const Call& call) {
        return CallReply{.kind = CallReply::Kind::done, .error = connect_for(listener, call)};
    });
}

// Returns the errno for the caller; 0 if connected.
int UnixSocketGate::connect_for(const Listener& listener, const Call& call) {
    const std::uint32_t pid = call.pid;
    const auto& arguments = call.arguments;
    sockaddr_storage address{};
    const std::uint64_t length = arguments[2] & 0xffffffffU;
    if (length < sizeof(sa_family_t) || length > sizeof address) return EINVAL;
    const UniqueFd memory(::open(proc_path(pid, "mem").c_str(), O_RDONLY | O_CLOEXEC));
    if (!memory) return EACCES;
    const auto place = static_cast<off_t>(arguments[1]);
    if (::pread(memory.get(), &address, length, place) != static_cast<ssize_t>(length)) return EFAULT;
    const UniqueFd socket = socket_of(pid, arguments[0] & 0xffffffffU);
    if (!socket) return EBADF;
    // If the caller no longer waits, what was read may belong to another process.
    if (!listener.waits(call)) return EACCES;

    int domain = 0;
    socklen_t size = sizeof domain;
    if (::getsockopt(socket.get(), SOL_SOCKET, SO_DOMAIN, &domain, &size) != 0) return errno;
    if (domain != AF_UNIX) return connect_to_network(socket.get(), address, static_cast<socklen_t>(length));
    if (address.ss_family != AF_UNIX) return EINVAL;
    const auto* unix_address = reinterpret_cast<const sockaddr_un*>(&address);
    if (length <= offsetof(sockaddr_un, sun_path)) return EINVAL;
    const std::string_view bytes(unix_address->sun_path, length - offsetof(sockaddr_un, sun_path));
    if (bytes.front() == '\0') {
        // Names without a file belong to the network namespace of the socket.
        if (!InsideSockets::owns(pid, socket.get())) return refuse("an abstract unix socket");
        return connect_within(socket.get(), reinterpret_cast<const sockaddr*>(&address),
                              static_cast<socklen_t>(length));
    }
    if (!complete(shared_, pid, [&] { return listener.waits(call); })) return EACCES;
    return connect_to_file(socket.get(), pid, std::string(bytes.substr(0, bytes.find('\0'))));
}

// Datagram sockets connect to find out which way leads to an address, so only streams are told of.
int UnixSocketGate::connect_to_network(int socket, const sockaddr_storage& address, socklen_t length) const {
    const int error = connect_within(socket, reinterpret_cast<const sockaddr*>(&address), length);
    int type = 0;
    socklen_t size = sizeof type;
    if (error != ENETUNREACH || ::getsockopt(socket, SOL_SOCKET, SO_TYPE, &type, &size) != 0) return error;
    if (type != SOCK_STREAM) return error;
    const auto host = policy::Address::from_sockaddr(std::as_bytes(std::span(&address, 1)).first(length));
    // The port has the same offset in sockaddr_in and sockaddr_in6.
    if (host) unreached_(host->unmapped(), ntohs(reinterpret_cast<const sockaddr_in&>(address).sin_port));
    return error;
}

int UnixSocketGate::connect_to_file(int socket, std::uint32_t pid, const std::string& name) {
    const UniqueFd file = Process(pid, shared_).open_as_path(name);
    struct stat st {};
    if (!file || ::fstat(file.get(), &st) != 0) return errno;
    if (!S_ISSOCK(st.st_mode)) return ECONNREFUSED;
    const bool listed = std::ranges::any_of(allowed_, [&](const AbsPath& path) {
        const UniqueFd wanted = open_socket_file(path);
        struct stat other {};
        return wanted && ::fstat(wanted.get(), &other) == 0 && same_file(st, other);
    });
    if (!listed && !inside_.has_file(pid, st.st_ino)) return refuse('`' + printable(name) + '`');
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string through = "/proc/self/fd/" + std::to_string(file.get());
    std::memcpy(address.sun_path, through.c_str(), through.size() + 1);
    const int error = connect_within(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address);
    if (error == 0 && !listed && !InsideSockets::peer_is_inside(pid, socket)) {
        (void)::shutdown(socket, SHUT_RDWR);
        return refuse('`' + printable(name) + '`');
    }
    return error;
}

int UnixSocketGate::refuse(const std::string& which) const {
    tell_({.what = "a connection to " + which +
                   " was refused: the socket is not the command's own, and sandbox.network.allowUnixSockets does not "
                   "name it"});
    return EACCES;
}

}  // namespace postern::guard
