// Parses the arguments of postern-init. The results point into argv: nothing is copied or allocated.
#pragma once

#include <cstddef>
#include <cstdint>

#include <sys/resource.h>

#include <linux/filter.h>

namespace postern::init {

// A compiled filter. The instructions are made when Postern is built: see seccomp_filters.h.
struct Program {
    const char* name;
    const sock_filter* code;
    unsigned short length;
    bool listener;  // Postern answers some calls, through a descriptor from the kernel
};

struct Limit {
    int resource;
    rlim_t value;
};

struct Arguments {
    static constexpr std::size_t kMost = 16;

    int control = -1;
    int exec = -1;
    int journal = -1;
    const Program* filters[kMost] = {};  // `base` is always the first
    std::size_t filter_count = 0;
    Limit limits[kMost] = {};
    std::size_t limit_count = 0;
    const char* directory = nullptr;
    bool gate = false;
    bool names = false;
    bool foreground = false;
    bool abstract_sockets = false;
    bool without_namespaces = false;
    char** options = nullptr;  // the first one; next_path walks them again, as some may occur many times
    char** options_end = nullptr;
    char** command = nullptr;  // ends with a null pointer, as argv does
};

// Returns 0 or an errno. Sets `control` even if another argument is wrong, so that the error can be reported.
[[nodiscard]] int parse(int argc, char** argv, Arguments& into);

// Returns the path of the next `option`, --write or --read, or null if there are no more. `at` is arguments.options for
// the first call.
[[nodiscard]] const char* next_path(const Arguments& arguments, const char* option, char**& at);

}  // namespace postern::init
