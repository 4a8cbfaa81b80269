#include "app/judge.h"

#include "app/host.h"
#include "app/run_counts.h"
#include "base/overloaded.h"
#include "host/host_probe.h"
#include "host/kernel_facts.h"
#include "network/upstream.h"
#include "settings/defaults.h"

#include <array>
#include <chrono>
#include <utility>

namespace postern::app {
namespace {

#ifdef __linux__
constexpr bool kSandboxHere = true;
#else
constexpr bool kSandboxHere = false;
#endif

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

Answer judge_command(const Session& session, std::string text, shell::Analysis analysis, bool unsandboxed) {
    auto decision =
        policy::decide_command(session.policy, {.text = text, .analysis = analysis, .unsandboxed = unsandboxed});
    return {std::move(text), std::move(analysis), std::move(decision)};
}

}  // namespace

Result<Session> open_session(const SessionOptions& options) {
    auto cwd = working_directory(options.cwd);
    if (!cwd) return tl::unexpected(std::move(cwd.error()));
    auto places = settings::from_environment(*cwd);
    if (!places) return tl::unexpected(std::move(places.error()));

    settings::LoadOptions layers{.only_file = {}, .sets = options.sets};
    if (options.settings_file) {
        auto file = named_path(*options.settings_file);
        if (!file) return tl::unexpected(std::move(file.error()));
        layers.only_file = std::move(*file);
    }
    auto loaded = settings::load(*places, layers);
    if (!loaded) return tl::unexpected(std::move(loaded.error()));

    const bool sandboxed =
        kSandboxHere && settings::platform_enabled(loaded->settings, host::settings_name(host::platform()));
    policy::Host host{
        .cwd = std::move(*cwd),
        .home = places->home,
        .has_sandbox = sandboxed,
        .has_exec_guard = sandboxed && settings::exec_guard(loaded->settings) != settings::ExecGuardMode::off &&
                          host::read_walls().user_notification,
        .follow_links = follow_links,
        .times_run = [counts = RunCounts(places->state_home)](const policy::Limit& limit, const std::string& counter) {
            const auto used = counts.used({counter, limit.max, limit.per}, std::chrono::system_clock::now());
            return used.value_or(limit.max);  // what cannot be read may be used up
        }};
    auto compiled = policy::compile(loaded->settings, std::move(host));
    if (!compiled) return tl::unexpected(std::move(compiled.error()));
    if (auto proxies = network::read_upstreams(loaded->settings, {}); !proxies) {
        return tl::unexpected(std::move(proxies.error()));
    }

    for (auto& warning : compiled->warnings) {
        loaded->warnings.push_back({std::move(warning.what), std::move(warning.where)});
    }
    return Session{std::move(*places), std::move(loaded->settings), std::move(compiled->policy),
                   std::move(loaded->warnings)};
}

Result<Question> question_about(const ToolCall& call) {
    const auto wrong = [&](const std::string& what) {
        return fail(Errc::invalid, "the tool " + call.name + ' ' + what);
    };
    for (const auto& [name, tool] : kPathTools) {
        if (call.name != name) continue;
        if (call.host) return wrong("takes a path, not a host");
        if (!call.path) return wrong("needs a path");
        return Question{FileUse{tool, *call.path}};
    }
    if (call.path) return wrong("takes no path");
    if (call.name == "WebFetch") {
        if (!call.host) return wrong("needs a host");
        return Question{Connection{*call.host}};
    }
    if (call.host) return wrong("takes no host");
    if (call.name == "Bash") return wrong("needs a command");
    if (call.name.empty()) return fail(Errc::invalid, "an empty tool name");
    return Question{OtherTool{call.name}};
}

Answer judge(const Session& session, const Question& question) {
    const policy::Policy& policy = session.policy;
    return std::visit(
        Overloaded{
            [&](const ShellText& shell) {
                return judge_command(session, shell.text, shell::analyse(shell.text), question.unsandboxed);
            },
            [&](const Program& program) {
                return judge_command(session, joined(program.argv), shell::analyse_argv(program.argv),
                                     question.unsandboxed);
            },
            [&](const FileUse& use) {
                return Answer{.text = use.path, .decision = policy::decide_path(policy, use.tool, use.path)};
            },
            [&](const Connection& to) {
                return Answer{.text = to.host, .decision = policy::decide_host(policy, to.host)};
            },
            [&](const OtherTool& tool) {
                return Answer{.text = tool.name, .decision = policy::decide_tool(policy, tool.name)};
            },
        },
        question.subject);
}

}  // namespace postern::app
