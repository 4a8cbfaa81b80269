// Client and server for gate.py. The client measures itself, so that the start of the sandbox is not counted. It
// connects through the HTTP_PROXY of its environment by CONNECT, or without one directly to the server.
//
// usage: gate_work serve                      listen on 127.0.0.1, print the port, serve until killed
//        gate_work bulk HOST PORT BYTES       one download; prints nanoseconds
//        gate_work small HOST PORT COUNT      that many requests of 100 bytes, one after the other; prints the median
//        gate_work hold HOST PORT COUNT       that many connections, open before the first is used; prints nanoseconds
//        gate_work pause HOST PORT COUNT…     small requests up to each COUNT, then a line out and a line in
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

namespace {

constexpr std::string_view kEnd = "\r\n\r\n";
constexpr std::size_t kPart = std::size_t{256} * 1024;
constexpr long kSmall = 100;

[[noreturn]] void die(const char* what) {
    std::perror(what);
    std::exit(1);
}

long now() {
    timespec time{};
    (void)::clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1'000'000'000 + time.tv_nsec;
}

void allow_many_descriptors() {
    rlimit limit{};
    (void)::getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    (void)::setrlimit(RLIMIT_NOFILE, &limit);
}

sockaddr_in loopback(int port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

void send_all(int fd, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t sent = ::send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent < 0) return;  // the other end is gone; the reader of the bytes will report it
        bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
}

// ---- the server: "GET /N HTTP/1.1" is answered with N bytes, and the connection closed

void answer(int fd, long bytes) {
    static const std::string part(kPart, 'x');
    send_all(fd, "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: " + std::to_string(bytes) + "\r\n\r\n" +
                     std::string(static_cast<std::size_t>(std::min(bytes, kSmall)), 'x'));
    for (long left = bytes - kSmall; left > 0; left -= static_cast<long>(kPart)) {
        send_all(fd, std::string_view(part).substr(0, static_cast<std::size_t>(left)));
    }
    ::close(fd);
}

bool read_request(int fd, std::string& request) {
    char part[4096];
    const ssize_t got = ::recv(fd, part, sizeof part, 0);
    if (got <= 0) return false;
    request.append(part, static_cast<std::size_t>(got));
    if (!request.ends_with(kEnd)) return true;
    answer(fd, std::atol(request.c_str() + request.find('/') + 1));
    request.clear();
    return true;
}

int serve() {
    const int listener = ::socket(AF_INET, SOCK_STREAM, 0);
    // Accepted connections inherit it. Some machines pace by default, which would make both ways slow.
    (void)::setsockopt(listener, IPPROTO_TCP, TCP_CONGESTION, "reno", 4);
    sockaddr_in address = loopback(0);
    socklen_t size = sizeof address;
    if (::bind(listener, reinterpret_cast<sockaddr*>(&address), size) != 0 || ::listen(listener, 4096) != 0)
        die("listen");
    (void)::getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size);
    std::printf("%d\n", ntohs(address.sin_port));
    std::fflush(stdout);
    const int events = ::epoll_create1(0);
    const auto watch = [events](int fd) {
        epoll_event event{.events = EPOLLIN, .data = {.fd = fd}};
        (void)::epoll_ctl(events, EPOLL_CTL_ADD, fd, &event);
    };
    watch(listener);
    std::map<int, std::string> requests;
    for (epoll_event event{};;) {
        if (::epoll_wait(events, &event, 1, -1) != 1) continue;
        if (event.data.fd != listener) {
            if (!read_request(event.data.fd, requests[event.data.fd])) ::close(event.data.fd);
            continue;
        }
        const int client = ::accept(listener, nullptr, nullptr);
        const int yes = 1;
        (void)::setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
        requests[client].clear();
        watch(client);
    }
}

// ---- the client

struct Way {
    std::string target;   // host:port
    int port;             // port to dial on the loopback
    std::string connect;  // sent first; empty without a proxy
};

std::string base64(std::string_view bytes) {
    constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        unsigned group = 0;
        for (std::size_t j = i; j < i + 3; ++j) group = group << 8U | (j < bytes.size() ? bytes[j] & 0xffU : 0U);
        for (std::size_t j = 0; j < 4; ++j) {
            out += i + j > bytes.size() ? '=' : kLetters[group >> (18 - 6 * j) & 63U];
        }
    }
    return out;
}

