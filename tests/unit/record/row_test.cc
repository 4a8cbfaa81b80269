#include "record/row.h"

#include "record/export.h"
#include "record/query.h"
#include "record/when.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace postern::record {
namespace {

using policy::Verdict;

RecordRow full_row() {
    return {.id = "01jd3kq8vafyy123",
            .time_ms = 1'700'000'000'250,
            .who = {"alice", "claude", "m1", "s1", "run"},
            .machine = "host",
            .directory = "/p",
            .tool = "Bash",
            .subject = "git push",
            .ran = "git push --dry-run",
            .verdict = Verdict::deny,
            .reasons = {{.verdict = Verdict::deny,
                         .kind = policy::ReasonKind::rule,
                         .rule = "Bash(git push:*)",
                         .source = "/p/.postern/settings.json",
                         .pointer = "/permissions/deny/0",
                         .subject = "git push",
                         .message = "it is denied"}},
            .refusal = "no",
            .answers = {{"command", "git push", "refused", "terminal", "once", "not today"}},
            .sandboxed = true,
            .profile = "ab",
            .policy = "cd",
            .outcome = "refused",
            .status = 126,
            .duration_ms = 5,
            .peak_memory_bytes = 1024,
            .refused = {{"rm -rf x", "Bash(rm:*)", "1c"}},
            .refused_left_out = 2,
            .connections = {{"a.test", "deny", "b.test", 443, 3, 4, 5}},
            .connections_left_out = 1,
            .unwritten = 7,
            .findings = {{"/p/.git", "quarantined", "why", "q-1"}},
            .weaknesses = {"w"},
            .output_tail = "out",
            .failure = Error{Errc::io, "broke", "/f"}};
}

TEST(Row, ComesBackFromItsText) {
    const RecordRow row = full_row();
    const auto back = parse_row(row_text(row));
    ASSERT_TRUE(back);
    EXPECT_EQ(row_json(*back), row_json(row));
    const auto empty = parse_row(row_text({}));
    ASSERT_TRUE(empty);
    EXPECT_EQ(row_json(*empty), row_json({}));
}

TEST(Row, OtherTypesAndMissingMembersAreEmpty) {
    EXPECT_FALSE(parse_row("[]"));
    EXPECT_FALSE(parse_row("{"));
    const auto row =
        parse_row(R"({"id": 5, "reasons": [1, {"verdict": 2}], "exitCode": "x", "answers": {}, "error": 1})");
    ASSERT_TRUE(row);
    EXPECT_EQ(row->id, "");
    EXPECT_EQ(row->reasons.size(), 2U);
    EXPECT_EQ(row->reasons[0].verdict, Verdict::deny) << "what cannot be read is no permission";
    EXPECT_FALSE(row->verdict);
    EXPECT_FALSE(row->status);
}

TEST(Row, SecretsDoNotReachTheLine) {
    RecordRow row = full_row();
    row.subject = "curl -H 'X-Api-Key: tiger' https://u:tiger@h.test";
    row.reasons[0].subject = "PASSWORD=tiger x";
    row.failure->what = "token=tiger";
    row.answers[0].message = "use --password tiger";
    row.output_tail = "secret: tiger";
    EXPECT_EQ(row_text(row).find("tiger"), std::string::npos) << row_text(row);
}

TEST(Row, ATextIsOneLine) {
    RecordRow row = full_row();
    row.subject = "a\nb\r\n\xff";
    const std::string text = row_text(row);
    EXPECT_EQ(text.find('\n'), std::string::npos);
    EXPECT_TRUE(parse_row(text));
}

TEST(Row, IdsSortByTime) {
    EXPECT_EQ(new_id(0, 0), "0000000000000000");
    EXPECT_LT(new_id(1000, ~0ULL), new_id(1001, 0));
    EXPECT_EQ(new_id(1'700'000'000'000).size(), 16U);
    EXPECT_NE(new_id(5), new_id(5));
}

TEST(Row, StepsOfTheFunnel) {
    const auto step = [](policy::ReasonKind kind, Verdict verdict, const char* rule = "") {
        return step_of({.verdict = verdict, .kind = kind, .rule = rule});
    };
    using policy::ReasonKind;
    EXPECT_EQ(step(ReasonKind::rule, Verdict::deny, "Bash"), "1a");
    EXPECT_EQ(step(ReasonKind::rule, Verdict::ask, "Bash"), "1b");
    EXPECT_EQ(step(ReasonKind::rule, Verdict::deny, "Bash(rm:*)"), "1c");
    EXPECT_EQ(step(ReasonKind::rule, Verdict::ask, "Bash(rm:*)"), "1f");
    EXPECT_EQ(step(ReasonKind::safety, Verdict::ask), "1g");
    EXPECT_EQ(step(ReasonKind::mode, Verdict::allow), "2a");
    EXPECT_EQ(step(ReasonKind::sandbox, Verdict::allow), "2b");
    EXPECT_EQ(step(ReasonKind::fallback, Verdict::ask), "3");
}

TEST(Row, AnAgentReadsWhatItsOwnSessionDid) {
    const RecordRow row = full_row();
    EXPECT_TRUE(may_read({}, row));
    EXPECT_TRUE(may_read({.session = "s1"}, row));
    EXPECT_FALSE(may_read({.session = "s2"}, row));
    RecordRow nobodys = row;
    nobodys.who.session.clear();
    EXPECT_FALSE(may_read({.session = ""}, nobodys)) << "no session is nobody's";
    EXPECT_EQ(narrowed({}, {.session = "s1"}).session, "s1");
    EXPECT_EQ(narrowed({.session = "s2"}, {.session = "s1"}).limit, 0U);
    EXPECT_EQ(narrowed({.session = "s2"}, {}).session, "s2");
}

TEST(Row, QuestionsBecomeSql) {
    const SqlText text = sql_for_rows({.actor = "a'; DROP TABLE requests",
                                       .verdict = Verdict::deny,
                                       .since = 5,
                                       .grep = "x",
                                       .wanted = RowsWanted::failed,
                                       .limit = 7});
    EXPECT_EQ(text.sql,
              "SELECT number, offset FROM requests WHERE actor = ? AND time >= ? AND verdict = ? AND ok = 0 AND "
              "instr(words, ?) > 0 ORDER BY number DESC LIMIT 7");
    EXPECT_EQ(text.values, (std::vector<SqlValue>{std::string("a'; DROP TABLE requests"), std::int64_t{5},
                                                  std::int64_t{2}, std::string("x")}));
}

TEST(Row, TimesAsPeopleWriteThem) {
    EXPECT_EQ(parse_age("90d"), 90 * kDayMs);
    EXPECT_EQ(parse_age("1d12h"), kDayMs + kDayMs / 2);
    for (const char* wrong : {"", "90", "d", "1x", "-1d", "99999999999999999999d"})
        EXPECT_FALSE(parse_age(wrong)) << wrong;
    EXPECT_EQ(parse_when("1h", 7'200'000), 3'600'000);
    EXPECT_TRUE(parse_when("2026-11-18", 0));
    EXPECT_EQ(*parse_when("2026-11-18T10:00", 0) - *parse_when("2026-11-18T09:30", 0), 1'800'000);
    EXPECT_FALSE(parse_when("yesterday", 0));
    EXPECT_EQ(utc_time(1'700'000'000'250), "2023-11-14T22:13:20.250Z");
}

TEST(Row, EventsTellTheLifeOfACommand) {
    RecordRow row = full_row();
    const auto names = [](const RecordRow& of) {
        std::vector<std::string> out;
        for (const RowJson& event : exec_events(of)) out.push_back(event["event"]);
        return out;
    };
    EXPECT_EQ(names(row), (std::vector<std::string>{"exec.asked", "exec.answered", "exec.denied", "exec.denied"}));
    row.stage = RowStage::started;
    EXPECT_EQ(names(row), std::vector<std::string>{"exec.started"});
    row = {.id = "i", .verdict = Verdict::allow, .outcome = "exited", .status = 0, .output_tail = "the end"};
    EXPECT_EQ(names(row), std::vector<std::string>{"exec.finished"});
    EXPECT_EQ(exec_events(row)[0]["output"], "the end");
    EXPECT_EQ(exec_events(row)[0]["exitCode"], 0);
}

TEST(Row, OtherSystemsGetWhatTheyExpect) {
    const RowJson ocsf = ocsf_event(full_row());
    EXPECT_EQ(ocsf["class_uid"], 1007);
    EXPECT_EQ(ocsf["type_uid"], 100701);
    EXPECT_EQ(ocsf["disposition_id"], 2);
    EXPECT_EQ(ocsf["process"]["cmd_line"], "git push");
    EXPECT_EQ(ocsf["firewall_rule"]["name"], "Bash(git push:*)");
    const RowJson otlp = otlp_logs({full_row()});
    const RowJson& log = otlp["resourceLogs"][0]["scopeLogs"][0]["logRecords"][0];
    EXPECT_EQ(log["timeUnixNano"], "1700000000250000000");
    EXPECT_EQ(log["severityNumber"], 17);
    EXPECT_EQ(log["body"]["stringValue"], "git push");
}

}  // namespace
}  // namespace postern::record
