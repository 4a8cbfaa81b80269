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

constexpr std::uint64_t kTimer = 0, kWakeUp = 1;
constexpr std::size_t kMostConnections = 1000;
constexpr rlim_t kDescriptors = 4096;  // two or three for each connection
constexpr std::size_t kReserve = 128;  // for the rest of the program
constexpr std::size_t kRunnableAtOnce = 32;
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
      timer_(::timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK)),
      wake_up_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      shared_{.rules = std::move(rules)} {
    // Reserve descriptors for the guards, however many clients come: without any, the guards would have to refuse
    // everything.
    const std::size_t all = allow_many_descriptors(), room = all - std::min(all / 2, kReserve);
    max_entrances_ = room / 4;
    max_connections_ = std::clamp<std::size_t>((room - max_entrances_) / 3, 1, kMostConnections);
    (void)::timerfd_settime(timer_.get(), 0, &kEverySecond, nullptr);
    add(events_.get(), timer_.get(), kTimer, EPOLLIN);
    add(events_.get(), wake_up_.get(), kWakeUp, EPOLLIN);
}

Gate::~Gate() = default;

void Gate::open(Entrance entrance) {
    const std::uint64_t id = ++last_id_;
    (void)::fcntl(entrance.listener.get(), F_SETFL, O_NONBLOCK);
    make_clients_fast(entrance.listener.get());
    add(events_.get(), entrance.listener.get(), id, accept_paused_ ? 0U : EPOLLIN);
    entrances_.emplace(id, std::move(entrance));
}

void Gate::serve() {
    std::array<epoll_event, 64> ready;  // filled by epoll_wait
    const int count = ::epoll_wait(events_.get(), ready.data(), ready.size(), 0);
    for (std::size_t i = std::min(runnable_.size(), kRunnableAtOnce); i > 0; --i) {
        const std::uint64_t id = runnable_.front();
        runnable_.pop_front();
        runnable_ids_.erase(id);
        step(id);
    }
    for (int i = 0; i < count; ++i) {
        const std::uint64_t id = ready[static_cast<std::size_t>(i)].data.u64;
        if (id == kTimer) {
            end_overdue();
        } else if (id == kWakeUp) {
            std::uint64_t ignored = 0;
            (void)!::read(wake_up_.get(), &ignored, sizeof ignored);
        } else if (const auto entrance = entrances_.find(id); entrance != entrances_.end()) {
            accept_all(entrance->second);
        } else {
            step(id);
        }
    }
    wake_if_runnable();
    watch_entrances();
}

void Gate::accept_all(const Entrance& entrance) {
    // When the gate is full, clients wait in the kernel's queue.
    for (int i = 0; i < kAcceptedAtOnce && connections_.size() < max_connections_; ++i) {
        UniqueFd client(::accept4(entrance.listener.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
        if (!client) {
            // Without descriptors or memory accept would fail again at once, so wait for the next tick of the clock.
            if (errno != EAGAIN && errno != ECONNABORTED && errno != EINTR) accept_failed_ = true;
            return;
        }
        const std::uint64_t id = ++last_id_;
        auto target = entrance.target ? entrance.target(client.get()) : std::nullopt;
        if (entrance.target && !target) continue;
        auto connection = std::make_unique<Connection>(
            std::move(client), std::move(target), shared_,
            [this, id](int fd) { add(events_.get(), fd, id, EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET); },
            [this, id] {
                make_runnable(id);
                wake_if_runnable();
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
        case Connection::Progress::has_more: return make_runnable(id);
        case Connection::Progress::over: break;
    }
    add_to_log(found->second->record());
    connections_.erase(found);
}

void Gate::make_runnable(std::uint64_t id) {
    if (runnable_ids_.insert(id).second) runnable_.push_back(id);
}

void Gate::add_to_log(ConnectionRecord record) {
    log_.add(std::move(record));
}

void Gate::end_overdue() {
    std::uint64_t ticks = 0;
    (void)!::read(timer_.get(), &ticks, sizeof ticks);
    accept_failed_ = false;
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
void Gate::wake_if_runnable() {
    const std::uint64_t one = 1;
    if (!runnable_.empty()) (void)!::write(wake_up_.get(), &one, sizeof one);
}

void Gate::watch_entrances() {
    const bool full = connections_.size() >= max_connections_ || accept_failed_;
    if (std::exchange(accept_paused_, full) == full) return;
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
