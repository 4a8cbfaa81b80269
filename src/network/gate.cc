#include "network/gate.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>

namespace postern::network {
namespace {

constexpr std::uint64_t kClock = 0, kMore = 1;
constexpr std::size_t kMostConnections = 1000;
constexpr rlim_t kDescriptors = 4096;  // two or three for each connection
constexpr std::size_t kReserve = 128;  // for the rest of the program
constexpr std::size_t kUnfinishedAtOnce = 32;
constexpr int kAcceptedAtOnce = 64;  // per entrance; then others are served
constexpr itimerspec kEverySecond{.it_interval = {.tv_sec = 1, .tv_nsec = 0}, .it_value = {.tv_sec = 1, .tv_nsec = 0}};

void add(int events, int fd, std::uint64_t id, std::uint32_t what) {
    epoll_event event{.events = what, .data = {.u64 = id}};
    (void)::epoll_ctl(events, EPOLL_CTL_ADD, fd, &event);
}

// Raises our own limit on descriptors, and returns it. The command is not affected: it has been started already and has
// its own limit.
std::size_t allow_many_descriptors() {
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return 0;
    if (limit.rlim_cur < kDescriptors) {
        limit.rlim_cur = std::min(limit.rlim_max, kDescriptors);
        (void)::setrlimit(RLIMIT_NOFILE, &limit);
    }
    return static_cast<std::size_t>(std::min(limit.rlim_cur, kDescriptors));
}

// Sets two options, which accepted connections inherit. Clients are on this machine, so there is no line to share
// fairly, and a congestion control that paces (the default on some machines) would only slow them down. Reno does not
// pace.
void make_clients_fast(int listener) {
    constexpr std::string_view kReno = "reno";
    const int yes = 1;
    (void)::setsockopt(listener, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    (void)::setsockopt(listener, IPPROTO_TCP, TCP_CONGESTION, kReno.data(), kReno.size());
}

}  // namespace

Gate::Gate(GateRules rules)
    : events_(::epoll_create1(EPOLL_CLOEXEC)),
      clock_(::timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK)),
      more_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      shared_{.rules = std::move(rules)} {
    // Reserve descriptors for the guards, however many clients come: without any, the guards would have to refuse
    // everything.
    const std::size_t all = allow_many_descriptors(), room = all - std::min(all / 2, kReserve);
    most_entrances_ = room / 4;
    most_connections_ = std::clamp<std::size_t>((room - most_entrances_) / 3, 1, kMostConnections);
    (void)::timerfd_settime(clock_.get(), 0, &kEverySecond, nullptr);
    add(events_.get(), clock_.get(), kClock, EPOLLIN);
    add(events_.get(), more_.get(), kMore, EPOLLIN);
}

Gate::~Gate() = default;

void Gate::open(Entrance entrance) {
    const std::uint64_t id = ++next_;
    (void)::fcntl(entrance.listener.get(), F_SETFL, O_NONBLOCK);
    make_clients_fast(entrance.listener.get());
    add(events_.get(), entrance.listener.get(), id, full_ ? 0U : EPOLLIN);
    entrances_.emplace(id, std::move(entrance));
}

void Gate::serve() {
    std::array<epoll_event, 64> ready;  // filled by epoll_wait
    const int count = ::epoll_wait(events_.get(), ready.data(), ready.size(), 0);
    for (std::size_t i = std::min(unfinished_.size(), kUnfinishedAtOnce); i > 0; --i) {
        const std::uint64_t id = unfinished_.front();
        unfinished_.pop_front();
        listed_.erase(id);
        step(id);
    }
    for (int i = 0; i < count; ++i) {
        const std::uint64_t id = ready[static_cast<std::size_t>(i)].data.u64;
        if (id == kClock) {
            end_late_ones();
        } else if (id == kMore) {
            std::uint64_t ignored = 0;
            (void)!::read(more_.get(), &ignored, sizeof ignored);
        } else if (const auto entrance = entrances_.find(id); entrance != entrances_.end()) {
            accept_all(entrance->second);
        } else {
            step(id);
        }
    }
    ask_for_more();
    watch_entrances();
}

void Gate::accept_all(const Entrance& entrance) {
    // When the gate is full, clients wait in the kernel's queue.
    for (int i = 0; i < kAcceptedAtOnce && connections_.size() < most_connections_; ++i) {
        UniqueFd client(::accept4(entrance.listener.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
        if (!client) {
            // Without descriptors or memory accept would fail again at once, so wait for the next tick of the clock.
            if (errno != EAGAIN && errno != ECONNABORTED && errno != EINTR) no_room_ = true;
            return;
        }
        const std::uint64_t id = ++next_;
        auto target = entrance.target ? entrance.target(client.get()) : std::nullopt;
        if (entrance.target && !target) continue;
        auto connection = std::make_unique<Connection>(
            std::move(client), std::move(target), shared_,
            [this, id](int fd) { add(events_.get(), fd, id, EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET); },
            [this, id] {
                come_back_to(id);
                ask_for_more();
            });
        connections_.emplace(id, std::move(connection));
        step(id);
    }
}

void Gate::step(std::uint64_t id) {
    const auto found = connections_.find(id);
    if (found == connections_.end()) return;
    switch (found->second->step()) {
        case Connection::Progress::waits: return;
        case Connection::Progress::has_more: return come_back_to(id);
        case Connection::Progress::over: break;
    }
    note(found->second->record());
    connections_.erase(found);
}

void Gate::come_back_to(std::uint64_t id) {
    if (listed_.insert(id).second) unfinished_.push_back(id);
}

void Gate::note(ConnectionRecord record) {
    log_.add(std::move(record));
}

void Gate::end_late_ones() {
    std::uint64_t ticks = 0;
    (void)!::read(clock_.get(), &ticks, sizeof ticks);
    no_room_ = false;
    const auto now = std::chrono::steady_clock::now();
    std::vector<std::uint64_t> late;
    for (const auto& [id, connection] : connections_) {
        if (connection->deadline() <= now) late.push_back(id);
    }
    for (const std::uint64_t id : late) {
        connections_.at(id)->give_up();
        step(id);
    }
}

// Makes `fd` readable if a connection has more to do, so that `serve` is called again after the other descriptors of
// the run.
void Gate::ask_for_more() {
    const std::uint64_t one = 1;
    if (!unfinished_.empty()) (void)!::write(more_.get(), &one, sizeof one);
}

void Gate::watch_entrances() {
    const bool full = connections_.size() >= most_connections_ || no_room_;
    if (std::exchange(full_, full) == full) return;
    for (const auto& [id, entrance] : entrances_) {
        epoll_event event{.events = full ? 0U : EPOLLIN, .data = {.u64 = id}};
        (void)::epoll_ctl(events_.get(), EPOLL_CTL_MOD, entrance.listener.get(), &event);
    }
}

ConnectionLog Gate::log() const {
    ConnectionLog out = log_;
    for (const auto& [id, connection] : connections_) out.add(connection->record());
    return out;
}

}  // namespace postern::network
