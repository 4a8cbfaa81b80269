// A broken promise ends the fuzz target, with a sentence that says which.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace postern {

inline void promise(bool holds, std::string_view what) {
    if (holds) return;
    std::fprintf(stderr, "broken promise: %.*s\n", static_cast<int>(what.size()), what.data());
    std::abort();
}

}  // namespace postern
