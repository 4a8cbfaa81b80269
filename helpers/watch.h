// Pid 1 after the fork: reaps, reports, obeys, and takes everything down at the end.
#pragma once

#include <sys/types.h>

namespace postern::init {

struct Watched {
    int control;             // the supervisor
    int child;               // our end of the pair shared with the child until it execs
    pid_t pid;               // of the main child; also its process group
    bool frozen = false;     // by order: stops are not the command's own
    bool told_stop = false;  // the supervisor knows that the main child is stopped
};

// All signals must be blocked. The exit status for this process; everything inside is gone when it is given.
[[nodiscard]] int watch(Watched watched);

}  // namespace postern::init
