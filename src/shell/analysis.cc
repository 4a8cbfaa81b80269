#include "shell/analysis.h"

#include "shell/collector.h"
#include "shell/parser.h"

#include <utility>

namespace postern::shell {

Analysis analyse(std::string_view text, const AnalysisLimits& limits) {
    Collector collector(limits);
    const Span whole{0, static_cast<std::uint32_t>(text.size())};
    collector.places().front().span = whole;
    if (text.size() > limits.bytes) {
        collector.add_unknown({.doubt = Doubt::limit,
                               .what = "the text is longer than " + std::to_string(limits.bytes) + " bytes",
                               .span = whole});
    } else if (text.find('\0') != std::string_view::npos) {
        collector.add_unknown({.doubt = Doubt::limit,
                               .what = "the text contains a NUL byte, which no shell can be given",
                               .span = whole});
    } else {
        Parser(collector, text, 0, nullptr).parse_all();
    }
    return collector.take();
}

Analysis analyse_argv(const std::vector<std::string>& argv, const AnalysisLimits& limits) {
    Collector collector(limits);
    Command command;
    std::uint32_t at = 0;
    std::size_t total = 0;
    for (const std::string& arg : argv) {
        const auto end = static_cast<std::uint32_t>(at + arg.size());
        command.words.push_back({.text = arg.substr(0, arg.find('\0')), .span = {at, end}, .quoted = true});
        at = end + 1;
        total += arg.size() + 1;
    }
    command.span = {0, at == 0 ? 0 : at - 1};
    collector.places().front().span = command.span;
    if (total > limits.bytes) {
        collector.add_unknown({.doubt = Doubt::limit,
                               .what = "the arguments are longer than " + std::to_string(limits.bytes) + " bytes",
                               .span = command.span});
    } else if (!argv.empty()) {
        collector.complete(collector.add_command(std::move(command)));
    }
    return collector.take();
}

std::string_view to_string(Doubt doubt) noexcept {
    switch (doubt) {
        case Doubt::syntax: return "syntax";
        case Doubt::limit: return "limit";
        case Doubt::command_name: return "command-name";
        case Doubt::option: return "option";
        case Doubt::inline_code: return "inline-code";
        case Doubt::script_input: return "script-input";
        case Doubt::sourced_file: return "sourced-file";
        case Doubt::environment: return "environment";
        case Doubt::alias: return "alias";
        case Doubt::runs_option: return "runs-option";
        case Doubt::written_file: return "written-file";
        case Doubt::directory: return "directory";
        case Doubt::characters: return "characters";
        case Doubt::evaluated_text: return "evaluated-text";
    }
    return "unknown";
}

std::string_view to_string(PlaceKind kind) noexcept {
    switch (kind) {
        case PlaceKind::top: return "top";
        case PlaceKind::pipeline: return "pipeline";
        case PlaceKind::group: return "group";
        case PlaceKind::subshell: return "subshell";
        case PlaceKind::condition: return "condition";
        case PlaceKind::loop: return "loop";
        case PlaceKind::branch: return "branch";
        case PlaceKind::case_arm: return "case-arm";
        case PlaceKind::function: return "function";
        case PlaceKind::coproc: return "coproc";
        case PlaceKind::substitution: return "substitution";
        case PlaceKind::process_substitution: return "process-substitution";
        case PlaceKind::arithmetic: return "arithmetic";
        case PlaceKind::heredoc: return "heredoc";
        case PlaceKind::shell_code: return "shell-code";
        case PlaceKind::eval: return "eval";
        case PlaceKind::trap: return "trap";
        case PlaceKind::alias: return "alias";
        case PlaceKind::wrapper: return "wrapper";
        case PlaceKind::callback: return "callback";
    }
    return "unknown";
}

}  // namespace postern::shell
