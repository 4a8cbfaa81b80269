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

std::string line(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace

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
