// postern explain ID: a past decision with its reasons, and what the settings of today say to the same command.
#include "base/text.h"
#include "cli/audit_edges.h"
#include "cli/commands.h"
#include "cli/render.h"
#include "cli/request.h"
#include "record/redact.h"

#include <nlohmann/json.hpp>

namespace postern::cli {
namespace {

struct Today {
    bool same_settings = false;
    app::Judgement judgement{};
};

// Judges the command again, where it was judged then.
Result<Today> judge_today(const Parsed& options, const record::RecordRow& row) {
    app::SessionOptions wanted = session_options(options);
    if (!wanted.cwd && !row.directory.empty()) wanted.cwd = row.directory;
    const auto session = app::open_session(wanted);
    if (!session) return tl::unexpected(session.error());
    const app::Query query{.subject = app::ShellText{row.subject}, .unsandboxed = !row.sandboxed && row.verdict};
    return Today{session->digest == row.policy, app::judge(*session, query)};
}

std::string today_text(const Result<Today>& today, const record::RecordRow& row, const TextStyle& style) {
    if (!today) return "\nThe settings of today make no decision: " + text_of(today.error()) + '\n';
    const policy::Decision& decision = today->judgement.decision;
    std::string out = today->same_settings
                          ? "\nThe settings are those of that time.\n"
                          : "\nThe settings have changed since, or options of the command line are missing here.\n";
    if (decision.verdict == row.verdict && today->same_settings) return out;
    out += "Today the verdict would be " + style.bold(to_string(decision.verdict)) + ":\n";
    const std::string reasons = verdict_text(decision, Detail::full);
    for (const std::string_view line : split(reasons, '\n')) out += "    " + std::string(line) + '\n';
    return out;
}

}  // namespace

Result<int> explain_past(const Parsed& options) {
    if (options.has(Opt::command) || options.has(Opt::tool) || options.program())
        return fail(Errc::invalid, "an id goes without -c, -- and --tool");
    auto book = AuditBook::open();
    if (!book) return tl::unexpected(book.error());
    const auto row = book->row(options.operands().front());
    if (!row) return tl::unexpected(row.error());
    const bool complete = row->tool == "Bash" && row->subject.find(record::kRedacted) == std::string::npos;
    const Result<Today> today =
        complete ? judge_today(options, *row)
                 : Result<Today>(fail(Errc::unsupported, "secrets were left out of the command, or it is none"));
    if (!options.has(Opt::json)) {
        const TextStyle style = text_style_of(STDOUT_FILENO);
        return print(story_of(*row, style) + today_text(today, *row, style), 0);
    }
    app::Json out{{"version", 1}, {"row", row_json(*row)}};
    out["sameSettings"] = today ? app::Json(today->same_settings) : app::Json(nullptr);
    out["today"] = today ? app::judgement_json(today->judgement) : app::Json(nullptr);
    return print(app::json_text(out, app::JsonLayout::one_line), 0);
}

}  // namespace postern::cli
