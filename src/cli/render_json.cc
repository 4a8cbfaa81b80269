#include "cli/render.h"

#include "app/answer_json.h"

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
    }
    return "failed";
}

std::string run_json(const app::RunReport& report) {
    Json out = Json::object();
    out["version"] = 1;
    out["verdict"] = to_string(report.answer.decision.verdict);
    out["reasons"] = app::reasons_json(report.answer.decision.reasons);
    out["refusal"] = app::text_or_null(report.refusal);
    out["sandboxed"] = report.profile.has_value();
    out["exitCode"] = app::exit_status(report);
    out["outcome"] = report.run ? outcome_json(report.run->outcome) : Json{{"kind", "refused"}};
    out["durationMs"] = report.run ? Json(report.run->duration.count()) : Json(nullptr);
    out["peakMemoryBytes"] = report.run ? Json(report.run->peak_memory_bytes) : Json(nullptr);
    out["stdout"] = output_json(report.run ? report.run->out : std::nullopt);
    out["stderr"] = output_json(report.run ? report.run->err : std::nullopt);
    Json denied = Json::array();
    for (const guard::Denied& one : report.denied) {
        denied.push_back({{"message", one.what},
                          {"answer", app::text_or_null(one.answer)},
                          {"reasons", app::reasons_json(one.reasons)}});
    }
    out["denied"] = std::move(denied);
    Json connections = Json::array();
    for (const network::ConnectionRecord& passage : report.connections.entries()) {
        connections.push_back({{"host", app::text_or_null(passage.host)},
                               {"port", passage.port},
                               {"address", app::text_or_null(passage.address)},
                               {"via", app::text_or_null(passage.via)},
                               {"verdict", to_string(passage.verdict)},
                               {"reason", app::text_or_null(passage.reason)},
                               {"rule", app::text_or_null(passage.rule)},
                               {"times", passage.times},
                               {"bytesUp", passage.bytes_up},
                               {"bytesDown", passage.bytes_down},
                               {"durationMs", passage.duration.count()}});
    }
    out["connections"] = std::move(connections);
    out["connectionsLeftOut"] = report.connections.left_out();
    out["scrubbed"] = findings_json(report.findings);
    Json dropped = Json::array(), weaknesses = Json::array(), notes = Json::array();
    if (report.profile) {
        for (const auto& d : report.profile->dropped) dropped.push_back({{"name", d.name}, {"why", d.why}});
        weaknesses = report.profile->weaknesses;
        notes = report.profile->notes;
    }
    out["environment"] = {{"dropped", std::move(dropped)}};
    out["weaknesses"] = std::move(weaknesses);
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

std::string answer_line(const app::Answer& answer, std::string_view id) {
    Json out{{"id", id_json(id)}};
    out.update(app::answer_json(answer));
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
