// Handles signals by system calls. The C library reserves two signals for itself and would not reset them.
#pragma once

#include <csignal>

namespace postern::init {

// Told by the kernel to pid 1. No other process sends it, and the command gets none of it.
inline constexpr int kParentDied = SIGPWR;

// Blocks every signal, and undoes an inherited "ignore" for SIGCHLD. Returns 0 or an errno.
[[nodiscard]] int block_all_signals();

// Sets every signal to its default, except a SIGHUP that was ignored, and unblocks all. Returns 0 or an errno.
[[nodiscard]] int reset_signals();

// Returns a descriptor for reading the given blocked signals, or -1 and errno. It is non-blocking and closed at exec.
[[nodiscard]] int open_signals(unsigned long set);

constexpr unsigned long signal_bit(int signal) {
    return 1UL << (signal - 1);
}

}  // namespace postern::init
