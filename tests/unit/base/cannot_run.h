// For a test that needs something this machine does not have: skipped, or failed where every test must run.
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

// Leaves the test, or its SetUp. A macro, because both of gtest's own return from where they stand.
#define CANNOT_RUN(why)                                                        \
    do {                                                                       \
        if (postern::test::must_run()) FAIL() << "cannot run here: " << (why); \
        GTEST_SKIP() << (why);                                                 \
    } while (false)
