#include "approval/small_loop.h"

#include <cerrno>
#include <utility>

#include <poll.h>

namespace postern::approval {

void SmallLoop::serve(Watched service) {
    services_.push_back(std::move(service));
}

void SmallLoop::leave(int fd) {
    for (Watched& service : services_) {
        if (service.fd == fd) service.fd = -1;
    }
}

bool SmallLoop::serve_next() {
    std::erase_if(services_, [](const Watched& service) { return service.fd < 0; });
    if (services_.empty()) return false;
    std::vector<pollfd> polled;
    for (const Watched& service : services_) polled.push_back({.fd = service.fd, .events = POLLIN, .revents = 0});
    if (::poll(polled.data(), polled.size(), -1) < 0) return errno == EINTR;
    for (std::size_t i = 0; i < polled.size(); ++i) {
        if (polled[i].revents == 0 || services_[i].fd != polled[i].fd) continue;
        const auto ready = services_[i].ready;  // a copy: serving one may add another
        if (!ready()) services_[i].fd = -1;
    }
    return true;
}

}  // namespace postern::approval
