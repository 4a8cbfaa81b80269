// Whether the processes of a sandbox have come to a stop.
#pragma once

#include <sys/types.h>

namespace postern::run {

// False while a thread below `launcher` and its children still runs, or sleeps where a signal would wake it: it was
// told to stop and has not yet. The launcher is bwrap, its child postern-init; neither stops.
[[nodiscard]] bool has_stopped_below(pid_t launcher);

}  // namespace postern::run
