#include "approval/tty.h"

#include "base/unique_fd.h"

#include <cerrno>
#include <string>

#include <fcntl.h>
#include <termios.h>
#include <unistd.h>

namespace postern::approval {
namespace {

bool write_all(int fd, std::string_view text) {
    while (!text.empty()) {
        const ssize_t wrote = ::write(fd, text.data(), text.size());
        if (wrote < 0 && errno == EINTR) continue;
        if (wrote < 0) return false;
        text.remove_prefix(static_cast<std::size_t>(wrote));
    }
    return true;
}

}  // namespace

Reply ask_on_terminal(std::string_view question) {
    const UniqueFd tty(::open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY));
    if (!tty || ::tcgetpgrp(tty.get()) != ::getpgrp()) return Reply::nobody;
    // What was typed before the question was seen is no answer to it.
    (void)::tcflush(tty.get(), TCIFLUSH);
    if (!write_all(tty.get(), question) || !write_all(tty.get(), "postern: run it? [y/N] ")) return Reply::nobody;
    std::string line;
    while (line.size() < 64) {
        char c = 0;
        const ssize_t got = ::read(tty.get(), &c, 1);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0 || c == '\n') break;
        line += c;
    }
    return line == "y" || line == "Y" || line == "yes" ? Reply::allowed : Reply::refused;
}

}  // namespace postern::approval