Way way_to(const std::string& host, const std::string& port) {
    Way way{.target = host + ':' + port, .port = std::atoi(port.c_str()), .connect = ""};
    const char* variable = std::getenv("HTTP_PROXY");
    if (variable == nullptr) return way;
    const std::string proxy = variable;  // http://[user:password@]host:port
    way.port = std::atoi(proxy.c_str() + proxy.rfind(':') + 1);
    way.connect = "CONNECT " + way.target + " HTTP/1.1\r\nHost: " + way.target + "\r\n";
    constexpr std::size_t kScheme = std::string_view("http://").size();
    if (const std::size_t at = proxy.find('@'); at != std::string::npos) {
        way.connect += "Proxy-Authorization: Basic " + base64(proxy.substr(kScheme, at - kScheme)) + "\r\n";
    }
    way.connect += "\r\n";
    return way;
}

// Waits for a proxy that is still starting when its command already runs, so that its start is not measured.
void wait_for(const Way& way) {
    const sockaddr_in address = loopback(way.port);
    for (int tries = 0; tries < 500; ++tries, ::usleep(10'000)) {
        const int fd = ::socket(AF_INET, SOCK_STREAM, 0);
        const bool there = ::connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
        ::close(fd);
        if (there) return;
    }
}

int open_connection(const Way& way) {
    const int fd = ::socket(AF_INET, SOCK_STREAM, 0);
    const sockaddr_in address = loopback(way.port);
    if (fd < 0 || ::connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) die("connect");
    if (way.connect.empty()) return fd;
    send_all(fd, way.connect);
    std::string said;
    while (!said.ends_with(kEnd)) {
        char part[1024];
        const ssize_t got = ::recv(fd, part, sizeof part, 0);
        if (got <= 0) die("CONNECT");
        said.append(part, static_cast<std::size_t>(got));
    }
    if (said.find(" 200 ") == std::string::npos) die(said.c_str());
    return fd;
}

void ask(int fd, const Way& way, long bytes) {
    send_all(fd, "GET /" + std::to_string(bytes) + " HTTP/1.1\r\nHost: " + way.target + "\r\n\r\n");
}

// Reads to the end of the connection. Bytes beyond `bytes` are the head.
void take(int fd, long bytes) {
    static std::string part(kPart, '\0');
    long all = 0;
    for (ssize_t got = 1; got > 0; all += got) {
        got = ::recv(fd, part.data(), part.size(), 0);
        if (got < 0) die("recv");
    }
    if (all < bytes || all > bytes + 1000) {
        std::fprintf(stderr, "asked for %ld bytes, got %ld\n", bytes, all);
        std::exit(1);
    }
    ::close(fd);
}

void request(const Way& way, long bytes) {
    const int fd = open_connection(way);
    ask(fd, way, bytes);
    take(fd, bytes);
}

long small(const Way& way, long count) {
    std::vector<long> times;
    for (long i = 0; i < count; ++i) {
        const long begin = now();
        request(way, kSmall);
        times.push_back(now() - begin);
    }
    std::ranges::nth_element(times, times.begin() + count / 2);
    return times[static_cast<std::size_t>(count) / 2];
}

long hold(const Way& way, long count) {
    const long begin = now();
    std::vector<int> all;
    for (long i = 0; i < count; ++i) all.push_back(open_connection(way));
    for (const int fd : all) ask(fd, way, kSmall);
    for (const int fd : all) take(fd, kSmall);
    return now() - begin;
}

void pause(const Way& way, char** counts) {
    for (long done = 0; *counts != nullptr; ++counts) {
        for (; done < std::atol(*counts); ++done) request(way, kSmall);
        std::printf("%ld\n", done);
        std::fflush(stdout);
        (void)std::getchar();
    }
}

}  // namespace

int main(int argc, char** argv) {
    const std::string_view mode = argc > 1 ? argv[1] : "";
    allow_many_descriptors();
    if (mode == "serve") return serve();
    if (argc < 5) return 2;
    const Way way = way_to(argv[2], argv[3]);
    wait_for(way);
    if (mode == "pause") {
        pause(way, argv + 4);
        return 0;
    }
    const long number = std::atol(argv[4]), begin = now();
    if (mode == "bulk") {
        request(way, number);
        std::printf("%ld\n", now() - begin);
        return 0;
    }
    std::printf("%ld\n", mode == "small" ? small(way, number) : hold(way, number));
    return 0;
}
