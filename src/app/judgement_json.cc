#include "app/judgement_json.h"

#include "policy/never_allowed.h"

#include <nlohmann/json.hpp>

#include <utility>

namespace postern::app {
namespace {

Json span_json(shell::Span span) {
    return Json::array({span.begin, span.end});
}

// The word with an ellipsis for each part that is known only at run time.
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
    return {{"kind", to_string(reason.kind)},
            {"verdict", to_string(reason.verdict)},
            {"rule", text_or_null(reason.rule)},
            {"source", text_or_null(reason.source)},
            {"pointer", text_or_null(reason.pointer)},
            {"subject", text_or_null(reason.subject)},
            {"message", text_or_null(reason.message)},
            {"suggestion", text_or_null(reason.suggestion)},
            {"wider", text_or_null(reason.wider)},
            {"mayAnswer", reason.verdict == policy::Verdict::ask ? Json(to_string(reason.may_answer)) : Json(nullptr)}};
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

std::string_view kind_name(Errc code) {
    switch (code) {
        case Errc::io: return "io";
        case Errc::parse: return "parse";
        case Errc::invalid: return "invalid";
        case Errc::unsupported: return "unsupported";
        case Errc::internal: return "internal";
    }
    return "internal";
}

}  // namespace

Json text_or_null(const std::string& text) {
    return text.empty() ? Json(nullptr) : Json(text);
}

Json reasons_json(const std::vector<policy::Reason>& reasons) {
    Json out = Json::array();
    for (const policy::Reason& reason : reasons) out.push_back(reason_json(reason));
    return out;
}

Json judgement_json(const Judgement& answer) {
    Json commands = Json::array();
    for (const shell::Command& c : answer.analysis.commands) commands.push_back(command_json(answer.analysis, c));
    Json unknown = Json::array();
    for (const shell::Unknown& u : answer.analysis.unknowns) {
        unknown.push_back({{"kind", to_string(u.doubt)}, {"message", u.what}, {"span", span_json(u.span)}});
    }
    return {{"version", 1},
            {"verdict", to_string(answer.decision.verdict)},
            {"sandboxed", answer.decision.sandboxed},
            {"reasons", reasons_json(answer.decision.reasons)},
            {"commands", std::move(commands)},
            {"unknown", std::move(unknown)}};
}

Json error_json(const Error& error) {
    return {{"kind", kind_name(error.code)}, {"what", error.what}, {"where", text_or_null(error.where)}};
}

std::string json_text(const Json& document, JsonLayout layout) {
    const int indent = layout == JsonLayout::indented ? 2 : -1;
    return document.dump(indent, ' ', false, Json::error_handler_t::replace) + '\n';
}

Json never_allowed_json(const policy::Policy& policy) {
    Json out = Json::array();
    for (const policy::NeverAllowed* entry : policy.never) {
        out.push_back({{"name", entry->name}, {"reason", "it " + std::string(entry->reason)}});
    }
    return out;
}

}  // namespace postern::app
