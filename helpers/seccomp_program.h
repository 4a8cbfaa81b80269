// A compiled filter. The instructions are made when Postern is built: see seccomp_filters.h.
#pragma once

#include <linux/filter.h>

namespace postern::init {

struct Program {
    const char* name;
    const sock_filter* code;
    unsigned short length;
    bool listener;  // Postern answers some calls, through a descriptor from the kernel
};

}  // namespace postern::init
