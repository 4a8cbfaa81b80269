#include "run/left_processes.h"

#include <gtest/gtest.h>

namespace postern::run {
namespace {

TEST(LeftProcesses, AreReadFromTheKernelsText) {
    struct Case {
        const char* text;
        std::optional<LeftProcess> expected;
        const char* why;
    };
    const Case cases[] = {
        {"Name:\tsleep\nUmask:\t0022\nState:\tS (sleeping)\nNSpid:\t812\t7\n", LeftProcess{7, "sleep"}, "innermost"},
        {"Name:\ta b\\n\nState:\tT (stopped)\nNSpid:\t812\n", LeftProcess{812, "a b\\n"}, "one namespace; escaped"},
        {"Name:\tsleep\nState:\tZ (zombie)\nNSpid:\t812\t7\n", std::nullopt, "has ended"},
        {"Name:\tsleep\nState:\tX (dead)\nNSpid:\t812\t7\n", std::nullopt, "has ended"},
        {"Name:\tsleep\nState:\tS (sleeping)\n", std::nullopt, "no number"},
        {"", std::nullopt, "gone"},
    };
    for (const Case& c : cases) EXPECT_EQ(parse_status(c.text), c.expected) << c.why;
}

}  // namespace
}  // namespace postern::run
