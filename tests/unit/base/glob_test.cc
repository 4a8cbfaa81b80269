#include "base/glob.h"

#include <gtest/gtest.h>

namespace postern {
namespace {

TEST(Glob, StarsStandForAnyCharacters) {
    struct Case {
        const char* pattern;
        const char* text;
        bool matches;
    };
    const Case cases[] = {
        {"", "", true},
        {"", "a", false},
        {"*", "", true},
        {"*", "abc", true},
        {"a*", "abc", true},
        {"*c", "abc", true},
        {"a*c", "ac", true},
        {"a*c", "abcd", false},
        {"a*b*c", "aXbYc", true},
        {"a*b*c", "aXcYb", false},
        {"**", "x", true},
        {"abc", "abc", true},
        {"abc", "abd", false},
        {"*ab", "aab", true},
        {"*.x.*", "a.x.b.x.c", true},
    };
    for (const Case& c : cases) EXPECT_EQ(glob_match(c.pattern, c.text), c.matches) << c.pattern << " " << c.text;
}

}  // namespace
}  // namespace postern
