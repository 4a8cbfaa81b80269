#include "backend/seatbelt_names.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace postern::backend {
namespace {

TEST(SeatbeltNames, ANameIsTextInEitherCase) {
    EXPECT_EQ(name_pattern(".env-1_x"), "[.][eE][nN][vV]-1_[xX]");
    EXPECT_EQ(name_pattern("a/b"), "[aA]/[bB]");
    EXPECT_EQ(name_pattern("a\"(*\n\\ü"), "[aA][^/][^/][^/][^/][^/][^/][^/]") << "nothing that could end the string";
}

TEST(SeatbeltNames, TailsStayShort) {
    sandbox::Profile p;
    for (int i = 0; i < 100; ++i) p.also_protected.push_back("some-quite-long-name-" + std::to_string(i) + "/inside");
    const NameTails tails = name_tails(p);
    EXPECT_GT(tails.but_packages.size(), 5U);
    for (const auto* list : {&tails.everywhere, &tails.but_packages, &tails.in_home}) {
        for (const std::string& tail : *list) EXPECT_LT(tail.size(), 520U) << tail;
    }
}

TEST(SeatbeltNames, WaivedNamesAreGone) {
    sandbox::Profile p;
    const std::string husky = name_pattern(".husky");
    const auto mentions = [&](const NameTails& tails) {
        return std::ranges::any_of(tails.but_packages, [&](const std::string& t) { return t.find(husky) != t.npos; });
    };
    EXPECT_TRUE(mentions(name_tails(p)));
    EXPECT_FALSE(name_tails(p).everywhere.empty());
    p.waived = {".husky", ".git"};
    EXPECT_FALSE(mentions(name_tails(p)));
    EXPECT_EQ(name_tails(p).everywhere, std::vector<std::string>{});
}

}  // namespace
}  // namespace postern::backend
