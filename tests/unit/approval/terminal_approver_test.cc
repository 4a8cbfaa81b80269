#include "approval/terminal_approver.h"

#include <gtest/gtest.h>

namespace postern::approval {
namespace {

Answer yes(Lasting lasting) {
    return {.verdict = Answer::Verdict::allowed, .lasting = lasting};
}

TEST(TerminalApprover, OnlyAPlainYesIsAYes) {
    const std::pair<const char*, Answer> cases[] = {
        {"y", yes(Lasting::once)},
        {" yes \r", yes(Lasting::once)},
        {"Y", yes(Lasting::once)},
        {"", {}},
        {"n", {}},
        {"no", {}},
        {"yn", {.message = "yn"}},
        {"yes please", {.message = "yes please"}},
        {"use the staging server", {.message = "use the staging server"}},
    };
    for (const auto& [line, answer] : cases) {
        EXPECT_EQ(answer_from(line, Lasting::once), answer) << line;
        EXPECT_EQ(answer_from(line, Lasting::always), answer) << line;
    }
}

TEST(TerminalApprover, AYesLastsNoLongerThanWasOffered) {
    for (const char* line : {"s", " session "}) {
        EXPECT_EQ(answer_from(line, Lasting::always), yes(Lasting::session)) << line;
        EXPECT_EQ(answer_from(line, Lasting::session), yes(Lasting::session)) << line;
    }
    for (const char* line : {"a", "always\r"})
        EXPECT_EQ(answer_from(line, Lasting::always), yes(Lasting::always)) << line;
    EXPECT_EQ(answer_from("a", Lasting::session), (Answer{.message = "a"}));
    EXPECT_EQ(answer_from("s", Lasting::once), (Answer{.message = "s"}));
    EXPECT_EQ(answer_from("as", Lasting::always), (Answer{.message = "as"}));
}

TEST(TerminalApprover, OffersWhatMayLast) {
    EXPECT_EQ(prompt_text({.about = About::program}), "postern: run it? [y/N, or why not] ");
    EXPECT_EQ(prompt_text({.about = About::program, .longest = Lasting::session}),
              "postern: run it? [y/N, s: for this session, or why not] ");
    EXPECT_EQ(prompt_text({.about = About::host, .longest = Lasting::always}),
              "postern: let it? [y/N, s: for this session, a: always, or why not] ");
}

TEST(TerminalApprover, ARefusalSaysWhy) {
    EXPECT_EQ(refusal_text({}), "the answer was no");
    EXPECT_EQ(refusal_text({.message = "later"}), "the answer was: later");
    EXPECT_EQ(refusal_text({.verdict = Answer::Verdict::nobody}), "there is nobody to ask");
}

TEST(TerminalApprover, EveryQuestionShowsTheDirectory) {
    Question question{.subject = "touch \x1b[2Kz", .directory = *AbsPath::parse("/p/a b")};
    question.reasons = {{.verdict = policy::Verdict::ask, .message = "a rule asks"}};
    EXPECT_EQ(question_text(question), "postern: touch \\x1b[2Kz\n    in /p/a b\n    a rule asks\n");
    question.about = About::program;
    EXPECT_EQ(question_text(question),
              "\npostern: the command is about to start a program\n    in /p/a b\n    a rule asks\n");
    question.about = About::host;
    question.subject = "a.test:443";
    EXPECT_EQ(question_text(question),
              "\npostern: the command wants to connect to a.test:443\n    in /p/a b\n    a rule asks\n");
}

TEST(TerminalApprover, AQuestionFitsOnAScreen) {
    const std::string cut = question_text({.subject = "a" + std::string(5000, 'x') + "z"});
    EXPECT_LT(cut.size(), 1400U);
    EXPECT_TRUE(cut.starts_with("postern: ax") && cut.ends_with("xz\n    in /\n")) << cut;
    EXPECT_NE(cut.find("(3811 bytes are not shown)"), std::string::npos) << cut;
    Question many;
    for (int i = 0; i < 100; ++i) many.reasons.push_back({.message = "line " + std::to_string(i)});
    EXPECT_TRUE(question_text(many).ends_with("    line 9\n    … and 90 more\n")) << question_text(many);
}

}  // namespace
}  // namespace postern::approval
