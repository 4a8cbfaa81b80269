// Steps of postern-init, one file each. Each step checks its result and returns 0 or an errno.
#pragma once

#include "arguments.h"

namespace postern::init {

// privileges.cc: gives up privileges that the command must not have.

// Prevents unprivileged processes from tracing this process and from opening its descriptors through /proc. Children
// inherit it.
[[nodiscard]] int hide_from_others();

// Takes the name by which a Postern inside recognises the one outside.
[[nodiscard]] int take_name();
[[nodiscard]] int show_to_supervisor();

[[nodiscard]] int die_with_parent();
// Has the kernel send kParentDied instead, which must be blocked. pid 1 can then end the others and say when they were
// gone.
[[nodiscard]] int outlive_parent();
[[nodiscard]] int drop_capabilities();
[[nodiscard]] int forbid_new_privileges();

// landlock.cc: a second protection of files. Even if a mount is wrong, nothing is written outside the writable roots.

// Restricts this process and its future children. Returns 0 also if the kernel has no usable Landlock, unless it is
// needed because there are no namespaces.
//
// - Writing, creating, removing and moving are allowed only below each --write path. If that path is a file, only
// - Device nodes below /dev may be written (/dev/null, terminals), but nothing may be created there.
// - Reading and executing are not restricted. With --without-namespaces reading is allowed only below each --write and
//   --read path, of /dev only a few devices can be used, and no TCP port can be bound or connected to.
// - From ABI 6: no signal to a process outside, and (without --abstract-sockets) no abstract socket outside.
// - A side effect of Landlock: no mounting, not even in namespaces that the command makes.
[[nodiscard]] int restrict_files(const Arguments& arguments);

// Keeps the command's processes together without a pid namespace: orphans among them become children of this process, and
// this process can signal them and no others. After it, kill(-1) means what it means for pid 1 of a namespace.
[[nodiscard]] int gather_processes();

// install_filters.cc: the kernel asks all seccomp filters, and the strictest answer wins.

// Sets `listener` if one of the filters has a listener.
[[nodiscard]] int install_filters(const Arguments& arguments, int& listener);

// command.cc: the child becomes the command.

// Marks every descriptor from 3 up to be closed at exec. They stay open until then, because reports need one.
[[nodiscard]] int close_descriptors_at_exec();

[[nodiscard]] int set_limits(const Arguments& arguments);

// Executes the command like execvp, with two differences: it returns the errno, and it does not hand a file that is not
// a program to a shell, but returns ENOEXEC. ENOENT: found nowhere in PATH; EACCES: found, but nowhere executable.
[[nodiscard]] int execute(char** command);

}  // namespace postern::init
