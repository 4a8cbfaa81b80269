#include "cli/render.h"

#include "cli/request.h"

#include <nlohmann/json.hpp>

#include <gtest/gtest.h>

namespace postern::cli {
namespace {

using policy::Decision;
using policy::Reason;
using policy::ReasonKind;
using policy::Verdict;

const Reason kRule{.verdict = Verdict::deny,
                   .kind = ReasonKind::rule,
                   .rule = "Bash(rm:*)",
                   .source = "/p/settings.json",
                   .pointer = "/permissions/deny/0",
                   .subject = "rm x",
                   .message = "Bash(rm:*) denies `rm x`"};
const Reason kHarmless{
    .verdict = Verdict::allow, .kind = ReasonKind::read_only, .subject = "ls", .message = "is known to change nothing"};

TEST(VerdictText, OneLineThenAll) {
    const Decision one{Verdict::deny, {kHarmless, kRule}};
    EXPECT_EQ(verdict_text(one, Detail::brief),
              "deny: Bash(rm:*) denies `rm x` (/p/settings.json#/permissions/deny/0)\n");
    EXPECT_EQ(verdict_text(one, Detail::full),
              "deny: Bash(rm:*) denies `rm x` (/p/settings.json#/permissions/deny/0)\n"
              "allow: `ls` is known to change nothing\n");
    Reason other = kRule;
    other.subject = "rm y";
    other.message = "Bash(rm:*) denies `rm y`";
    const Decision two{Verdict::deny, {kRule, kRule, other}};
    EXPECT_EQ(verdict_text(two, Detail::brief),
              "deny: Bash(rm:*) denies `rm x` (/p/settings.json#/permissions/deny/0) [and 1 more: -v]\n");
    EXPECT_EQ(verdict_text({}, Detail::brief), "deny: no reason was given\n");
}

TEST(VerdictText, NothingReachesTheTerminalUnescaped) {
    Reason reason = kRule;
    reason.message = "x \x1b[31m \u202e `rm x`";
    reason.source = "/p/\n/settings.json";
    const std::string text = verdict_text({Verdict::deny, {reason}}, Detail::brief);
    EXPECT_EQ(text.find('\x1b'), std::string::npos);
    EXPECT_EQ(text.find("\u202e"), std::string::npos);
    EXPECT_EQ(text.find('\n'), text.size() - 1);
}

TEST(UnconnectedLines, EachHostOnceAndWhy) {
    const network::ConnectionRecord unknown{
        .host = "a.test", .port = 443, .reason = "`a.test:443` is not on the list of allowed hosts"};
    const network::ConnectionRecord missing{.host = "b.test", .port = 22, .reason = "there is no host of this name"};
    const network::ConnectionRecord fine{.host = "c.test", .port = 443, .verdict = Verdict::allow};
    const network::ConnectionRecord nothing{.reason = "bad request"};
    EXPECT_EQ(unconnected_lines({unknown, fine, missing, nothing, unknown}),
              (std::vector<std::string>{"not connected; `a.test:443` is not on the list of allowed hosts",
                                        "not connected; b.test:22: there is no host of this name"}));
    std::vector<network::ConnectionRecord> many(15, missing);
    for (std::size_t i = 0; i < many.size(); ++i) many[i].port = static_cast<std::uint16_t>(i + 1);
    EXPECT_EQ(unconnected_lines(many).size(), 11U);
    EXPECT_EQ(unconnected_lines(many).back(), "not connected; and 5 more: --json lists them");
}

TEST(AnswerJson, AbsentIsNullAndHolesAreVisible) {
    app::Judgement answer{
        .text = "rm $x", .analysis = shell::analyse("rm $x"), .decision = {Verdict::deny, {kHarmless}}};
    const auto json = nlohmann::json::parse(judgement_line(answer, R"("q1")"));
    EXPECT_EQ(json["id"], "q1");
    EXPECT_EQ(json["version"], 1);
    EXPECT_TRUE(json["reasons"][0]["rule"].is_null());
    EXPECT_EQ(json["commands"][0]["argv"], (nlohmann::json{"rm", "…"}));
    EXPECT_EQ(json["commands"][0]["literal"], false);
    EXPECT_TRUE(json["commands"][0]["via"].is_null());
    EXPECT_TRUE(nlohmann::json::parse(judgement_line(answer, {}))["id"].is_null());
}

TEST(AnswerJson, BytesThatAreNotUtf8AreReplaced) {
    const app::Judgement answer{.text = "rm \xff", .analysis = shell::analyse("rm \xff"), .decision = {}};
    const auto json = nlohmann::json::parse(judgement_line(answer, {}));
    EXPECT_EQ(json["commands"][0]["argv"][1], "\ufffd");
    const nlohmann::json error{{"kind", "parse"}, {"what", "bad \ufffd"}, {"where", "line:1:1"}};
    EXPECT_EQ(nlohmann::json::parse(refusal_line({Errc::parse, "bad \xff", "line:1:1"}, {}))["error"], error);
    EXPECT_EQ(nlohmann::json::parse(error_document({Errc::parse, "bad \xff", "line:1:1"}))["error"], error);
}

std::string drawn(const char* text, const TextStyle& style) {
    return command_tree({.text = text, .analysis = shell::analyse(text), .decision = {}}, style);
}

TEST(Tree, InnerCommandsHangUnderWhatHoldsThem) {
    EXPECT_EQ(drawn("env rm x; echo $(date)", {.colour = false, .unicode = true}),
              "├─ env rm x    nothing said about it alone\n"
              "│  └─ rm x     nothing said about it alone\n"
              "└─ echo …      nothing said about it alone\n"
              "   └─ (substitution)\n"
              "      └─ date  nothing said about it alone\n");
    EXPECT_EQ(drawn("ls; pwd", {}),
              "|- ls   nothing said about it alone\n"
              "`- pwd  nothing said about it alone\n");
    EXPECT_EQ(drawn("", {}), "");
}

TEST(Tree, ARuleThatIsPerhapsMetDoesNotAllow) {
    Reason perhaps = kRule;
    perhaps.verdict = Verdict::allow;
    perhaps.kind = ReasonKind::undecidable;
    perhaps.command = 0;
    const app::Judgement answer{
        .text = "$x", .analysis = shell::analyse("$x"), .decision = {Verdict::allow, {perhaps}}};
    EXPECT_EQ(command_tree(answer, {}), "`- …  allow  undecidable\n");
}

TEST(Tree, HasAnEnd) {
    std::string many;
    for (int i = 0; i < 5000; ++i) many += "ls;";
    const std::string text = drawn(many.c_str(), {});
    EXPECT_LT(text.size(), 20000U);
    EXPECT_NE(text.find("more parts"), std::string::npos);
}

TEST(ExitStatus, FollowsTheVerdict) {
    EXPECT_EQ(exit_status(Verdict::allow), 0);
    EXPECT_EQ(exit_status(Verdict::ask), 1);
    EXPECT_EQ(exit_status(Verdict::deny), 2);
}

}  // namespace
}  // namespace postern::cli
