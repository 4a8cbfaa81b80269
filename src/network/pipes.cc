#include "network/pipes.h"

#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace postern::network {

std::optional<Pipe> Pipes::take() {
    if (taken_ == kMost) return std::nullopt;
    if (free_.empty()) {
        int ends[2];
        if (::pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) return std::nullopt;
        (void)::fcntl(ends[1], F_SETPIPE_SZ, static_cast<int>(Pipe::kSize));  // a smaller pipe is slower, but works
        free_.push_back({.out = UniqueFd(ends[0]), .in = UniqueFd(ends[1])});
    }
    Pipe pipe = std::move(free_.back());
    free_.pop_back();
    ++taken_;
    return pipe;
}

void Pipes::give_back(Pipe pipe) {
    --taken_;
    if (pipe.held == 0) free_.push_back(std::move(pipe));
}

}  // namespace postern::network
