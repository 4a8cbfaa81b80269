#include "base/quote.h"

#include "base/nearest.h"

#include <gtest/gtest.h>

#include <string>

namespace postern {
namespace {

using namespace std::string_literals;

struct Case {
    std::string in;
    const char* out;
    const char* why;
};

TEST(Printable, WritesOutWhatWouldDeceiveAReader) {
    const Case cases[] = {
        {"rm -rf ./x", "rm -rf ./x", "plain text stays"},
        {"na\xc3\xafve \xf0\x9f\x98\x80", "na\xc3\xafve \xf0\x9f\x98\x80", "so do letters and pictures"},
        {"a\nb\tc\rd", "a\\nb\\tc\\rd", "line and cursor movement"},
        {"\x1b[2J", "\\x1b[2J", "terminal escape"},
        {"\x7f\0"s, "\\x7f\\x00", "delete, NUL"},
        {"\xc2\x9b"
         "2J",
         "\\u009b2J", "C1 control sequence introducer"},
        {"a\xe2\x80\xae"
         "b",
         "a\\u202eb", "right-to-left override"},
        {"a\xe2\x81\xa6"
         "b",
         "a\\u2066b", "isolate"},
        {"ls\xe2\x80\x8b", "ls\\u200b", "zero width space"},
        {"\xf3\xa0\x81\x81", "\\U000e0041", "tag letter"},
        {"\xff\xc3", "\\xff\\xc3", "not UTF-8"},
        {"\xed\xa0\x80", "\\xed\\xa0\\x80", "encoded surrogate"},
        {"C:\\x", "C:\\x", "a backslash stays"},
    };
    for (const Case& c : cases) EXPECT_EQ(printable(c.in), c.out) << c.why;
}

TEST(ShellQuote, GivesOneWordBack) {
    const Case cases[] = {
        {"plain-1.txt", "plain-1.txt", "needs no quotes"},
        {"", "''", "the empty word"},
        {"a b", "'a b'", "blank"},
        {"it's", "'it'\\''s'", "single quote"},
        {"$(x)`y`\"", "'$(x)`y`\"'", "nothing is expanded"},
        {"~", "'~'", "no home directory"},
        {"a\nb", "$'a\\nb'", "control character"},
        {"'\\\x1b", "$'\\'\\\\\\x1b'", "quote and backslash inside $'...'"},
        {"\xe2\x80\xae", "$'\\u202e'", "invisible"},
    };
    for (const Case& c : cases) EXPECT_EQ(shell_quote(c.in), c.out) << c.why;
}

TEST(Nearest, NamesTheLikelyOneOrNothing) {
    const std::string_view known[] = {"allow", "ask", "deny", "additionalDirectories", "defaultMode"};
    const Case cases[] = {
        {"alow", "allow", "a letter left out"},
        {"dney", "deny", "transposed"},
        {"Deny", "deny", "case"},
        {"defaultmode", "defaultMode", "case inside"},
        {"additionalDirs", "additionalDirectories", "shortened"},
        {"network", nullptr, "nothing like it"},
        {"", nullptr, "nothing at all"},
        {std::string(100000, 'a'), nullptr, "no time lost on nonsense"},
    };
    for (const Case& c : cases) {
        const auto found = nearest(c.in, known);
        ASSERT_EQ(found.has_value(), c.out != nullptr) << c.why;
        if (found) {
            EXPECT_EQ(*found, c.out) << c.why;
        }
    }
}

}  // namespace
}  // namespace postern
