// Keeps this process, and whatever it becomes by exec, from starting others. For programs that look at files which a
// command can write, and that would start what these files name.
#pragma once

namespace postern::host {

// Makes system calls only, so that it can be called between fork and exec. Threads can still be made. Returns false, with
// errno set, if the kernel does not take the filter.
[[nodiscard]] bool forbid_processes() noexcept;

}  // namespace postern::host
