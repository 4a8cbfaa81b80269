#include "base/git_config.h"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

namespace postern {
namespace {

using Entries = std::vector<ConfigEntry>;

TEST(GitConfig, ReadsWhatGitReads) {
    EXPECT_EQ(*parse_git_config(""), Entries{});
    EXPECT_EQ(*parse_git_config("# only\n; comments\n\n"), Entries{});
    EXPECT_EQ(*parse_git_config("[core]\n\tbare = true\n"), (Entries{{"core.bare", "true"}}));
    EXPECT_EQ(*parse_git_config("[Core] FileMode"), (Entries{{"core.filemode", std::nullopt}}));
    EXPECT_EQ(*parse_git_config("[remote \"Or\\\"i\\gin\"]url=x"), (Entries{{"remote.Or\"igin.url", "x"}}));
    EXPECT_EQ(*parse_git_config("[branch.Main]\nmerge = a\n"), (Entries{{"branch.main.merge", "a"}}));
    EXPECT_EQ(*parse_git_config("[a] b = one \\\n  two # three\n"), (Entries{{"a.b", "one   two"}}));
    EXPECT_EQ(*parse_git_config("[a] b = \" x ; y \"  z ; w\n"), (Entries{{"a.b", " x ; y   z"}}));
    EXPECT_EQ(*parse_git_config("[a]\r\nb = c\r\n"), (Entries{{"a.b", "c"}}));
    EXPECT_EQ(*parse_git_config("\xef\xbb\xbf[a] b = c"), (Entries{{"a.b", "c"}}));
    EXPECT_EQ(*parse_git_config("[a] b = \\t\\n\\\\\\\"\n"), (Entries{{"a.b", "\t\n\\\""}}));
}

TEST(GitConfig, RefusesWhatItCannotRead) {
    for (const std::string_view text : {"[core", "core]", "[]", "[a] b = \"open\n", "[a] b = \\x\n", "[a \"b\"x]",
                                        "[a b]", "[a] 1b = c", "[a] b ! c", "[a \"b\n\"]"}) {
        EXPECT_EQ(parse_git_config(text), std::nullopt) << text;
    }
    EXPECT_EQ(parse_git_config(std::string_view("[a] b = c\0d", 11)), std::nullopt);
}

}  // namespace
}  // namespace postern
