// Signals, past the C library: it keeps two of them for itself and would leave them as they are.
#pragma once

namespace postern::init {

// Blocks every signal, and undoes an inherited "ignore" for SIGCHLD. 0 or an errno.
[[nodiscard]] int block_all_signals();

// Every signal does what it does by default, but for a SIGHUP that was ignored, and none is blocked. 0 or an errno.
[[nodiscard]] int reset_signals();

// A descriptor from which the given blocked signals are read, or -1 and errno. Not blocking, gone at exec.
[[nodiscard]] int open_signals(unsigned long set);

constexpr unsigned long signal_bit(int signal) {
    return 1UL << (signal - 1);
}

}  // namespace postern::init
