// Pipes through which bytes go from one socket to another without coming out of the kernel.
#pragma once

#include "base/unique_fd.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace postern::network {

struct Pipe {
    static constexpr std::size_t kSize = std::size_t{512} << 10U;  // larger ones are no faster
    UniqueFd out, in;
    std::size_t held = 0;  // bytes that went in and have not come out
};

// A pipe is needed only while there are bytes in it, so a few serve everybody. They are made when first wanted.
class Pipes {
public:
    static constexpr std::size_t kMost = 16;  // an eighth of what the kernel lets one user have

    // Nothing: none is free, and no more can be had now.
    [[nodiscard]] std::optional<Pipe> take();
    void give_back(Pipe pipe);  // closed if something is left in it

private:
    std::vector<Pipe> free_{};
    std::size_t taken_ = 0;
};

}  // namespace postern::network
