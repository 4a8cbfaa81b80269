// Whoever started us may have left SIGCHLD ignored; then children leave no status behind. Sets it to its default for as
// long as this lives.
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
