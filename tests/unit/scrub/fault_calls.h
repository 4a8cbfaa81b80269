// System calls that fail, or kill the process, on demand. The functions of the C library that the scrub calls are
// defined by this test program itself, so that the code under test is the real one, and counts and fails here.
#pragma once

#include <cstdint>

namespace postern::scrub::test {

struct Fault {
    enum class Kind : std::uint8_t { error, kill_before, kill_after };
    Kind kind = Kind::error;
    int error = 0;     // errno, for Kind::error
    long at = 0;       // number of the call, from 1
    int persists = 1;  // how many calls in a row fail
};

// Counts from now on.
void arm(const Fault& fault);
// Counts no longer. Returns the number of calls that were counted.
long disarm_faults();

}  // namespace postern::scrub::test
