// The reader itself: a judge that cannot say no proves nothing.
#include "sbpl.h"

#include <gtest/gtest.h>

namespace postern::test {
namespace {

const std::string kHead = "(version 1)(deny default)\n";

TEST(SbplReader, AnswersByMeaning) {
    const Sbpl p(kHead + R"(
        (define (below top tail) (regex (string-append "^" (regex-quote top) "/" tail)))
        (allow file-read* (require-all (subpath (param "P0")) (require-not (literal "/a/secret"))))
        (allow file-write-data file-write-create (below "/x.y" "b$") (regex #"^/raw\.txt$"))
        (allow network-outbound (remote unix-socket (literal "/s")))
        (allow signal (target same-sandbox)) ; a comment with (parens
    )",
                 {{"P0", "/a"}});
    EXPECT_TRUE(p.may_read("/a"));
    EXPECT_TRUE(p.may_read("/a/b"));
    EXPECT_TRUE(p.may_stat("/a/b"));
    EXPECT_FALSE(p.may_read("/ab"));
    EXPECT_FALSE(p.may_read("/a/secret"));
    EXPECT_FALSE(p.may_write("/a/b"));
    EXPECT_TRUE(p.may_write("/x.y/b"));
    EXPECT_FALSE(p.may_write("/xzy/b"));
    EXPECT_TRUE(p.may_create("/raw.txt"));
    EXPECT_FALSE(p.may_unlink("/raw.txt"));
    EXPECT_TRUE(p.may_connect_unix("/s"));
    EXPECT_FALSE(p.may_connect_unix("/t"));
    EXPECT_FALSE(p.may_connect_ip());
    EXPECT_TRUE(p.allows({.operation = "signal", .same_sandbox = true}));
    EXPECT_FALSE(p.allows({.operation = "signal"}));
}

TEST(SbplReader, SaysWhenTheOrderMatters) {
    const Sbpl p(kHead + R"((allow file-write* (subpath "/a")) (deny file-write-unlink (literal "/a/b")))", {});
    EXPECT_FALSE(p.may_write("/b"));
    EXPECT_TRUE(p.may_unlink("/a/c"));
    EXPECT_THROW((void)p.may_unlink("/a/b"), std::runtime_error);
}

TEST(SbplReader, RefusesWhatItDoesNotKnow) {
    for (const char* text :
         {"(allow file-read* (subpth \"/\"))", "(allow file-read* (subpath (param \"P9\")))", "(allow",
          "(alow file-read*)", "(allow file-read* (regex \"(\"))", "(allow file-read* \"/a\")", ")"}) {
        EXPECT_THROW(Sbpl(kHead + text, {}), std::runtime_error) << text;
    }
    EXPECT_THROW(Sbpl("(version 1)(allow file-read*)", {}), std::runtime_error) << "no default deny";
}

}  // namespace
}  // namespace postern::test
