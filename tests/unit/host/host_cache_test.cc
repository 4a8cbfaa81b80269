#include "host/host_cache.h"

#include "temp_dir.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace postern::host {
namespace {

class HostCache : public ::testing::Test {
protected:
    [[nodiscard]] std::optional<std::string> read(std::string_view key = "key") const {
        return read_cached(dir_.at("state"), "name", key);
    }
    void SetUp() override { write_cached(dir_.at("state"), "name", "key", "value"); }

    postern::test::TempDir dir_{};
};

TEST_F(HostCache, RemembersForTheSameKeyOnly) {
    EXPECT_EQ(read(), "value");
    EXPECT_EQ(read("other"), std::nullopt);
    EXPECT_EQ(read("key\nvalue"), std::nullopt);
    EXPECT_EQ(read(""), std::nullopt);
    write_cached(dir_.at("state"), "name", "other", "");
    EXPECT_EQ(read("other"), "");
    EXPECT_EQ(read(), std::nullopt) << "one entry a name";
    EXPECT_EQ(std::filesystem::status(dir_.at("state").text()).permissions(), std::filesystem::perms::owner_all);
}

TEST_F(HostCache, DamageCountsAsAbsent) {
    const std::string good = dir_.read("state/name");
    for (const std::string& bad :
         {std::string{}, good.substr(0, good.size() - 2), good.substr(1), good + "x", std::string(100, '\0'),
          std::string(1 << 20, 'x'), good + std::string(8192, ' '),
          std::string("postern host cache 1\n3\nkey\nvalue\nend\n"), std::string("{}"),
          std::string(R"({"key":"key","value":"value"})"), std::string(R"({"version":1,"key":"key","value":"value"})"),
          std::string(R"({"version":2,"key":"key","value":1})")}) {
        dir_.write("state/name", bad, 0600);
        EXPECT_EQ(read(), std::nullopt);
    }
    dir_.write("state/name", good, 0600);
    EXPECT_EQ(read(), "value");
}

TEST_F(HostCache, WhatOthersCouldHaveWrittenCountsAsAbsent) {
    dir_.chmod("state/name", 0622);
    EXPECT_EQ(read(), std::nullopt);
    dir_.chmod("state/name", 0600);
    dir_.chmod("state", 0777);
    EXPECT_EQ(read(), std::nullopt);
    dir_.write("state/name", "mine", 0600);
    write_cached(dir_.at("state"), "name", "key", "value");
    EXPECT_EQ(dir_.read("state/name"), "mine") << "nothing is written there either";
    dir_.chmod("state", 0700);
    std::filesystem::rename(dir_.at("state/name").text(), dir_.at("state/real").text());
    std::filesystem::create_symlink("real", dir_.at("state/name").text());
    EXPECT_EQ(read(), std::nullopt) << "links are not followed";
}

TEST_F(HostCache, NoPlaceToWriteIsNoError) {
    write_cached(*AbsPath::parse("/proc/no/such"), "name", "key", "value");
    dir_.write("file", "");
    write_cached(dir_.at("file"), "name", "key", "value");
    EXPECT_EQ(read_cached(dir_.at("file"), "name", "key"), std::nullopt);
}

}  // namespace
}  // namespace postern::host
