#include "app/run_counts.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace postern::app {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;

class Counts : public testing::Test {
protected:
    Counts() {
        std::string name = testing::TempDir() + "counts-XXXXXX";
        directory_ = ::mkdtemp(name.data());
    }
    ~Counts() override { std::filesystem::remove_all(directory_); }

    [[nodiscard]] RunCounts counts() const { return RunCounts(*AbsPath::parse(directory_.string() + "/state")); }
    [[nodiscard]] std::string file() const { return directory_.string() + "/state/counts.json"; }

    static RunCounts::Time at(milliseconds since) { return RunCounts::Time(hours(500'000) + since); }
    const RunCounts::Counter twice_an_hour_{.name = "a\n\xff%", .max = 2, .per = hours(1)};

private:
    std::filesystem::path directory_;
};

TEST_F(Counts, EnoughIsEnoughUntilTimeHasPassed) {
    EXPECT_EQ(counts().used(twice_an_hour_, at(milliseconds(0))), 0U);
    EXPECT_EQ(counts().take(twice_an_hour_, at(milliseconds(0))), true);
    EXPECT_EQ(counts().take(twice_an_hour_, at(milliseconds(1000))), true);
    EXPECT_EQ(counts().take(twice_an_hour_, at(milliseconds(2000))), false);
    EXPECT_EQ(counts().used(twice_an_hour_, at(milliseconds(2000))), 2U);
    EXPECT_EQ(counts().take(twice_an_hour_, at(hours(1))), true);  // the first is an hour old
    EXPECT_EQ(counts().take(twice_an_hour_, at(hours(1))), false);
}

TEST_F(Counts, CountersAreApart) {
    RunCounts::Counter other = twice_an_hour_;
    other.name = "b";
    EXPECT_EQ(counts().take(twice_an_hour_, at(milliseconds(0))), true);
    EXPECT_EQ(counts().used(other, at(milliseconds(0))), 0U);
}

TEST_F(Counts, AClockSetBackSetsNobodyFree) {
    EXPECT_EQ(counts().take(twice_an_hour_, at(milliseconds(60'000))), true);
    EXPECT_EQ(counts().take(twice_an_hour_, at(milliseconds(60'000))), true);
    EXPECT_EQ(counts().take(twice_an_hour_, at(milliseconds(0))), false);
}

TEST_F(Counts, WhatIsOverIsForgotten) {
    EXPECT_EQ(counts().take(twice_an_hour_, at(milliseconds(0))), true);
    RunCounts::Counter other = twice_an_hour_;
    other.name = "b";
    EXPECT_EQ(counts().take(other, at(hours(2))), true);
    std::ifstream in(file());
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    EXPECT_EQ(text.find("a%0a"), std::string::npos) << text;
}

TEST_F(Counts, WhatCannotBeReadIsAnError) {
    EXPECT_EQ(counts().take(twice_an_hour_, at(milliseconds(0))), true);
    for (const char* text : {"", "[", "[]", R"({"a":1})", R"({"a":{"per":1,"at":["x"]}})", R"({"version":1})",
                             R"({"version":1,"counters":{"a":1}})", R"({"version":2,"counters":{}})"}) {
        std::ofstream(file()) << text;
        EXPECT_FALSE(counts().take(twice_an_hour_, at(milliseconds(0))).has_value()) << text;
        EXPECT_FALSE(counts().used(twice_an_hour_, at(milliseconds(0))).has_value()) << text;
    }
}

TEST_F(Counts, ReadsWhatEarlierReleasesWrote) {
    EXPECT_EQ(counts().take(twice_an_hour_, at(milliseconds(0))), true);
    const std::string now = std::to_string(duration_cast<milliseconds>(at({}).time_since_epoch()).count());
    std::ofstream(file()) << R"({"a%0a%ff%25":{"at":[)" << now << R"(],"per":3600000}})" << '\n';
    EXPECT_EQ(counts().used(twice_an_hour_, at(milliseconds(1))), 1U);
    EXPECT_EQ(counts().take(twice_an_hour_, at(milliseconds(1))), true);
    EXPECT_EQ(counts().take(twice_an_hour_, at(milliseconds(2))), false);
}

TEST_F(Counts, WhatEarlierReleasesCalledOtherwiseIsNotTakenForUnused) {
    RunCounts::Counter long_name = twice_an_hour_;
    long_name.name = std::string(300, 'x');
    EXPECT_EQ(counts().take(long_name, at(milliseconds(0))), true);
    EXPECT_EQ(counts().used(long_name, at(milliseconds(0))), 1U);
    const std::string old = std::string(200, 'x') + "#12345678901234567890";
    std::ofstream(file()) << "{\"" << old << R"(":{"at":[1],"per":3600000}})" << '\n';
    const auto used = counts().used(long_name, at(milliseconds(0)));
    ASSERT_FALSE(used);
    EXPECT_EQ(used.error().what, "not a list of counts; remove it to count anew");
}

}  // namespace
}  // namespace postern::app
