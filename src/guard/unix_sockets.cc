#include "guard/unix_sockets.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#include <linux/openat2.h>

namespace postern::guard {
namespace {

constexpr int kConnectTimeoutMs = 1000;  // only our own loopback can be at the other end

// The process that a thread belongs to.
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

// Follows no link on the way: whoever may write a directory could put one there.
UniqueFd open_socket_file(const AbsPath& path) {
    open_how how{};
    how.flags = O_PATH | O_CLOEXEC;
    how.resolve = RESOLVE_NO_SYMLINKS;
    return UniqueFd(static_cast<int>(::syscall(SYS_openat2, AT_FDCWD, path.text().c_str(), &how, sizeof how)));
}

// As connect(2) would, but never longer than a moment: the supervisor waits here.
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

// The errno for the caller; 0: connected.
int UnixSocketGate::connect_for(const Listener& listener, const Call& call) const {
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
    // Still the same process? Otherwise what was read belongs to somebody else.
    if (!listener.waits(call)) return EACCES;

    int domain = 0;
    socklen_t size = sizeof domain;
    if (::getsockopt(socket.get(), SOL_SOCKET, SO_DOMAIN, &domain, &size) != 0) return errno;
    if (domain != AF_UNIX) {
        return connect_within(socket.get(), reinterpret_cast<const sockaddr*>(&address),
                              static_cast<socklen_t>(length));
    }
    if (address.ss_family != AF_UNIX) return EINVAL;
    const auto* unix_address = reinterpret_cast<const sockaddr_un*>(&address);
    const std::size_t bytes = length - offsetof(sockaddr_un, sun_path);
    if (length <= offsetof(sockaddr_un, sun_path) || unix_address->sun_path[0] == '\0') return EACCES;
    return connect_unix(socket.get(), pid, {unix_address->sun_path, ::strnlen(unix_address->sun_path, bytes)});
}

int UnixSocketGate::connect_unix(int socket, std::uint32_t pid, std::string_view name) const {
    std::string path(name);
    if (!path.starts_with('/')) {
        std::array<char, PATH_MAX> cwd{};
        const ssize_t length = ::readlink(proc_path(pid, "cwd").c_str(), cwd.data(), cwd.size() - 1);
        if (length <= 0) return EACCES;
        path = std::string(cwd.data(), static_cast<std::size_t>(length)) + '/' + path;
    }
    std::array<char, PATH_MAX> real{};
    if (::realpath(path.c_str(), real.data()) == nullptr) return errno == ENOENT ? ENOENT : EACCES;
    const auto wanted = AbsPath::parse(real.data());
    if (!wanted || std::ranges::find(allowed_, *wanted) == allowed_.end()) return EACCES;

    const UniqueFd file = open_socket_file(*wanted);
    if (!file) return errno;
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string through = "/proc/self/fd/" + std::to_string(file.get());
    std::memcpy(address.sun_path, through.c_str(), through.size() + 1);
    return connect_within(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address);
}

}  // namespace postern::guard
