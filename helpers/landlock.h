// Landlock, a second protection of files: even if a mount is wrong, nothing is written outside the writable roots.
#pragma once

#include "arguments.h"

namespace postern::init {

// Restricts this process and its future children. Returns 0 or an errno; 0 also if the kernel has no usable Landlock.
//
// - Writing, creating, removing and moving are allowed only below each --write path. If that path is a file, only
// - Device nodes below /dev may be written (/dev/null, terminals), but nothing may be created there.
// - Reading and executing are not restricted.
// - From ABI 6: no signal to a process outside, and (without --abstract-sockets) no abstract socket outside.
// - A side effect of Landlock: no mounting, not even in namespaces that the command makes.
[[nodiscard]] int restrict_writing(const Arguments& arguments);

}  // namespace postern::init
