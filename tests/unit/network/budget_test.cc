#include "network/budget.h"

#include <gtest/gtest.h>

namespace postern::network {
namespace {

constexpr const char* kConnections = "there have been enough connections (postern.network.maxConnections)";
constexpr const char* kBytes = "enough has been sent and received (postern.network.maxBytes)";

TEST(Budget, WithoutBoundsThereAreNone) {
    Budget budget;
    budget.spend(~std::uint64_t{0});
    for (int i = 0; i < 1000; ++i) EXPECT_EQ(budget.admit(), std::nullopt);
    EXPECT_EQ(budget.exhausted(), std::nullopt);
}

TEST(Budget, SoManyConnections) {
    Budget budget(std::nullopt, 2);
    EXPECT_EQ(budget.admit(), std::nullopt);
    EXPECT_EQ(budget.admit(), std::nullopt);
    EXPECT_EQ(budget.admit(), kConnections);
    EXPECT_EQ(budget.admit(), kConnections);
    EXPECT_EQ(budget.exhausted(), std::nullopt);  // open connections go on
}

TEST(Budget, SoManyBytes) {
    Budget budget(100, std::nullopt);
    EXPECT_EQ(budget.admit(), std::nullopt);
    budget.spend(100);
    EXPECT_EQ(budget.exhausted(), std::nullopt);
    EXPECT_EQ(budget.admit(), std::nullopt);
    budget.spend(1);
    EXPECT_EQ(budget.exhausted(), kBytes);
    EXPECT_EQ(budget.admit(), kBytes);
}

}  // namespace
}  // namespace postern::network
