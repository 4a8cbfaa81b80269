#include "cli/render.h"

#include <nlohmann/json.hpp>

namespace postern::cli {
namespace {

using Json = nlohmann::ordered_json;

Json or_null(const std::string& text) {
    return text.empty() ? Json(nullptr) : Json(text);
}

Json span_json(shell::Span span) {
    return Json::array({span.begin, span.end});
}

// A part known only at run time is shown as an ellipsis.
std::string shown(const shell::Word& word) {
    std::string out;
    for (const char c : word.text) {
        if (c == shell::kHole) {
            out += "…";
        } else {
            out += c;
        }
    }
    return out;
}

std::string_view kind_name(shell::RedirectionKind kind) {
    switch (kind) {
        case shell::RedirectionKind::read: return "read";
        case shell::RedirectionKind::write: return "write";
        case shell::RedirectionKind::append: return "append";
        case shell::RedirectionKind::read_write: return "read-write";
        case shell::RedirectionKind::duplicate: return "duplicate";
        case shell::RedirectionKind::heredoc: return "heredoc";
        case shell::RedirectionKind::here_string: return "here-string";
    }
    return "read";
}

Json reason_json(const policy::Reason& reason) {
    return {{"kind", to_string(reason.kind)},     {"verdict", to_string(reason.verdict)},
            {"rule", or_null(reason.rule)},       {"source", or_null(reason.source)},
            {"pointer", or_null(reason.pointer)}, {"subject", or_null(reason.subject)},
            {"message", or_null(reason.message)}, {"suggestion", or_null(reason.suggestion)}};
}

Json command_json(const shell::Analysis& analysis, const shell::Command& command) {
    bool literal = true;
    Json argv = Json::array();
    for (const shell::Word& word : command.words) {
        argv.push_back(shown(word));
        literal = literal && word.literal();
    }
    Json assignments = Json::array();
    for (const shell::Assignment& a : command.assignments) {
        Json value = shown(a.value);
        if (!a.elements.empty()) {
            value = Json::array();
            for (const shell::Word& word : a.elements) value.push_back(shown(word));
        }
        assignments.push_back({{"name", a.name}, {"value", std::move(value)}, {"append", a.append}});
    }
    Json redirections = Json::array();
    for (const shell::Redirection& r : command.redirections) {
        redirections.push_back({{"kind", kind_name(r.kind)},
                                {"fd", r.fd < 0 ? Json(nullptr) : Json(r.fd)},
                                {"target", shown(r.target)},
                                {"literal", r.target.literal()}});
    }
    const bool known = command.place < analysis.places.size();
    return {{"argv", std::move(argv)},
            {"literal", literal},
            {"place", known ? to_string(analysis.places[command.place].kind) : std::string_view("top")},
            {"span", span_json(command.span)},
            {"assignments", std::move(assignments)},
            {"redirections", std::move(redirections)},
            {"via", command.via == shell::kNoCommand ? Json(nullptr) : Json(command.via)}};
}

Json id_json(std::string_view id) {
    return Json::parse(id, nullptr, false);  // it was dumped by us
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

std::string_view action_name(scrub::Action action) {
    switch (action) {
        case scrub::Action::quarantined: return "quarantined";
        case scrub::Action::reverted: return "reverted";
        case scrub::Action::failed: return "failed";
    }
    return "failed";
}

std::string line(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace

namespace {

Json connection_json(const network::ConnectionRecord& connection) {
    return {{"host", or_null(connection.host)},         {"port", connection.port},
            {"address", or_null(connection.address)},   {"via", or_null(connection.via)},
            {"verdict", to_string(connection.verdict)}, {"reason", or_null(connection.reason)},
            {"rule", or_null(connection.rule)},         {"times", connection.times},
            {"bytesUp", connection.bytes_up},           {"bytesDown", connection.bytes_down},
            {"durationMs", connection.duration.count()}};
}

Json reasons_json(const std::vector<policy::Reason>& reasons) {
    Json out = Json::array();
    for (const policy::Reason& reason : reasons) out.push_back(reason_json(reason));
    return out;
}

// What happened while it ran, by kind.
void add_events(const app::Events& events, Json& out) {
    Json denied = Json::array(), connections = Json::array(), scrubbed = Json::array(), weaknesses = Json::array();
    std::uint64_t left_out = 0;
    for (const auto* event : app::events_of<app::Refused>(events)) {
        denied.push_back({{"message", event->denied.what},
                          {"answer", or_null(event->denied.answer)},
                          {"reasons", reasons_json(event->denied.reasons)}});
    }
    for (const auto* event : app::events_of<app::Connected>(events)) {
        for (const network::ConnectionRecord& one : event->log.entries()) connections.push_back(connection_json(one));
        left_out += event->log.left_out();
    }
    for (const auto* event : app::events_of<app::Scrubbed>(events)) {
        if (event->of_interrupted_run) continue;
        scrubbed.push_back({{"path", event->finding.path.text()},
                            {"action", action_name(event->finding.action)},
                            {"why", event->finding.why},
                            {"id", or_null(event->finding.id)}});
    }
    for (const auto* event : app::events_of<app::Weakened>(events)) weaknesses.push_back(event->what);
    out["denied"] = std::move(denied);
    out["connections"] = std::move(connections);
    out["connectionsLeftOut"] = left_out;
    out["scrubbed"] = std::move(scrubbed);
    out["weaknesses"] = std::move(weaknesses);
}

}  // namespace

std::string run_json(const app::RunRecord& record) {
    const auto& result = record.result;
    Json out = Json::object();
    out["version"] = 1;
    out["verdict"] = to_string(record.answer.decision.verdict);
    out["reasons"] = reasons_json(record.answer.decision.reasons);
    out["refusal"] = or_null(record.refusal);
    out["sandboxed"] = record.profile && record.answer.decision.sandboxed;
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
    return line(out);
}

std::string answer_json(const app::Answer& answer, std::string_view id) {
    Json out = Json::object();
    if (!id.empty()) out["id"] = id_json(id);
    out["version"] = 1;
    out["verdict"] = to_string(answer.decision.verdict);
    out["sandboxed"] = answer.decision.sandboxed;
    Json reasons = Json::array();
    for (const policy::Reason& reason : answer.decision.reasons) reasons.push_back(reason_json(reason));
    Json commands = Json::array();
    for (const shell::Command& c : answer.analysis.commands) commands.push_back(command_json(answer.analysis, c));
    Json unknown = Json::array();
    for (const shell::Unknown& u : answer.analysis.unknowns) {
        unknown.push_back({{"kind", to_string(u.doubt)}, {"message", u.what}, {"span", span_json(u.span)}});
    }
    out["reasons"] = std::move(reasons);
    out["commands"] = std::move(commands);
    out["unknown"] = std::move(unknown);
    return line(out);
}

std::string error_json(std::string_view id, const Error& error) {
    Json out = Json::object();
    out["id"] = id.empty() ? Json(nullptr) : id_json(id);
    out["version"] = 1;
    out["verdict"] = "deny";
    out["error"] = error.where.empty() ? error.what : error.where + ": " + error.what;
    return line(out);
}

}  // namespace postern::cli
