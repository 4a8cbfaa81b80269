#include "guard/listener.h"

#include <algorithm>
#include <cerrno>
#include <optional>
#include <utility>

#include <poll.h>
#include <sched.h>
#include <sys/ioctl.h>

#include <linux/seccomp.h>

namespace postern::guard {
namespace {

// Linux 6.6 can wake the receiver on the sender's processor. The numbers are part of the kernel's interface.
constexpr unsigned long kSetFlags = SECCOMP_IOW(4, std::uint64_t);
constexpr std::uint64_t kWakeHere = 1;
constexpr std::uint64_t kWakeAnywhere = 0;

// Returns whether the last process that could make a call has ended.
bool is_deserted(int fd) {
    pollfd now{.fd = fd, .events = POLLIN, .revents = 0};
    return ::poll(&now, 1, 0) == 1 && (now.revents & POLLHUP) != 0;
}

void wake(int fd, std::uint64_t where) {
    (void)::ioctl(fd, kSetFlags, where);  // older kernels refuse the flag, and are slower
}

void send(int fd, seccomp_notif_resp& answer) {
    (void)::ioctl(fd, SECCOMP_IOCTL_NOTIF_SEND, &answer);  // fails only if the caller is gone
}

// Keeps the woken process from preempting us while this object exists. Otherwise the kernel sees two runnable tasks on
// one processor and moves the process to another one as it starts its program, which takes far longer than our work.
class Patience {
public:
    explicit Patience(pid_t pid) : pid_(::sched_getscheduler(pid) == SCHED_OTHER ? pid : 0) { set(SCHED_BATCH); }
    // The process runs already and may have chosen a policy itself, which then stays; only a choice of SCHED_BATCH
    // cannot be told from ours.
    ~Patience() {
        if (pid_ != 0 && ::sched_getscheduler(pid_) == SCHED_BATCH) set(SCHED_OTHER);
    }
    Patience(const Patience&) = delete;
    Patience& operator=(const Patience&) = delete;

private:
    void set(int scheduling) const {
        const sched_param none{};
        if (pid_ != 0) (void)::sched_setscheduler(pid_, scheduling, &none);  // niceness is unchanged
    }
    pid_t pid_;  // 0 if the process has a scheduling policy of its own, or is gone
};

}  // namespace

Listener::Listener(UniqueFd fd) : fd_(std::move(fd)) {
    wake(fd_.get(), kWakeHere);
}

bool Listener::serve() {
    seccomp_notif request{};
    if (::ioctl(fd_.get(), SECCOMP_IOCTL_NOTIF_RECV, &request) != 0) {
        if (errno == ENOENT) return !is_deserted(fd_.get());  // the caller died while waiting
        return errno == EINTR || errno == EAGAIN;
    }
    Call call{.id = request.id, .pid = request.pid, .number = request.data.nr};
    std::copy_n(request.data.args, call.arguments.size(), call.arguments.begin());
    const auto handlers = handlers_.find(call.number);
    CallReply answer{.error = ENOSYS};
    if (handlers != handlers_.end()) {
        for (const Handler& handler : handlers->second) {
            answer = handler(call);
            if (answer.kind != CallReply::Kind::go_on) break;
        }
    }
    if (answer.kind != CallReply::Kind::later) reply(call, answer);
    return true;
}

void Listener::reply(const Call& call, const CallReply& reply) {
    seccomp_notif_resp answer{};
    answer.id = call.id;
    if (reply.kind == CallReply::Kind::go_on || reply.kind == CallReply::Kind::start) {
        answer.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
    } else {
        answer.error = -reply.error;
    }
    if (processors_.all()) {
        // Another task may wait for this processor while the caller's own has become idle, so let the kernel choose.
        wake(fd_.get(), kWakeAnywhere);
        send(fd_.get(), answer);
        wake(fd_.get(), kWakeHere);  // for our own wake-up: the next caller leaves its processor free
    } else {
        std::optional<Patience> patience;
        if (reply.kind == CallReply::Kind::start) patience.emplace(static_cast<pid_t>(call.pid));
        send(fd_.get(), answer);
    }
}

bool Listener::waits(const Call& call) const {
    std::uint64_t id = call.id;
    return ::ioctl(fd_.get(), SECCOMP_IOCTL_NOTIF_ID_VALID, &id) == 0;
}

}  // namespace postern::guard
