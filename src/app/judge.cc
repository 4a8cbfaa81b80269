#include "app/judge.h"

#include "base/overloaded.h"

#include <array>
#include <utility>

namespace postern::app {
namespace {

struct NamedPathTool {
    std::string_view name;
    policy::PathTool tool;
};
constexpr auto kPathTools = std::to_array<NamedPathTool>({
    {"Read", policy::PathTool::read},
    {"NotebookRead", policy::PathTool::read},
    {"Glob", policy::PathTool::read},
    {"Grep", policy::PathTool::read},
    {"LS", policy::PathTool::read},
    {"Edit", policy::PathTool::edit},
    {"MultiEdit", policy::PathTool::edit},
    {"NotebookEdit", policy::PathTool::edit},
    {"Write", policy::PathTool::write},
});

std::string joined(const std::vector<std::string>& words) {
    std::string out;
    for (const std::string& word : words) {
        if (!out.empty()) out += ' ';
        out += word;
    }
    return out;
}

Judgement analysed(const ShellText& shell) {
    return {.text = shell.text, .analysis = shell::analyse(shell.text)};
}

Judgement analysed(const Program& program) {
    return {.text = joined(program.argv), .analysis = shell::analyse_argv(program.argv)};
}

template <class Subject>
Judgement judge_command(const policy::Policy& policy, const Subject& subject, const Query& query) {
    Judgement out = analysed(subject);
    out.decision =
        policy::decide_command(policy, {.text = out.text, .analysis = out.analysis, .unsandboxed = query.unsandboxed});
    return out;
}

}  // namespace

Result<Query> query_for(const ToolCall& call) {
    const auto wrong = [&](const std::string& what) {
        return fail(Errc::invalid, "the tool " + call.name + ' ' + what);
    };
    for (const auto& [name, tool] : kPathTools) {
        if (call.name != name) continue;
        if (call.host) return wrong("takes a path, not a host");
        if (!call.path) return wrong("needs a path");
        return Query{PathQuery{tool, *call.path}};
    }
    if (call.path) return wrong("takes no path");
    if (call.name == "WebFetch") {
        if (!call.host) return wrong("needs a host");
        return Query{HostQuery{*call.host}};
    }
    if (call.host) return wrong("takes no host");
    if (call.name == "Bash") return wrong("needs a command");
    if (call.name.empty()) return fail(Errc::invalid, "an empty tool name");
    return Query{OtherTool{call.name}};
}

Judgement judge(const Session& session, const Query& query) {
    const policy::Policy& policy = session.policy;
    return std::visit(Overloaded{
                          [&](const ShellText& shell) { return judge_command(policy, shell, query); },
                          [&](const Program& program) { return judge_command(policy, program, query); },
                          [&](const PathQuery& use) {
                              return Judgement{.text = use.path,
                                               .decision = policy::decide_path(policy, use.tool, use.path)};
                          },
                          [&](const HostQuery& to) {
                              return Judgement{.text = to.host, .decision = policy::decide_host(policy, to.host)};
                          },
                          [&](const OtherTool& tool) {
                              return Judgement{.text = tool.name, .decision = policy::decide_tool(policy, tool.name)};
                          },
                      },
                      query.subject);
}

}  // namespace postern::app
