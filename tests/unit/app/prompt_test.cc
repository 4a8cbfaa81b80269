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
    for (const auto& [line, reply] : cases) EXPECT_EQ(reply_from(line), reply) << line;
}

TEST(Prompt, ARefusalSaysWhy) {
    EXPECT_EQ(refusal_text({}), "the answer was no");
    EXPECT_EQ(refusal_text({.message = "later"}), "the answer was: later");
    EXPECT_EQ(refusal_text({.kind = Reply::Kind::nobody}), "there is nobody to ask");
}

}  // namespace
}  // namespace postern::approval
