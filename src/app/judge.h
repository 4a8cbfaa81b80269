// A question in, a decision out: every client that judges goes through here.
//
//     question ──analyse──▶ Analysis ──decide──▶ Decision
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
struct FileUse {
    policy::PathTool tool;
    std::string path;
};
struct Connection {
    std::string host;
};
struct OtherTool {
    std::string name;
};

struct Question {
    std::variant<ShellText, Program, FileUse, Connection, OtherTool> subject;
    bool unsandboxed = false;  // the caller wants to run it outside the sandbox
};

// The question as a tool's name and its main argument. An error says what is missing or too much.
struct ToolCall {
    std::string name;
    std::optional<std::string> path{}, host{};
};
[[nodiscard]] Result<Question> question_about(const ToolCall& call);

struct Answer {
    std::string text;  // what was judged, as one line of text
    shell::Analysis analysis{};
    policy::Decision decision{};
};

[[nodiscard]] Answer judge(const Session& session, const Question& question);

}  // namespace postern::app
