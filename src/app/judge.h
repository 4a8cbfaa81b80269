// A query in, a judgement out: every client that judges goes through here.
//
//     query ──analyse──▶ Analysis ──decide──▶ Decision
#pragma once

#include "app/session.h"
#include "base/result.h"
#include "policy/decide.h"
#include "shell/analysis.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace postern::app {

struct ShellText {
    std::string text;
};
struct Program {  // and its arguments, no shell in between
    std::vector<std::string> argv;
};
struct PathQuery {
    policy::PathTool tool;
    std::string path;
};
struct HostQuery {
    std::string host;
};
struct OtherTool {
    std::string name;
};

struct Query {
    std::variant<ShellText, Program, PathQuery, HostQuery, OtherTool> subject;
    bool unsandboxed = false;  // the caller wants to run it outside the sandbox
};

// The query as a tool's name and its main argument. An error says what is missing or too much.
struct ToolCall {
    std::string name;
    std::optional<std::string> path{}, host{};
};
[[nodiscard]] Result<Query> query_for(const ToolCall& call);

struct Judgement {
    std::string text;  // what was judged, as one line of text
    shell::Analysis analysis{};
    policy::Decision decision{};
};

[[nodiscard]] Judgement judge(const Session& session, const Query& query);

}  // namespace postern::app
