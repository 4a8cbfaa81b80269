#include "approval/denials.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace postern::approval {
namespace {

class Counting : public testing::Test {
protected:
    Counting() {
        std::string name = (std::filesystem::temp_directory_path() / "postern-denials-XXXXXX").string();
        EXPECT_NE(::mkdtemp(name.data()), nullptr);
        home = *AbsPath::parse(name);
    }
    ~Counting() override { std::filesystem::remove_all(home.text()); }
    [[nodiscard]] DenialCounts of(const std::string& session) const { return {home, session}; }

    AbsPath home = AbsPath::root();
};

TEST_F(Counting, ThreeInARow) {
    const DenialCounts counts = of("s");
    EXPECT_EQ(counts.read().value(), (Denials{0, 0}));
    for (int i = 1; i <= 2; ++i) {
        EXPECT_EQ(counts.count_refusal().value(), (Denials{i, i}));
        EXPECT_EQ(limit_reached(counts.read().value(), {}), DenialLimit::none);
    }
    EXPECT_EQ(counts.count_refusal().value(), (Denials{3, 3}));
    EXPECT_EQ(limit_reached(counts.read().value(), {}), DenialLimit::in_a_row);
    EXPECT_EQ(of("other").read().value(), (Denials{0, 0})) << "each session has its own";
}

TEST_F(Counting, ASuccessEndsTheRowAndNotTheTotal) {
    const DenialCounts counts = of("s");
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(counts.count_refusal());
    EXPECT_TRUE(counts.count_success(counts.read().value()));
    EXPECT_EQ(counts.read().value(), (Denials{0, 3}));
    const std::string file = home.text() + "/denials.json";
    const auto written = std::filesystem::last_write_time(file);
    EXPECT_TRUE(counts.count_success(counts.read().value()));
    EXPECT_EQ(std::filesystem::last_write_time(file), written) << "there was no row";
}

TEST_F(Counting, TwentyInASessionWhateverRanInBetween) {
    const DenialCounts counts = of("s");
    for (int i = 1; i <= 20; ++i) {
        const Denials now = counts.count_refusal().value();
        EXPECT_EQ(now, (Denials{1, i}));
        EXPECT_EQ(limit_reached(now, {}), i < 20 ? DenialLimit::none : DenialLimit::in_total);
        EXPECT_TRUE(counts.count_success(now));
    }
    EXPECT_EQ(limit_reached(counts.read().value(), {}), DenialLimit::in_total) << "and it stays so";
}

TEST_F(Counting, WithoutASessionNothingIsCounted) {
    EXPECT_EQ(of("").count_refusal().value(), (Denials{0, 0}));
    EXPECT_FALSE(std::filesystem::exists(home.text() + "/denials.json"));
}

TEST_F(Counting, OldSessionsAreForgottenAndRubbishIsAnError) {
    EXPECT_TRUE(of("first").count_refusal());
    for (int i = 0; i < 100; ++i) EXPECT_TRUE(of("s" + std::to_string(i)).count_refusal());
    EXPECT_EQ(of("first").read().value(), (Denials{0, 0}));
    EXPECT_EQ(of("s99").read().value(), (Denials{1, 1}));
    std::ofstream(home.text() + "/denials.json") << R"({"version": 1, "sessions": [{"session": "s", "total": -1}]})";
    EXPECT_FALSE(of("s").read());
    EXPECT_FALSE(of("s").count_refusal());
}

TEST(DenialText, TellsTheNumberAndWhereToLook) {
    EXPECT_EQ(denial_text({1, 7}, {}, "s"), "refusal 1 of 3 in a row");
    EXPECT_EQ(denial_text({2, 2}, {}, "s"), "refusal 2 of 3 in a row");
    EXPECT_EQ(
        denial_text({3, 5}, {}, "s"),
        "3 refusals in a row, of at most 3; look at what it tries, and whether a rule should change: `postern audit "
        "log --session s`");
    EXPECT_EQ(denial_text({1, 20}, {}, "s"),
              "20 refusals in this session, of at most 20; look at what it tries, and whether a rule should change: "
              "`postern audit log --session s`");
    EXPECT_EQ(denial_text({5, 21}, {.consecutive = 9, .total = 30}, "s"), "refusal 5 of 9 in a row");
}

}  // namespace
}  // namespace postern::approval
