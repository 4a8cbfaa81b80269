// Pipes that move bytes from one socket to another inside the kernel (splice).
#pragma once

#include "base/unique_fd.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace postern::network {

struct Pipe {
    static constexpr std::size_t kSize = std::size_t{512} << 10U;  // larger ones are no faster
    UniqueFd out, in;
    std::size_t held = 0;  // bytes in the pipe
};

// Lends pipes to all connections. A connection needs one only while bytes are in it, so a few are enough; they are made
// on first use.
class Pipes {
public:
    static constexpr std::size_t kMost = 16;  // together, an eighth of the pipe memory that the kernel gives one user

    // Returns nullopt if all pipes are in use, or no more can be made now.
    [[nodiscard]] std::optional<Pipe> take();
    void give_back(Pipe pipe);  // closes a pipe that is not empty

private:
    std::vector<Pipe> free_{};
    std::size_t taken_ = 0;
};

}  // namespace postern::network
