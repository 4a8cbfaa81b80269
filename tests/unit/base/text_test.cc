#include "base/text.h"

#include <gtest/gtest.h>

namespace postern {
namespace {

using Parts = std::vector<std::string_view>;

TEST(Text, Trimmed) {
    EXPECT_EQ(trimmed(" \ta b\t "), "a b");
    EXPECT_EQ(trimmed("a"), "a");
    EXPECT_EQ(trimmed(" \t "), "");
    EXPECT_EQ(trimmed(""), "");
    EXPECT_EQ(trimmed("a\n"), "a\n") << "the end of a line is no blank unless it is named";
    EXPECT_EQ(trimmed("\na \r\n", " \r\n"), "a");
}

TEST(Text, Split) {
    EXPECT_EQ(split("a,b", ','), (Parts{"a", "b"}));
    EXPECT_EQ(split(",a,,b", ','), (Parts{"", "a", "", "b"}));
    EXPECT_EQ(split("a\nb\n", '\n'), (Parts{"a", "b"}));
    EXPECT_EQ(split("", ','), Parts{});
    EXPECT_EQ(split(",", ','), Parts{""});
}

TEST(Text, Joined) {
    EXPECT_EQ(joined(Parts{"a", "", "b"}), "a  b");
    EXPECT_EQ(joined(Parts{"", "a"}, ", "), ", a");
    EXPECT_EQ(joined(Parts{}), "");
    EXPECT_EQ(joined(std::vector<std::string>{"one"}), "one");
}

}  // namespace
}  // namespace postern
