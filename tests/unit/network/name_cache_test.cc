#include "network/lookups.h"

#include <gtest/gtest.h>

namespace postern::network {
namespace {

using namespace std::chrono_literals;

const NameCache::Time kNow{1000s};

std::vector<policy::Address> address(const char* text) {
    return {*policy::Address::parse(text)};
}

TEST(NameCache, KnowsWhatItWasToldForAMinute) {
    NameCache names;
    names.remember("a.test", address("192.0.2.1"), kNow);
    EXPECT_EQ(names.find("a.test", kNow), address("192.0.2.1"));
    EXPECT_EQ(names.find("a.test", kNow + 59s), address("192.0.2.1"));
    EXPECT_EQ(names.find("a.test", kNow + 60s), std::nullopt);
    EXPECT_EQ(names.find("b.test", kNow), std::nullopt);
}

TEST(NameCache, AskingDoesNotMakeItLastLonger) {
    NameCache names;
    names.remember("a.test", address("192.0.2.1"), kNow);
    EXPECT_TRUE(names.find("a.test", kNow + 59s));
    EXPECT_FALSE(names.find("a.test", kNow + 61s));
}

TEST(NameCache, TheLatestAnswerCounts) {
    NameCache names;
    names.remember("a.test", address("192.0.2.1"), kNow);
    names.remember("a.test", address("192.0.2.2"), kNow + 30s);
    EXPECT_EQ(names.find("a.test", kNow + 80s), address("192.0.2.2"));
}

TEST(NameCache, WhatWasNotFoundIsLookedUpAgain) {
    NameCache names;
    names.remember("a.test", {}, kNow);
    EXPECT_EQ(names.find("a.test", kNow), std::nullopt);
}

TEST(NameCache, ForgetsWhatItIsToldTo) {
    NameCache names;
    names.remember("a.test", address("192.0.2.1"), kNow);
    names.forget("a.test");
    names.forget("b.test");
    EXPECT_EQ(names.find("a.test", kNow), std::nullopt);
}

TEST(NameCache, TheOldestMakesRoom) {
    NameCache names;
    for (std::size_t i = 0; i < NameCache::kMost; ++i) {
        names.remember("n" + std::to_string(i), address("192.0.2.1"), kNow + std::chrono::milliseconds(i));
    }
    names.remember("n5", address("192.0.2.2"), kNow + 1s);  // a known name, so none is dropped
    EXPECT_TRUE(names.find("n0", kNow + 1s));
    names.remember("one more", address("192.0.2.1"), kNow + 1s);
    EXPECT_FALSE(names.find("n0", kNow + 1s));
    EXPECT_TRUE(names.find("n1", kNow + 1s));
    EXPECT_TRUE(names.find("one more", kNow + 1s));
}

}  // namespace
}  // namespace postern::network
