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

std::string run_json(const app::RunReport& report) {
    Json out = Json::object();
    out["version"] = 1;
    out["verdict"] = to_string(report.answer.decision.verdict);
    Json reasons = Json::array();
    for (const policy::Reason& reason : report.answer.decision.reasons) reasons.push_back(reason_json(reason));
    out["reasons"] = std::move(reasons);
    out["refusal"] = or_null(report.refusal);
    out["sandboxed"] = report.profile.has_value();
    out["exitCode"] = app::exit_status(report);
    out["outcome"] = report.run ? outcome_json(report.run->outcome) : Json{{"kind", "refused"}};
    out["durationMs"] = report.run ? Json(report.run->duration.count()) : Json(nullptr);
    out["peakMemoryBytes"] = report.run ? Json(report.run->peak_memory_bytes) : Json(nullptr);
    out["stdout"] = output_json(report.run ? report.run->out : std::nullopt);
    out["stderr"] = output_json(report.run ? report.run->err : std::nullopt);
    Json denied = Json::array();
    for (const guard::Denied& one : report.denied) {
        Json why = Json::array();
        for (const policy::Reason& reason : one.reasons) why.push_back(reason_json(reason));
        denied.push_back({{"message", one.what}, {"answer", or_null(one.answer)}, {"reasons", std::move(why)}});
    }
    out["denied"] = std::move(denied);
    Json connections = Json::array();
    for (const network::ConnectionRecord& passage : report.connections.entries()) {
        connections.push_back({{"host", or_null(passage.host)},
                               {"port", passage.port},
                               {"address", or_null(passage.address)},
                               {"via", or_null(passage.via)},
                               {"verdict", to_string(passage.verdict)},
                               {"reason", or_null(passage.reason)},
                               {"rule", or_null(passage.rule)},
                               {"times", passage.times},
                               {"bytesUp", passage.bytes_up},
                               {"bytesDown", passage.bytes_down},
                               {"durationMs", passage.duration.count()}});
    }
    out["connections"] = std::move(connections);
    out["connectionsLeftOut"] = report.connections.left_out();
    Json scrubbed = Json::array();
    for (const scrub::Finding& finding : report.findings) {
        scrubbed.push_back({{"path", finding.path.text()},
                            {"action", action_name(finding.action)},
                            {"why", finding.why},
                            {"id", or_null(finding.id)}});
    }
    out["scrubbed"] = std::move(scrubbed);
    Json dropped = Json::array(), weaknesses = Json::array(), notes = Json::array();
    if (report.profile) {
        for (const auto& d : report.profile->dropped) dropped.push_back({{"name", d.name}, {"why", d.why}});
        weaknesses = report.profile->weaknesses;
        notes = report.profile->notes;
    }
    out["environment"] = {{"dropped", std::move(dropped)}};
    out["weaknesses"] = std::move(weaknesses);
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
