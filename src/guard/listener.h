// The calls that a seccomp filter hands over. Each is answered by whoever has taken its number.
#pragma once

#include "base/unique_fd.h"
#include "guard/idle_time.h"

#include <array>
#include <cstdint>
#include <functional>
#include <map>

namespace postern::guard {

struct Call {
    std::uint64_t id = 0;
    std::uint32_t pid = 0;  // as we see it; a thread's own number
    int number = 0;
    std::array<std::uint64_t, 6> arguments{};
};

struct CallReply {
    enum class Kind : std::uint8_t {
        done,   // the call was made for the caller: `error` is its errno, 0 for success
        go_on,  // the kernel makes the call, with what is in the caller's memory then
        start,  // so it does, and the caller becomes another program
        later,  // the caller waits until `reply` is called
    };
    Kind kind = Kind::done;
    int error = 0;
};

class Listener {
public:
    // `fd`: what postern-init handed out.
    explicit Listener(UniqueFd fd);

    using Handler = std::function<CallReply(const Call&)>;
    void answer(int number, Handler handler) { handlers_.insert_or_assign(number, std::move(handler)); }

    [[nodiscard]] int fd() const noexcept { return fd_.get(); }
    // Answers one call; one that nobody has taken is refused. False: nobody is left who could ask.
    [[nodiscard]] bool serve();
    // To a call whose answer was put off. The caller may be gone: then nothing happens.
    void reply(const Call& call, const CallReply& reply);
    // Is the caller still there, and waiting? Otherwise what was read of it may be another's.
    [[nodiscard]] bool waits(const Call& call) const;

private:
    UniqueFd fd_;
    BusyProcessors processors_;
    std::map<int, Handler> handlers_;
};

}  // namespace postern::guard
