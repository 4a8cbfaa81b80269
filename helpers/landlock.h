// The second wall: even if a mount were wrong, nothing is written outside the writable roots.
#pragma once

#include "arguments.h"

namespace postern::init {

// Restricts this process and what it will start. 0 also where the kernel has no usable Landlock; otherwise an errno.
//
// - Writing, creating, removing and moving are left only below each --write path; below a path that is a file, only
//   writing that file. Paths must exist and must not be symbolic links.
// - Device nodes below /dev may be written to (/dev/null, terminals), but nothing created there.
// - Reading and executing are not Landlock's business here.
// - From ABI 6: no signal to a process outside, and (without --abstract-sockets) no abstract socket outside.
// - A side effect the kernel insists on: no mounting, not even in namespaces of the command's own.
[[nodiscard]] int restrict_writing(const Arguments& arguments);

}  // namespace postern::init
