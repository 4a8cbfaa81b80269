// Sets SIGCHLD to its default for the lifetime of an object. The parent process may have left the signal ignored, and
// then the exit status of a child is lost.
#pragma once

#include <csignal>

namespace postern::host {

class DefaultChildSignal {
public:
    DefaultChildSignal() noexcept {
        struct sigaction plain {};
        plain.sa_handler = SIG_DFL;
        changed_ = ::sigaction(SIGCHLD, &plain, &before_) == 0;
    }
    ~DefaultChildSignal() {
        if (changed_) (void)::sigaction(SIGCHLD, &before_, nullptr);
    }
    DefaultChildSignal(const DefaultChildSignal&) = delete;
    DefaultChildSignal& operator=(const DefaultChildSignal&) = delete;

private:
    struct sigaction before_ {};
    bool changed_ = false;
};

}  // namespace postern::host
