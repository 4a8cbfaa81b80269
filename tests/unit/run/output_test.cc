#include "run/output.h"

#include <gtest/gtest.h>

#include <string>

namespace postern::run {
namespace {

TEST(OutputKeeper, KeepsEverythingThatFits) {
    OutputKeeper keeper({.head = 4, .tail = 4});
    EXPECT_EQ(keeper.add(Stream::out, "abcdef"), 4U);
    EXPECT_EQ(keeper.add(Stream::out, "gh"), 0U);
    EXPECT_EQ(keeper.captured(Stream::out), (Captured{.text = "abcdefgh", .total = 8, .left_out = 0}));
    EXPECT_EQ(keeper.rest(Stream::out), "efgh");
    EXPECT_EQ(keeper.captured(Stream::err), (Captured{}));
}

TEST(OutputKeeper, SaysHowMuchIsMissing) {
    OutputKeeper keeper({.head = 4, .tail = 4});
    keeper.add(Stream::out, "abcdefghijkl");
    EXPECT_EQ(keeper.captured(Stream::out),
              (Captured{.text = "abcd\n[postern: 4 bytes left out]\nijkl", .total = 12, .left_out = 4}));
    EXPECT_TRUE(keeper.captured(Stream::out).cut());
}

TEST(OutputKeeper, TheMarkIsALineOfItsOwn) {
    OutputKeeper ends_in_newline({.head = 3, .tail = 2});
    ends_in_newline.add(Stream::out, "ab\nxcd");
    EXPECT_EQ(ends_in_newline.captured(Stream::out).text, "ab\n[postern: 1 byte left out]\ncd");
    OutputKeeper nothing_before({.head = 0, .tail = 2});
    nothing_before.add(Stream::out, "abcd");
    EXPECT_EQ(nothing_before.captured(Stream::out).text, "[postern: 2 bytes left out]\ncd");
    OutputKeeper nothing_kept({.head = 0, .tail = 0});
    nothing_kept.add(Stream::out, "abcd");
    EXPECT_EQ(nothing_kept.captured(Stream::out).text, "[postern: 4 bytes left out]\n");
}

TEST(OutputKeeper, BothStreamsShareTheBudget) {
    OutputKeeper keeper({.head = 6, .tail = 4});
    keeper.add(Stream::out, "oooo");
    keeper.add(Stream::err, "eeee");  // two bytes to the head, two to the tail
    keeper.add(Stream::out, "1234");  // pushes those two out
    EXPECT_EQ(keeper.captured(Stream::out), (Captured{.text = "oooo1234", .total = 8, .left_out = 0}));
    EXPECT_EQ(keeper.captured(Stream::err),
              (Captured{.text = "ee\n[postern: 2 bytes left out]\n", .total = 4, .left_out = 2}));
}

TEST(OutputKeeper, CutsBetweenCharacters) {
    OutputKeeper keeper({.head = 4, .tail = 4});
    EXPECT_EQ(keeper.add(Stream::out, "abc\u00e9"), 3U);  // é would be cut in two
    keeper.add(Stream::out, "middle\u20acxyz");           // the first of the last four bytes is the end of a €
    const Captured got = keeper.captured(Stream::out);
    EXPECT_EQ(got.text, "abc\n[postern: 11 bytes left out]\nxyz");
    EXPECT_EQ(got.total, 17U);
}

TEST(OutputKeeper, BytesThatAreNoCharactersAreCutAnywhere) {
    OutputKeeper keeper({.head = 5, .tail = 1});
    EXPECT_EQ(keeper.add(Stream::out, std::string(10, '\x80')), 5U);
}

TEST(OutputKeeper, ManySmallPiecesStayWithinTheBudget) {
    OutputKeeper keeper({.head = 10, .tail = 1000});
    for (int i = 0; i < 200'000; ++i) keeper.add(i % 2 == 0 ? Stream::out : Stream::err, i % 2 == 0 ? "o" : "e");
    const Captured out = keeper.captured(Stream::out), err = keeper.captured(Stream::err);
    EXPECT_EQ(out.total, 100'000U);
    EXPECT_EQ(out.left_out, 100'000U - 5 - 500);
    EXPECT_EQ(err.left_out, 100'000U - 5 - 500);
    EXPECT_TRUE(out.text.ends_with(std::string(500, 'o')));
}

}  // namespace
}  // namespace postern::run
