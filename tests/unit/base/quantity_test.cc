#include "base/quantity.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string_view>

namespace postern {
namespace {

TEST(Bytes, AreNumbersWithPowersOf1024) {
    struct Case {
        std::string_view text;
        std::uint64_t bytes;
    };
    for (const auto& [text, bytes] :
         {Case{"1", 1}, Case{"1000", 1000}, Case{"200k", 204'800}, Case{"200K", 204'800}, Case{"512M", 536'870'912},
          Case{"2G", 2'147'483'648}, Case{"007k", 7168}, Case{"3T", 3'298'534'883'328},
          Case{"18446744073709551615", std::numeric_limits<std::uint64_t>::max()},
          Case{"16777215T", 16'777'215ULL << 40}}) {
        const auto read = parse_bytes(text);
        ASSERT_TRUE(read) << text;
        EXPECT_EQ(*read, bytes) << text;
    }
}

TEST(Bytes, OfNoSizeOrOfAnotherFormAreRefused) {
    for (const std::string_view text : {"",          "0",
                                        "0k",        "M",
                                        "-1",        "+1",
                                        " 1",        "1 ",
                                        "1 M",       "1.5G",
                                        "1m",        "1g",
                                        "1kB",       "1KiB",
                                        "1M1k",      "0x10",
                                        "1e3",       "18446744073709551616",
                                        "16777216T", "99999999999999999999999"}) {
        EXPECT_FALSE(parse_bytes(text)) << text;
    }
    EXPECT_FALSE(parse_bytes(std::string_view("1\0", 2)));
}

TEST(Milliseconds, AreAddedUp) {
    struct Case {
        std::string_view text;
        std::uint32_t milliseconds;
    };
    for (const auto& [text, milliseconds] :
         {Case{"1ms", 1}, Case{"500ms", 500}, Case{"30s", 30'000}, Case{"90", 90'000}, Case{"5m", 300'000},
          Case{"1h30m", 5'400'000}, Case{"1h0m1s", 3'601'000}, Case{"1s500ms", 1500}, Case{"0s1ms", 1},
          Case{"720h", 2'592'000'000}, Case{"2592000", 2'592'000'000}}) {
        const auto read = parse_milliseconds(text);
        ASSERT_TRUE(read) << text;
        EXPECT_EQ(*read, milliseconds) << text;
    }
}

TEST(Milliseconds, OfNoLengthOrOfAnotherFormAreRefused) {
    for (const std::string_view text : {"",
                                        "0",
                                        "0s",
                                        "0h0m",
                                        "s",
                                        "-1s",
                                        "+1s",
                                        " 1s",
                                        "1s ",
                                        "1 s",
                                        "1.5s",
                                        "1S",
                                        "1d",
                                        "1h30",
                                        "30 1h",
                                        "1sec",
                                        "720h1ms",
                                        "721h",
                                        "2592001",
                                        "4294967296ms",
                                        "18446744073709551616s",
                                        "18446744073709551615h"}) {
        EXPECT_FALSE(parse_milliseconds(text)) << text;
    }
}

TEST(Port, IsFrom1To65535) {
    EXPECT_EQ(*parse_port("1"), 1);
    EXPECT_EQ(*parse_port("443"), 443);
    EXPECT_EQ(*parse_port("65535"), 65535);
    for (const std::string_view text : {"", "0", "65536", "-1", "+1", "080", " 80", "80 ", "http", "1e3"}) {
        EXPECT_FALSE(parse_port(text)) << text;
    }
}

}  // namespace
}  // namespace postern
