#include "backend/seatbelt_names.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace postern::backend {
namespace {

TEST(SeatbeltNames, ANameIsTextInEitherCase) {
    EXPECT_EQ(name_pattern(".env-1_x"), "[.][eE][nN][vV]-1_[xX]");
    EXPECT_EQ(name_pattern("a/b"), "[aA]/[bB]");
    EXPECT_EQ(name_pattern("a\"(*\n\\ü"), "[aA][^/][^/][^/]+[^/][^/][^/][^/]") << "nothing that could end the string";
}

TEST(SeatbeltNames, TailsStayShort) {
    sandbox::Profile p;
    for (int i = 0; i < 100; ++i) p.also_protected.push_back("some-quite-long-name-" + std::to_string(i) + "/inside");
    const NameTails tails = name_tails(p);
    EXPECT_GT(tails.outside_packages.size(), 5U);
    for (const auto* list : {&tails.everywhere, &tails.outside_packages, &tails.in_home}) {
        for (const std::string& tail : *list) EXPECT_LT(tail.size(), 520U) << tail;
    }
}

TEST(SeatbeltNames, WaivedNamesAreGone) {
    sandbox::Profile p;
    const std::string npmrc = name_pattern(".npmrc");
    const auto mentions = [&](const NameTails& tails) {
        return std::ranges::any_of(tails.outside_packages,
                                   [&](const std::string& t) { return t.find(npmrc) != t.npos; });
    };
    EXPECT_TRUE(mentions(name_tails(p)));
    EXPECT_FALSE(name_tails(p).everywhere.empty());
    p.waived = {".npmrc", ".git"};
    EXPECT_FALSE(mentions(name_tails(p)));
    EXPECT_EQ(name_tails(p).everywhere, std::vector<std::string>{});
}

}  // namespace
}  // namespace postern::backend
