// Says in words what a call does, as far as the book tells: "reads .env, writes o.tar, runs zstd".
#pragma once

#include "programs/reading.h"

#include <string>

namespace postern::programs {

// Returns an empty text if there is nothing to say. Values known only at run time are shown as `…`.
[[nodiscard]] std::string describe(const Reading& reading, std::span<const Word> words);

}  // namespace postern::programs
