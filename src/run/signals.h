// Signals as something to read. While one of these lives, what others send to us waits in a descriptor.
#pragma once

#include "base/result.h"
#include "base/unique_fd.h"

#include <csignal>
#include <cstdint>
#include <optional>

namespace postern::run {

struct Received {
    int number = 0;
    bool from_terminal = false;  // the kernel sent it to our whole process group, the command's too if it is in it
};

class SignalInbox {
public:
    // A signal that was ignored when we came (nohup, a background job without job control) stays ignored.
    [[nodiscard]] static Result<SignalInbox> open();

    SignalInbox(SignalInbox&& other) noexcept;
    SignalInbox& operator=(SignalInbox&&) = delete;
    ~SignalInbox();  // what still waits is dropped; mask and dispositions are again what they were

    [[nodiscard]] int fd() const noexcept { return fd_.get(); }
    [[nodiscard]] std::optional<Received> next();

private:
    explicit SignalInbox(const sigset_t& mask_before) noexcept : mask_before_(mask_before) {}

    bool holding_ = true;
    UniqueFd fd_;
    sigset_t mask_before_{};
    struct sigaction child_before_ {};
};

}  // namespace postern::run
