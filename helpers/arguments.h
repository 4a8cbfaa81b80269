// What postern-init was told to do. Everything points into argv: nothing is copied, nothing is allocated.
#pragma once

#include "seccomp_program.h"

#include <cstddef>
#include <cstdint>

#include <sys/resource.h>

namespace postern::init {

struct Limit {
    int resource;
    rlim_t value;
};

struct Arguments {
    static constexpr std::size_t kMost = 16;

    int control = -1;
    int exec = -1;
    const Program* filters[kMost] = {};  // `base` is always the first
    std::size_t filter_count = 0;
    Limit limits[kMost] = {};
    std::size_t limit_count = 0;
    const char* directory = nullptr;
    bool gate = false;
    bool foreground = false;
    bool abstract_sockets = false;
    char** options = nullptr;  // from here up to `command`: walked again for --write, of which there may be many
    char** options_end = nullptr;
    char** command = nullptr;  // ends with a null pointer, as argv does
};

// 0, or an errno. --control is taken in even if something after it is wrong, so that the fault can be reported.
[[nodiscard]] int parse(int argc, char** argv, Arguments& into);

// The next --write path. Start with `at` = arguments.options; null when there are no more.
[[nodiscard]] const char* next_writable(const Arguments& arguments, char**& at);

}  // namespace postern::init
