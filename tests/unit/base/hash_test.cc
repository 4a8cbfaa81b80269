#include "base/hash.h"

#include <gtest/gtest.h>

namespace postern {
namespace {

TEST(Hex, ThereAndBack) {
    const std::string bytes("\0\x01\x7f\x80\xff/", 6);
    EXPECT_EQ(hex(bytes), "00017f80ff2f");
    EXPECT_EQ(from_hex("00017f80ff2f"), bytes);
    EXPECT_EQ(from_hex(""), "");
    for (const char* bad : {"0", "0g", "g0", "0A", "00 ", " 0", "000"}) EXPECT_EQ(from_hex(bad), std::nullopt) << bad;
}

TEST(Hash, IsBlake2b) {
    EXPECT_EQ(content_hash("abc"), "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319");
    EXPECT_EQ(content_hash("").size(), kContentHashDigits);
    EXPECT_EQ(hash_bytes("abc", 16).size(), 16U);
    EXPECT_NE(hash_bytes("abc", 16), hash_bytes("abd", 16));
}

}  // namespace
}  // namespace postern
