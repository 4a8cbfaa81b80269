// Receives the system calls that a seccomp filter hands over, and has the handler of each number answer them.
#pragma once

#include "base/unique_fd.h"
#include "guard/idle_time.h"

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <vector>

namespace postern::guard {

struct Call {
    std::uint64_t id = 0;
    std::uint32_t pid = 0;  // thread id as seen by us
    int number = 0;
    std::array<std::uint64_t, 6> arguments{};
};

struct CallReply {
    enum class Kind : std::uint8_t {
        done,   // the guard made the call: `error` is its errno, 0 for success
        go_on,  // the kernel makes the call, with the caller's memory as it is then
        start,  // as go_on, and the caller becomes another program
        later,  // the caller waits until `reply` is called
    };
    Kind kind = Kind::done;
    int error = 0;
};

class Listener {
public:
    // `fd` is the descriptor that postern-init sent.
    explicit Listener(UniqueFd fd);

    // A call with several handlers is shown to them in the order in which they came, until one does not let it go on.
    using Handler = std::function<CallReply(const Call&)>;
    void answer(int number, Handler handler) { handlers_[number].push_back(std::move(handler)); }

    [[nodiscard]] int fd() const noexcept { return fd_.get(); }
    // Answers one call; a call without a handler is refused. Returns false if no process is left that could make one.
    [[nodiscard]] bool serve();
    // Answers a call that was put off. Has no effect if the caller is gone.
    void reply(const Call& call, const CallReply& reply);
    // Returns whether the caller is still waiting. If not, memory that was read of it may belong to another process.
    [[nodiscard]] bool waits(const Call& call) const;

private:
    UniqueFd fd_;
    BusyProcessors processors_;
    std::map<int, std::vector<Handler>> handlers_;
};

}  // namespace postern::guard
