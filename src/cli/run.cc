// postern run: the whole flow. stdout belongs to the command; Postern's own words go to stderr.
#include "app/pipeline.h"
#include "base/file.h"
#include "base/quantity.h"
#include "base/quote.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/render.h"
#include "cli/request.h"
#include "cli/sandbox_options.h"

#include <csignal>
#include <utility>
#include <variant>

namespace postern::cli {
namespace {

std::string outcome_text(const run::Outcome& outcome) {
    if (const auto* failed = std::get_if<run::SetupFailed>(&outcome)) return failed->what + "; nothing was run";
    if (const auto* late = std::get_if<run::TimedOut>(&outcome)) {
        return "timed out after " + std::to_string(late->after_ms) + " ms";
    }
    if (const auto* missing = std::get_if<run::NotExecuted>(&outcome)) {
        return describe_errno("the program cannot be started", missing->error);
    }
    return {};
}

void tell(const app::RunReport& report, const Parsed& options) {
    if (!report.run) {
        const std::string verdict =
            verdict_text(report.answer.decision, options.has(Opt::verbose) ? Detail::full : Detail::brief);
        std::string line = "refused; " + verdict.substr(0, verdict.size() - 1);
        if (!report.refusal.empty()) line += "; " + report.refusal;
        return say(line);
    }
    if (const std::string text = outcome_text(report.run->outcome); !text.empty()) say(text);
    if (!options.has(Opt::quiet)) {
        for (const std::string& line : unconnected_lines(report.connections.entries())) say(line);
        for (const scrub::Finding& finding : report.findings) say(finding_text(finding));
    }
    if (!options.has(Opt::verbose) || !report.profile) return;
    for (const auto& dropped : report.profile->dropped) say("left out " + printable(dropped.name) + ": " + dropped.why);
    for (const std::string& note : report.profile->notes) say(printable(note));
}

// A Ctrl-C that ended the command went to its process group only. The shell that started us, a script around us, must
// learn of it in the same way: a loop of commands ends at a Ctrl-C because what the shell waited for died of one.
void pass_interrupt_on(const app::RunReport& report) {
    if (!report.run || !report.run->had_terminal) return;
    const auto* end = std::get_if<run::Signaled>(&report.run->outcome);
    if (end == nullptr || end->signal != SIGINT) return;
    (void)::kill(0, SIGINT);  // ignored, as it may be, it changes nothing
}

}  // namespace

int run_run(const Parsed& options) {
    auto question = question_from(options);
    if (!question) return report(question.error());
    app::RunRequest request{.question = std::move(*question)};
    auto spec = spec_options(options);
    if (!spec) return report(spec.error());
    request.spec = std::move(*spec);
    const bool json = options.has(Opt::json);
    if (const auto size = options.value(Opt::max_output)) {
        const auto bytes = parse_bytes(*size);
        if (!bytes) return report({bytes.error().code, bytes.error().what, "--max-output"});
        run::OutputLimits limits;
        request.capture = run::OutputLimits{.head = *bytes, .tail = std::min(limits.tail, *bytes / 10)};
        request.pass_through = !json;
    } else if (json) {
        request.capture = run::OutputLimits{};
    }
    const auto session = open_session(options);
    if (!session) return report(session.error());

    const bool quiet = options.has(Opt::quiet);
    const app::People people{.tell_weaknesses =
                                 [quiet](const std::vector<std::string>& sentences) {
                                     if (quiet) return;
                                     for (const std::string& sentence : sentences)
                                         say("warning: " + printable(sentence));
                                 },
                             .tell_denied = [](const guard::Denied& denied) { say(denied_text(denied)); }};
    const auto result = app::run_command(*session, request, people);
    if (!result) return report(result.error());
    const int status = app::exit_status(*result);
    if (json) return print(run_json(*result), status);
    tell(*result, options);
    pass_interrupt_on(*result);
    return status;
}

}  // namespace postern::cli
