// Skips a test that needs something this machine lacks, or fails it if POSTERN_TESTS_MUST_RUN=1.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <string_view>

namespace postern::test {

inline bool must_run() {
    const char* value = std::getenv("POSTERN_TESTS_MUST_RUN");
    return value != nullptr && std::string_view(value) == "1";
}

}  // namespace postern::test

// Returns from the test or its SetUp. It is a macro, because gtest's macros return from the enclosing function.
#define CANNOT_RUN(why)                                                        \
    do {                                                                       \
        if (postern::test::must_run()) FAIL() << "cannot run here: " << (why); \
        GTEST_SKIP() << (why);                                                 \
    } while (false)
