// Makes signals readable from a descriptor. While this object exists, signals sent to us wait there.
#pragma once

#include "base/result.h"
#include "base/unique_fd.h"

#include <csignal>
#include <cstdint>
#include <optional>

namespace postern::run {

struct Received {
    int number = 0;
    // Sent by the kernel to our whole process group, and so to the command if it is in that group.
    bool from_terminal = false;
};

// Returns whether such a signal was sent to us and is held back. Nobody has to read it for that.
[[nodiscard]] bool is_waiting(int signal);

class SignalInbox {
public:
    // A signal that was ignored at our start (nohup, a background job without job control) stays ignored.
    [[nodiscard]] static Result<SignalInbox> open();

    SignalInbox(SignalInbox&& other) noexcept;
    SignalInbox& operator=(SignalInbox&&) = delete;
    ~SignalInbox();  // drops waiting signals and restores mask and dispositions

    [[nodiscard]] int fd() const noexcept { return fd_.get(); }
    [[nodiscard]] std::optional<Received> next();

private:
    explicit SignalInbox(const sigset_t& mask_before) noexcept : mask_before_(mask_before) {}

    bool active_ = true;
    UniqueFd fd_;
    sigset_t mask_before_{};
    struct sigaction child_before_ {};
};

}  // namespace postern::run
