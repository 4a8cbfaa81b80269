#include "approval/hook_protocol.h"

#include "shell/analysis.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace postern::approval {
namespace {

using Verdict = Answer::Verdict;

const Question kRewritable{.subject = "make", .may_be_rewritten = true};

TEST(HookAnswer, AllowDenyAskAndNothing) {
    const auto answer = [](std::string_view text) { return parse_hook_answer(text, kRewritable).value(); };
    EXPECT_EQ(answer(R"({"decision": "allow"})").verdict, Verdict::allowed);
    const Answer no = answer(R"({"decision": "deny", "reason": "not on Fridays"})");
    EXPECT_EQ(no.verdict, Verdict::refused);
    EXPECT_EQ(no.message, "not on Fridays");
    EXPECT_EQ(answer(R"({"decision": "ask"})").verdict, Verdict::nobody);
    EXPECT_EQ(answer("").verdict, Verdict::nobody);
    EXPECT_EQ(answer(" \n").verdict, Verdict::nobody);
    EXPECT_EQ(answer(R"({"decision": "allow", "more": [1, 2]})").verdict, Verdict::allowed);
}

TEST(HookAnswer, CanRewriteACommandThatDoesNotRunYet) {
    const auto answer =
        parse_hook_answer(R"({"decision": "allow", "updatedInput": {"command": "make -n"}})", kRewritable);
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->rewritten, "make -n");
    const auto same = parse_hook_answer(R"({"decision": "allow", "updatedInput": {"command": "make"}})", kRewritable);
    ASSERT_TRUE(same);
    EXPECT_FALSE(same->rewritten) << "that is what was asked about";
    const auto denied = parse_hook_answer(R"({"decision": "deny", "updatedInput": {"command": "x"}})", kRewritable);
    ASSERT_TRUE(denied);
    EXPECT_FALSE(denied->rewritten);
    EXPECT_FALSE(parse_hook_answer(R"({"decision": "allow", "updatedInput": {"command": "x"}})", {.subject = "make"}))
        << "it is about to start already";
}

TEST(HookAnswer, GarbageIsAnError) {
    for (const std::string_view text :
         {"yes", "[]", "null", "{}", R"({"decision": "ALLOW"})", R"({"decision": true})",
          R"({"decision": "deny", "decision": "allow"})", R"({"decision": "allow"} {"decision": "allow"})",
          R"({"decision": "allow", "reason": 1})", R"({"decision": "allow", "updatedInput": "make"})",
          R"({"decision": "allow", "updatedInput": {}})", R"({"decision": "allow", "updatedInput": {"command": ""}})",
          "{\"decision\": \"allow\"", "\xff\xfe"}) {
        EXPECT_FALSE(parse_hook_answer(text, kRewritable)) << text;
    }
}

TEST(ClassifierAnswer, OnlySafeWithHighConfidenceIsAYesAndNothingIsANo) {
    const auto answer = [](std::string_view text) { return parse_classifier_answer(text).value(); };
    const Answer yes = answer(R"({"safe": true, "confidence": "high", "reason": "it lists files"})");
    EXPECT_EQ(yes.verdict, Verdict::allowed);
    EXPECT_EQ(yes.message, "it lists files");
    for (const std::string_view text :
         {"", "{}", R"({"safe": true})", R"({"safe": true, "confidence": "medium"})",
          R"({"safe": false, "confidence": "high"})", R"({"safe": "true", "confidence": "high"})",
          R"({"decision": "deny"})", R"({"decision": "allow"})"}) {
        EXPECT_EQ(answer(text).verdict, Verdict::nobody) << text;
    }
    for (const std::string_view text : {"safe", "[]", R"({"safe": true, "confidence": "high"}x)"}) {
        EXPECT_FALSE(parse_classifier_answer(text)) << text;
    }
}

TEST(QuestionJson, TellsWhatThereIsToKnow) {
    Question question{.subject = "rm \"$x\"", .directory = *AbsPath::parse("/p"), .may_be_rewritten = true};
    question.analysis = std::make_shared<const shell::Analysis>(shell::analyse(question.subject));
    question.reasons = {{.verdict = policy::Verdict::ask, .kind = policy::ReasonKind::rule, .rule = "Bash(rm:*)"}};
    const std::string line =
        question_json(question, {.session = "s", .headless = true}, Audience::hook, std::chrono::milliseconds(5000));
    EXPECT_EQ(line.find('\n'), line.size() - 1);
    const auto json = nlohmann::json::parse(line);
    EXPECT_EQ(json["command"], "rm \"$x\"");
    EXPECT_EQ(json["directory"], "/p");
    EXPECT_EQ(json["reasons"][0]["rule"], "Bash(rm:*)");
    EXPECT_EQ(json["analysis"]["commands"][0]["argv"][0], "rm");
    EXPECT_EQ(json["analysis"]["commands"][0]["literal"], false);
    EXPECT_EQ(json["headless"], true);
    EXPECT_EQ(json["deadlineMs"], 5000);
    EXPECT_EQ(json["session"], "s");
    EXPECT_TRUE(json["actor"].is_null());
    EXPECT_EQ(json["mayRewrite"], true);
    const auto other = nlohmann::json::parse(question_json({.about = About::host, .subject = "a:443"}, {},
                                                           Audience::classifier, std::chrono::milliseconds(1)));
    EXPECT_EQ(other["about"], "host");
    EXPECT_EQ(other["event"], "classify");
    EXPECT_TRUE(other["analysis"].is_null());
    EXPECT_EQ(other["mayRewrite"], false);
}

}  // namespace
}  // namespace postern::approval
