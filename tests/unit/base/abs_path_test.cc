#include "base/abs_path.h"

#include <gtest/gtest.h>

namespace postern {
namespace {

struct ParseCase {
    const char* raw;
    const char* text;  // null: refused
    const char* why;
};

TEST(AbsPath, ParsesOnlyPlainAbsolutePaths) {
    const ParseCase cases[] = {
        {"/", "/", "the root"},
        {"//", "/", "doubled slash"},
        {"/a/b", "/a/b", "plain"},
        {"/a//b/./c/", "/a/b/c", "empty and dot components, trailing slash"},
        {"/a/..b/c", "/a/..b/c", "a name may begin with dots"},
        {"/a/../b", nullptr, "dot-dot is never lexically safe"},
        {"a/b", nullptr, "relative"},
        {"", nullptr, "empty"},
    };
    for (const ParseCase& c : cases) {
        const auto path = AbsPath::parse(c.raw);
        ASSERT_EQ(path.has_value(), c.text != nullptr) << c.raw << ": " << c.why;
        if (path) {
            EXPECT_EQ(path->text(), c.text) << c.why;
        }
    }
    EXPECT_FALSE(AbsPath::parse(std::string_view("/a\0b", 4)));
}

TEST(AbsPath, ResolvesAgainstABase) {
    const AbsPath base = *AbsPath::parse("/w/src");
    const ParseCase cases[] = {
        {"x", "/w/src/x", "relative"},
        {"../.env", "/w/.env", "one up"},
        {"../../../../etc", "/etc", "the root is its own parent"},
        {"/etc//passwd", "/etc/passwd", "absolute"},
        {"", "/w/src", "nothing"},
        {"..", "/w", "parent"},
        {"../..", "/", "up to the root"},
    };
    for (const ParseCase& c : cases) EXPECT_EQ(AbsPath::resolve(base, c.raw)->text(), c.text) << c.why;
    EXPECT_FALSE(AbsPath::resolve(base, std::string_view("\0", 1)));
}

TEST(AbsPath, ContainsByComponentNotByPrefix) {
    const AbsPath al = *AbsPath::parse("/home/al");
    EXPECT_TRUE(al.contains(al));
    EXPECT_TRUE(al.contains(*AbsPath::parse("/home/al/x")));
    EXPECT_FALSE(al.contains(*AbsPath::parse("/home/alice")));
    EXPECT_FALSE(al.contains(*AbsPath::parse("/home")));
    EXPECT_TRUE(AbsPath::root().contains(al));
}

TEST(AbsPath, KnowsParentAndName) {
    const AbsPath path = *AbsPath::parse("/a/b");
    EXPECT_EQ(path.parent().text(), "/a");
    EXPECT_EQ(path.parent().parent().text(), "/");
    EXPECT_EQ(path.parent().parent().parent().text(), "/");
    EXPECT_EQ(path.name(), "b");
    EXPECT_EQ(AbsPath::root().name(), "");
}

}  // namespace
}  // namespace postern
