#include "run/captured_output.h"

#include <gtest/gtest.h>

#include <string>

namespace postern::run {
namespace {

TEST(OutputKeeper, KeepsEverythingThatFits) {
    OutputKeeper keeper({.head = 4, .tail = 4});
    EXPECT_EQ(keeper.add(OutputStream::out, "abcdef"), 4U);
    EXPECT_EQ(keeper.add(OutputStream::out, "gh"), 0U);
    EXPECT_EQ(keeper.captured(OutputStream::out), (Captured{.text = "abcdefgh", .total = 8, .left_out = 0}));
    EXPECT_EQ(keeper.rest(OutputStream::out), "efgh");
    EXPECT_EQ(keeper.captured(OutputStream::err), (Captured{}));
}

TEST(OutputKeeper, SaysHowMuchIsMissing) {
    OutputKeeper keeper({.head = 4, .tail = 4});
    keeper.add(OutputStream::out, "abcdefghijkl");
    EXPECT_EQ(keeper.captured(OutputStream::out),
              (Captured{.text = "abcd\n[postern: 4 bytes left out]\nijkl", .total = 12, .left_out = 4}));
    EXPECT_TRUE(keeper.captured(OutputStream::out).cut());
}

TEST(OutputKeeper, TheMarkIsALineOfItsOwn) {
    OutputKeeper ends_in_newline({.head = 3, .tail = 2});
    ends_in_newline.add(OutputStream::out, "ab\nxcd");
    EXPECT_EQ(ends_in_newline.captured(OutputStream::out).text, "ab\n[postern: 1 byte left out]\ncd");
    OutputKeeper nothing_before({.head = 0, .tail = 2});
    nothing_before.add(OutputStream::out, "abcd");
    EXPECT_EQ(nothing_before.captured(OutputStream::out).text, "[postern: 2 bytes left out]\ncd");
    OutputKeeper nothing_kept({.head = 0, .tail = 0});
    nothing_kept.add(OutputStream::out, "abcd");
    EXPECT_EQ(nothing_kept.captured(OutputStream::out).text, "[postern: 4 bytes left out]\n");
}

TEST(OutputKeeper, BothStreamsShareTheBudget) {
    OutputKeeper keeper({.head = 6, .tail = 4});
    keeper.add(OutputStream::out, "oooo");
    keeper.add(OutputStream::err, "eeee");  // two bytes to the head, two to the tail
    keeper.add(OutputStream::out, "1234");  // pushes those two out
    EXPECT_EQ(keeper.captured(OutputStream::out), (Captured{.text = "oooo1234", .total = 8, .left_out = 0}));
    EXPECT_EQ(keeper.captured(OutputStream::err),
              (Captured{.text = "ee\n[postern: 2 bytes left out]\n", .total = 4, .left_out = 2}));
}

TEST(OutputKeeper, CutsBetweenCharacters) {
    OutputKeeper keeper({.head = 4, .tail = 4});
    EXPECT_EQ(keeper.add(OutputStream::out, "abc\u00e9"), 3U);  // é would be cut in two
    keeper.add(OutputStream::out, "middle\u20acxyz");           // the first of the last four bytes is the end of a €
    const Captured got = keeper.captured(OutputStream::out);
    EXPECT_EQ(got.text, "abc\n[postern: 11 bytes left out]\nxyz");
    EXPECT_EQ(got.total, 17U);
}

TEST(OutputKeeper, BytesThatAreNoCharactersAreCutAnywhere) {
    OutputKeeper keeper({.head = 5, .tail = 1});
    EXPECT_EQ(keeper.add(OutputStream::out, std::string(10, '\x80')), 5U);
}

TEST(OutputKeeper, ManySmallPiecesStayWithinTheBudget) {
    OutputKeeper keeper({.head = 10, .tail = 1000});
    for (int i = 0; i < 200'000; ++i)
        keeper.add(i % 2 == 0 ? OutputStream::out : OutputStream::err, i % 2 == 0 ? "o" : "e");
    const Captured out = keeper.captured(OutputStream::out), err = keeper.captured(OutputStream::err);
    EXPECT_EQ(out.total, 100'000U);
    EXPECT_EQ(out.left_out, 100'000U - 5 - 500);
    EXPECT_EQ(err.left_out, 100'000U - 5 - 500);
    EXPECT_TRUE(out.text.ends_with(std::string(500, 'o')));
}

}  // namespace
}  // namespace postern::run
