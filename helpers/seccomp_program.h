// A filter as the kernel takes it. The instructions are made when Postern is built: see seccomp_filters.h.
#pragma once

#include <linux/filter.h>

namespace postern::init {

struct Program {
    const char* name;
    const sock_filter* code;
    unsigned short length;
    bool
        listener;  // some calls are answered by the supervisor, through a descriptor that the kernel gives for this filter
};

}  // namespace postern::init
