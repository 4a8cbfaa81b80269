#include "guard/idle_time.h"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

namespace postern::guard {
namespace {

TEST(IdleTime, IsReadFromTheFirstTwoNumbers) {
    EXPECT_EQ(parse_idle_time("350735.47 234388.90\n"), (IdleTime{350735.47, 234388.90}));
    EXPECT_EQ(parse_idle_time("0.00 0.00"), (IdleTime{0, 0}));
    EXPECT_EQ(parse_idle_time("7 12 and more"), (IdleTime{7, 12}));
    for (const char* text : {"", " ", "1.0", "1.0 ", "1.0\n2.0", "x 1.0", "1.0 x", "1.0x2.0"}) {
        EXPECT_EQ(parse_idle_time(text), std::nullopt) << text;
    }
}

TEST(IdleTime, OfThisMachineCanBeRead) {
    std::string text;
    std::getline(std::ifstream("/proc/uptime"), text);
    EXPECT_NE(parse_idle_time(text), std::nullopt) << text;
}

TEST(IdleTime, AllAreBusyUnlessOneIsIdleHalfTheTime) {
    struct Row {
        double passed, idle;
        bool busy;
    };
    const IdleTime before{1000, 5000};
    for (const auto& [passed, idle, busy] : std::vector<Row>{
             {0.1, 0, true},
             {0.1, 0.04, true},
             {0.1, 0.06, false},
             {0.1, 0.1, false},  // one of two, or one of many
             {10, 150, false},   // most of many
             {0, 0, false},      // no time has passed, so nothing is known
         }) {
        EXPECT_EQ(all_were_busy(before, {before.passed + passed, before.idle + idle}), busy) << passed << " " << idle;
    }
}

class BusyProcessorsTest : public testing::Test {
protected:
    ~BusyProcessorsTest() override { std::filesystem::remove(file_); }

    // Changes the answer of the machine, and waits until the last one is out of date.
    void says(const std::string& text) {
        std::ofstream(file_) << text;
        std::this_thread::sleep_for(std::chrono::milliseconds{110});
    }

    std::string file_ = testing::TempDir() + "uptime." + std::to_string(::getpid());
    BusyProcessors processors_{file_};
};

TEST_F(BusyProcessorsTest, AreJudgedByTheTimeBetweenTwoLooks) {
    says("1000.00 5000.00\n");
    EXPECT_FALSE(processors_.all());  // there is nothing to compare with
    says("1000.11 5000.01\n");
    EXPECT_TRUE(processors_.all());
    says("1000.22 5000.12\n");
    EXPECT_FALSE(processors_.all());
}

TEST_F(BusyProcessorsTest, CountAsNotBusyWhereTheMachineDoesNotTell) {
    std::this_thread::sleep_for(std::chrono::milliseconds{110});
    EXPECT_FALSE(processors_.all());  // the file does not exist
    says("nonsense");
    EXPECT_FALSE(processors_.all());
    says("1000.11 5000.01\n");
    EXPECT_FALSE(processors_.all());
}

}  // namespace
}  // namespace postern::guard
