#include "approval/prompt.h"

#include <gtest/gtest.h>

namespace postern::approval {
namespace {

TEST(Prompt, OnlyAPlainYesIsAYes) {
    using Kind = Reply::Kind;
    const std::pair<const char*, Reply> cases[] = {
        {"y", {.kind = Kind::allowed}},
        {" yes \r", {.kind = Kind::allowed}},
        {"Y", {.kind = Kind::allowed}},
        {"", {}},
        {"n", {}},
        {"no", {}},
        {"yn", {.message = "yn"}},
        {"yes please", {.message = "yes please"}},
        {"use the staging server", {.message = "use the staging server"}},
    };
    for (const auto& [line, reply] : cases) {
        EXPECT_EQ(reply_from(line, false), reply) << line;
        EXPECT_EQ(reply_from(line, true), reply) << line;
    }
}

TEST(Prompt, AYesMayLastIfThatWasOffered) {
    using Kind = Reply::Kind;
    for (const char* line : {"s", " session "}) {
        EXPECT_EQ(reply_from(line, true), (Reply{.kind = Kind::allowed, .lasting = Lasting::session})) << line;
    }
    for (const char* line : {"a", "always\r"}) {
        EXPECT_EQ(reply_from(line, true), (Reply{.kind = Kind::allowed, .lasting = Lasting::always})) << line;
    }
    EXPECT_EQ(reply_from("a", false), (Reply{.message = "a"}));
    EXPECT_EQ(reply_from("s", false), (Reply{.message = "s"}));
    EXPECT_EQ(reply_from("as", true), (Reply{.message = "as"}));
}

TEST(Prompt, ARefusalSaysWhy) {
    EXPECT_EQ(refusal_text({}), "the answer was no");
    EXPECT_EQ(refusal_text({.message = "later"}), "the answer was: later");
    EXPECT_EQ(refusal_text({.kind = Reply::Kind::nobody}), "there is nobody to ask");
}

TEST(Prompt, AQuestionFitsOnAScreen) {
    EXPECT_EQ(shortened("one\ntwo\n"), "one\ntwo\n");
    const std::string cut = shortened("a" + std::string(5000, 'x') + "z\n");
    EXPECT_LT(cut.size(), 1300U);
    EXPECT_TRUE(cut.starts_with("ax") && cut.ends_with("xz\n")) << cut;
    EXPECT_NE(cut.find("(3802 bytes are not shown)"), std::string::npos) << cut;
    std::string many;
    for (int i = 0; i < 100; ++i) many += "line\n";
    EXPECT_TRUE(shortened(many).ends_with("line\n    … and 88 more\n")) << shortened(many);
}

}  // namespace
}  // namespace postern::approval
