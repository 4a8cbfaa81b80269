// Settings and a question in, a decision out: the first half of the flow, which every command that judges goes through.
//
//     places ──load──▶ Settings ──compile──▶ Policy          once per Session
//     question ──analyse──▶ Analysis ──decide──▶ Decision    for each question
#pragma once

#include "base/abs_path.h"
#include "base/result.h"
#include "policy/decide.h"
#include "policy/policy.h"
#include "settings/load.h"
#include "settings/places.h"
#include "shell/analysis.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace postern::app {

struct SessionOptions {
    std::optional<std::string> cwd{};            // the directory the question is about; else where we are
    std::optional<std::string> settings_file{};  // instead of every layer
    std::vector<std::string> sets{};             // KEY=VALUE
};

// Everything that is the same for many questions. One that exists has valid settings and rules.
struct Session {
    settings::Places places;
    settings::Settings settings;
    policy::Policy policy;
    std::vector<settings::Warning> warnings;
};

[[nodiscard]] Result<Session> open_session(const SessionOptions& options);

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
