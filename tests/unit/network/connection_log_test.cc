#include "network/connection_log.h"

#include <gtest/gtest.h>

#include <string>

namespace postern::network {
namespace {

using policy::Verdict;

ConnectionRecord passed(const std::string& host) {
    return {.host = host, .port = 443, .verdict = Verdict::allow};
}
ConnectionRecord refused(const std::string& host) {
    return {.host = host, .port = 443, .reason = "no"};
}

TEST(ConnectionLog, TheSameRefusalAgainIsCounted) {
    ConnectionLog log;
    for (int i = 0; i < 3; ++i) log.add(refused("bad.test"));
    log.add(refused("other.test"));
    for (int i = 0; i < 2; ++i) log.add(passed("good.test"));
    ASSERT_EQ(log.entries().size(), 4U);
    EXPECT_EQ(log.entries()[0].times, 3U);
    EXPECT_EQ(log.entries()[1].times, 1U);
    EXPECT_EQ(log.left_out(), 0U);
}

TEST(ConnectionLog, WhoSaidNothingIsNoEntry) {
    ConnectionLog log;
    log.add({});
    EXPECT_TRUE(log.entries().empty());
}

TEST(ConnectionLog, WhatPassedIsNotLostAmongWhatWasRefused) {
    ConnectionLog log;
    for (int i = 0; i < 20'000; ++i) log.add(refused("h" + std::to_string(i)));
    log.add(passed("good.test"));
    ConnectionRecord cut = refused("cut.test");
    cut.bytes_up = 5;
    log.add(cut);
    ASSERT_EQ(log.entries().size(), ConnectionLog::kMostRefused + 2);
    EXPECT_EQ(log.entries().back().host, "cut.test");
    EXPECT_EQ(log.left_out(), 20'000 - ConnectionLog::kMostRefused);
}

TEST(ConnectionLog, ThereIsAnEndToItAndItIsTold) {
    ConnectionLog log;
    for (std::size_t i = 0; i < ConnectionLog::kMostPassed + 5; ++i) log.add(passed("good.test"));
    EXPECT_EQ(log.entries().size(), ConnectionLog::kMostPassed);
    EXPECT_EQ(log.left_out(), 5U);
}

}  // namespace
}  // namespace postern::network
