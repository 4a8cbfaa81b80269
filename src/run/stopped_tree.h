// Tells whether the processes of a sandbox have come to a stop.
#pragma once

#include <sys/types.h>

namespace postern::run {

// Returns false while a thread below `launcher` and its children runs, or sleeps where a signal would wake it, because
// such a thread was told to stop and has not yet. The launcher is bwrap, its child postern-init; neither stops.
[[nodiscard]] bool has_stopped_below(pid_t launcher);

}  // namespace postern::run
