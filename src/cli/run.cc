// postern run: judges a command and runs it. stdout belongs to the command; messages of Postern go to stderr.
#include "app/run.h"
#include "approval/terminal_approver.h"
#include "base/file.h"
#include "base/overloaded.h"
#include "base/quantity.h"
#include "base/quote.h"
#include "cli/commands.h"
#include "cli/live_lines.h"
#include "cli/output.h"
#include "cli/render.h"
#include "cli/request.h"

#include <csignal>
#include <utility>
#include <variant>

namespace postern::cli {
namespace {

approval::Approvers people_for(const Parsed& options) {
    approval::Approvers out;
    if (!options.has(Opt::headless)) out.push_back(std::make_unique<approval::TerminalApprover>());
    return out;
}

std::string outcome_text(const run::Outcome& outcome, const std::string& program) {
    if (const auto* failed = std::get_if<run::SetupFailed>(&outcome)) return failed->what + "; nothing was run";
    if (const auto* late = std::get_if<run::TimedOut>(&outcome)) {
        return "timed out after " + std::to_string(late->after_ms) + " ms";
    }
    if (const auto* missing = std::get_if<run::NotExecuted>(&outcome)) {
        return describe_errno(printable(program) + " cannot be started", missing->error);
    }
    return {};
}

// Says how it ended, if the command itself could not.
void tell_end(const app::RunRecord& record, const Parsed& options) {
    if (!record.result) {
        const std::string verdict =
            verdict_text(record.judgement.decision, options.has(Opt::verbose) ? Detail::full : Detail::brief);
        std::string line = "refused; " + verdict.substr(0, verdict.size() - 1);
        if (!record.refusal.empty()) line += "; " + record.refusal;
        if (record.counted) line += " (" + record.counted->text + ')';
        if (record.place && record.place->enabled) line += "; postern audit show " + record.id;
        return say(line);
    }
    const std::string program = options.program() ? options.program()->front() : "bash";
    if (const std::string text = outcome_text(record.result->outcome, program); !text.empty()) say(text);
    if (!options.has(Opt::verbose)) return;
    for (const auto& dropped : record.profile->dropped) say("left out " + printable(dropped.name) + ": " + dropped.why);
    for (const std::string& note : record.profile->notes) say(printable(note));
}

// A Ctrl-C that ended the command went to its process group only. The shell that started us, a script around us, must
// learn of it in the same way: a loop of commands ends at a Ctrl-C because what the shell waited for died of one.
void pass_interrupt_on(const app::RunRecord& record) {
    if (!record.result || !record.result->had_terminal) return;
    const auto* end = std::get_if<run::Signaled>(&record.result->outcome);
    if (end == nullptr || end->signal != SIGINT) return;
    (void)::kill(0, SIGINT);  // ignored, as it may be, it changes nothing
}

}  // namespace

Result<int> run_command_line(const Parsed& options) {
    auto query = query_from(options);
    if (!query) return tl::unexpected(query.error());
    app::RunRequest request{.session = session_options(options), .query = std::move(*query)};
    auto spec = spec_options(options);
    if (!spec) return tl::unexpected(spec.error());
    request.spec = std::move(*spec);
    request.who = requester(options);
    const bool json = options.has(Opt::json);
    if (const auto size = options.value(Opt::max_output)) {
        const auto bytes = parse_bytes(*size);
        if (!bytes) return fail(bytes.error().code, bytes.error().what, "--max-output");
        run::OutputLimits limits;
        request.capture = run::OutputLimits{.head = *bytes, .tail = std::min(limits.tail, *bytes / 10)};
        request.pass_through = !json;
    } else if (json) {
        request.capture = run::OutputLimits{};
    }
    app::LedgerRecords records;
    app::Edges edges{.approvers = people_for(options), .live = LiveLines(options), .records = records};
    const app::RunRecord record = app::run(request, std::move(edges));
    const int status = app::exit_status(record);
    if (record.failure) {
        if (!json || !record.result) return tl::unexpected(*record.failure);
        (void)report(*record.failure, OutputFormat::text);  // it ran, so the object tells the whole story
    }
    if (json) return print(run_json(record), status);
    tell_end(record, options);
    pass_interrupt_on(record);
    return status;
}

}  // namespace postern::cli
