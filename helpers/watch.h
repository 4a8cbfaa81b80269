// The loop of pid 1 after the fork: reaps children, reports, follows orders, and kills every process at the end.
#pragma once

#include <csignal>

#include <sys/types.h>

namespace postern::init {

struct Watched {
    int control;                 // socket to Postern
    int child;                   // our end of the socket pair to the child, which closes its end at exec
    pid_t pid;                   // the main child; also its process group
    int journal;                 // file that gets a mark when every process inside is gone, or -1
    bool has_all;                // kill(-1) reaches every process inside and no other
    bool frozen = false;         // by order of Postern, so that stops are not the command's own
    bool stop_reported = false;  // Postern knows that the main child is stopped
    bool ended = false;          // the main child has ended, and others have not
    siginfo_t end{};             // how it ended
    long linger_until = 0;       // milliseconds; then Postern is told of the others. 0: it has been
    bool end_ordered = false;    // Postern knows of them
};

// Returns the exit status for this process, after every process inside has ended. All signals must be blocked.
[[nodiscard]] int watch(Watched watched);

}  // namespace postern::init
