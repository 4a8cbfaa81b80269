#include "cli/render.h"

#include "app/judgement_json.h"

#include <nlohmann/json.hpp>

namespace postern::cli {
namespace {

using app::Json;
using app::JsonLayout;

// `id` is JSON text that parse_batch_line made, or empty.
Json id_json(std::string_view id) {
    return id.empty() ? Json(nullptr) : Json::parse(id, nullptr, false);
}

Json outcome_json(const run::Outcome& outcome) {
    Json out{{"kind", run::name_of(outcome)}};
    if (const auto* exited = std::get_if<run::Exited>(&outcome)) out["code"] = exited->code;
    if (const auto* killed = std::get_if<run::Signaled>(&outcome)) {
        out["signal"] = killed->signal;
        out["core"] = killed->core;
    }
    if (const auto* late = std::get_if<run::TimedOut>(&outcome)) out["afterMs"] = late->after_ms;
    if (const auto* failed = std::get_if<run::SetupFailed>(&outcome)) out["message"] = failed->what;
    if (const auto* missing = std::get_if<run::NotExecuted>(&outcome)) out["errno"] = missing->error;
    return out;
}

Json output_json(const std::optional<run::Captured>& output) {
    if (!output) return nullptr;
    return Json{{"text", output->text}, {"bytes", output->total}, {"cut", output->cut()}};
}

}  // namespace

std::string_view action_name(scrub::Action action) {
    switch (action) {
        case scrub::Action::quarantined: return "quarantined";
        case scrub::Action::reverted: return "reverted";
        case scrub::Action::failed: return "failed";
        case scrub::Action::reported: return "reported";
    }
    return "failed";
}

namespace {

Json connection_json(const network::ConnectionRecord& connection) {
    return {{"host", app::text_or_null(connection.host)},
            {"port", connection.port},
            {"address", app::text_or_null(connection.address)},
            {"via", app::text_or_null(connection.via)},
            {"verdict", to_string(connection.verdict)},
            {"reason", app::text_or_null(connection.reason)},
            {"rule", app::text_or_null(connection.rule)},
            {"times", connection.times},
            {"bytesUp", connection.bytes_up},
            {"bytesDown", connection.bytes_down},
            {"durationMs", connection.duration.count()}};
}

std::string_view wall_name(guard::RefusedWrite::Wall wall) {
    switch (wall) {
        case guard::RefusedWrite::Wall::outside: return "outside";
        case guard::RefusedWrite::Wall::guarded: return "protected";
        case guard::RefusedWrite::Wall::cannot_move: return "cannot-move";
    }
    return "outside";
}

void add_unwritten(const app::Events& events, Json& out) {
    Json unwritten = Json::array();
    std::uint64_t left_out = 0;
    for (const auto* event : app::events_of<app::Unwritten>(events)) {
        for (const guard::RefusedWrite& one : event->log.entries()) {
            unwritten.push_back({{"path", one.path},
                                 {"wall", wall_name(one.wall)},
                                 {"reason", one.reason},
                                 {"allowWrite", app::text_or_null(one.directory)},
                                 {"times", one.times}});
        }
        left_out += event->log.left_out();
    }
    out["unwritten"] = std::move(unwritten);
    out["unwrittenLeftOut"] = left_out;
}

void add_ended(const app::Events& events, Json& out) {
    Json ended = Json::array();
    std::uint64_t more = 0;
    for (const auto* event : app::events_of<app::EndedProcesses>(events)) {
        for (const auto& one : event->left.first) ended.push_back({{"pid", one.pid}, {"name", one.name}});
        more += event->left.more;
    }
    out["ended"] = std::move(ended);
    out["endedLeftOut"] = more;
}

std::string_view verdict_name(approval::Answer::Verdict verdict) {
    switch (verdict) {
        case approval::Answer::Verdict::refused: return "deny";
        case approval::Answer::Verdict::allowed: return "allow";
        case approval::Answer::Verdict::nobody: return "nobody";
    }
    return "deny";
}

std::string_view about_name(approval::About about) {
    switch (about) {
        case approval::About::command: return "command";
        case approval::About::program: return "program";
        case approval::About::host: return "host";
        case approval::About::files: return "files";
    }
    return "command";
}

// Questions, who answered them, and who failed to.
void add_answers(const app::Events& events, Json& out) {
    Json answers = Json::array(), silent = Json::array(), rewritten = Json::array();
    for (const auto* event : app::events_of<app::Asked>(events)) {
        answers.push_back({{"about", about_name(event->question.about)},
                           {"subject", event->question.subject},
                           {"answer", verdict_name(event->answer.verdict)},
                           {"kind", to_string(event->answer.kind)},
                           {"approver", app::text_or_null(event->answer.approver)},
                           {"message", app::text_or_null(event->answer.message)}});
    }
    for (const auto* event : app::events_of<app::Silent>(events)) {
        silent.push_back({{"approver", event->approver}, {"why", event->why}});
    }
    for (const auto* event : app::events_of<app::Rewritten>(events)) {
        rewritten.push_back({{"from", event->from}, {"to", event->to}, {"by", event->by}});
    }
    out["answers"] = std::move(answers);
    out["silent"] = std::move(silent);
    out["rewritten"] = std::move(rewritten);
}

// What happened while it ran, by kind.
void add_events(const app::Events& events, Json& out) {
    Json denied = Json::array(), connections = Json::array(), weaknesses = Json::array();
    std::vector<scrub::Finding> findings;
    std::uint64_t left_out = 0;
    for (const auto* event : app::events_of<app::Refused>(events)) {
        denied.push_back({{"message", event->denied.what},
                          {"answer", app::text_or_null(event->denied.answer)},
                          {"reasons", app::reasons_json(event->denied.reasons)}});
    }
    for (const auto* event : app::events_of<app::Connected>(events)) {
        for (const network::ConnectionRecord& one : event->log.entries()) connections.push_back(connection_json(one));
        left_out += event->log.left_out();
    }
    for (const auto* event : app::events_of<app::Scrubbed>(events)) {
        if (!event->of_interrupted_run) findings.push_back(event->finding);
    }
    for (const auto* event : app::events_of<app::Weakened>(events)) weaknesses.push_back(event->what);
    out["denied"] = std::move(denied);
    out["connections"] = std::move(connections);
    out["connectionsLeftOut"] = left_out;
    add_unwritten(events, out);
    add_ended(events, out);
    out["scrubbed"] = findings_json(findings);
    out["weaknesses"] = std::move(weaknesses);
}

}  // namespace

std::string run_json(const app::RunRecord& record) {
    const auto& result = record.result;
    Json out = Json::object();
    out["version"] = 1;
    out["id"] = record.id;
    out["verdict"] = to_string(record.judgement.decision.verdict);
    out["reasons"] = app::reasons_json(record.judgement.decision.reasons);
    out["refusal"] = app::text_or_null(record.refusal);
    out["command"] = app::text_or_null(record.judgement.text);
    add_answers(record.events, out);
    out["denials"] = record.counted ? Json{{"consecutive", record.counted->denials.consecutive},
                                           {"total", record.counted->denials.total},
                                           {"message", record.counted->text}}
                                    : Json(nullptr);
    out["abort"] = record.counted && record.counted->ends_agent;
    out["error"] = record.failure ? app::error_json(*record.failure) : Json(nullptr);
    out["sandboxed"] = record.profile && record.judgement.decision.sandboxed;
    out["exitCode"] = app::exit_status(record);
    out["outcome"] = result ? outcome_json(result->outcome) : Json{{"kind", "refused"}};
    out["durationMs"] = result ? Json(result->duration.count()) : Json(nullptr);
    out["peakMemoryBytes"] = result ? Json(result->peak_memory_bytes) : Json(nullptr);
    out["stdout"] = output_json(result ? result->out : std::nullopt);
    out["stderr"] = output_json(result ? result->err : std::nullopt);
    add_events(record.events, out);
    Json dropped = Json::array(), notes = Json::array();
    if (record.profile) {
        for (const auto& d : record.profile->dropped) dropped.push_back({{"name", d.name}, {"why", d.why}});
        notes = record.profile->notes;
    }
    out["environment"] = {{"dropped", std::move(dropped)}};
    out["notes"] = std::move(notes);
    return app::json_text(out, JsonLayout::one_line);
}

app::Json findings_json(const std::vector<scrub::Finding>& findings) {
    Json out = Json::array();
    for (const scrub::Finding& finding : findings) {
        out.push_back({{"path", finding.path.text()},
                       {"action", action_name(finding.action)},
                       {"why", finding.why},
                       {"id", app::text_or_null(finding.id)}});
    }
    return out;
}

std::string judgement_line(const app::Judgement& answer, std::string_view id) {
    Json out{{"id", id_json(id)}};
    out.update(app::judgement_json(answer));
    return app::json_text(out, JsonLayout::one_line);
}

std::string refusal_line(const Error& error, std::string_view id) {
    return app::json_text({{"id", id_json(id)}, {"version", 1}, {"verdict", "deny"}, {"error", app::error_json(error)}},
                          JsonLayout::one_line);
}

std::string error_document(const Error& error) {
    return app::json_text({{"version", 1}, {"error", app::error_json(error)}}, JsonLayout::one_line);
}

}  // namespace postern::cli
