// Tells whether the processes of a sandbox have come to a stop.
#pragma once

#include <map>
#include <optional>
#include <string>

#include <sys/types.h>

namespace postern::run {

// Each stopped thread, with how often it had run. Two that are equal mean that none has run in between.
using Standstill = std::map<pid_t, std::string>;

// Returns nullopt while a thread below `launcher` and its children runs, or sleeps where a signal would wake it, because
// such a thread was told to stop and has not yet. The launcher is bwrap, its child postern-init; neither stops.
[[nodiscard]] std::optional<Standstill> standstill_below(pid_t launcher);

}  // namespace postern::run
