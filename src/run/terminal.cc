#include "run/terminal.h"

#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <unistd.h>

namespace postern::run {

Terminal::Terminal() : fd_(::open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)) {}

bool Terminal::is_ours() const {
    return fd_ && ::tcgetpgrp(fd_.get()) == ::getpgrp();
}

bool Terminal::is_abandoned() const {
    if (!fd_) return false;
    const pid_t group = ::tcgetpgrp(fd_.get());
    return group > 1 && ::kill(-group, 0) != 0 && errno == ESRCH;
}

pid_t Terminal::owner() const {
    return fd_ ? ::tcgetpgrp(fd_.get()) : 0;
}

void Terminal::give_to(pid_t group) const {
    if (fd_) (void)::tcsetpgrp(fd_.get(), group);  // fails if the terminal has hung up, which needs no action
}

void Terminal::take_back() const {
    give_to(::getpgrp());
}

void Terminal::save_modes() {
    termios now{};
    if (is_ours() && ::tcgetattr(fd_.get(), &now) == 0) modes_ = now;
}

void Terminal::restore_modes() const {
    if (modes_ && is_ours()) (void)::tcsetattr(fd_.get(), TCSADRAIN, &*modes_);
}

}  // namespace postern::run
