#include "approval/hook_protocol.h"

#include "base/json.h"
#include "base/text.h"

#include <nlohmann/json.hpp>

#include <utility>

namespace postern::approval {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kBlanks = " \t\r\n";
constexpr std::size_t kLongestReason = 1000, kLongestCommand = 1 << 17;

Json text_or_null(const std::string& text) {
    return text.empty() ? Json(nullptr) : Json(text);
}

std::string_view name_of(About about) {
    switch (about) {
        case About::command: return "command";
        case About::program: return "program";
        case About::host: return "host";
        case About::files: return "files";
    }
    return "command";
}

Json analysis_json(const shell::Analysis& analysis) {
    Json commands = Json::array(), unknown = Json::array();
    for (const shell::Command& command : analysis.commands) {
        Json argv = Json::array();
        bool literal = true;
        for (const shell::Word& word : command.words) {
            argv.push_back(word.text);
            literal = literal && word.literal();
        }
        commands.push_back({{"argv", std::move(argv)}, {"literal", literal}});
    }
    for (const shell::Unknown& one : analysis.unknowns) unknown.push_back(one.what);
    return {{"commands", std::move(commands)}, {"unknown", std::move(unknown)}};
}

Json reasons_json(const std::vector<policy::Reason>& reasons) {
    Json out = Json::array();
    for (const policy::Reason& reason : reasons) {
        out.push_back({{"kind", to_string(reason.kind)},
                       {"rule", text_or_null(reason.rule)},
                       {"source", text_or_null(reason.source)},
                       {"pointer", text_or_null(reason.pointer)},
                       {"subject", text_or_null(reason.subject)},
                       {"message", text_or_null(reason.message)}});
    }
    return out;
}

tl::unexpected<Error> garbage(const std::string& what) {
    return fail(Errc::parse, "said something that is no answer: " + what);
}

Result<nlohmann::json> object_in(std::string_view text) {
    auto parsed = parse_json(text, "answer");
    if (!parsed) return garbage(parsed.error().what);
    if (!parsed->is_object()) return garbage("it is " + std::string(describe_type(*parsed)) + ", not an object");
    return parsed;
}

// Returns the text of an optional member, or an error if it is something else or too long.
Result<std::string> text_in(const nlohmann::json& object, const char* name, std::size_t most) {
    const auto found = object.find(name);
    if (found == object.end() || found->is_null()) return std::string();
    if (!found->is_string()) return garbage(std::string("\"") + name + "\" is no text");
    auto out = found->get<std::string>();
    if (out.size() > most) return garbage(std::string("\"") + name + "\" is too long");
    return out;
}

Result<std::optional<std::string>> rewritten_in(const nlohmann::json& object, const Question& question) {
    const auto found = object.find("updatedInput");
    if (found == object.end() || found->is_null()) return std::nullopt;
    if (!found->is_object()) return garbage("\"updatedInput\" is no object");
    auto command = text_in(*found, "command", kLongestCommand);
    if (!command) return tl::unexpected<Error>(command.error());
    if (command->empty()) return garbage("\"updatedInput\" has no \"command\"");
    if (*command == question.subject) return std::nullopt;
    if (!question.may_be_rewritten) return garbage("\"updatedInput\" where nothing can be changed any more");
    return std::optional(std::move(*command));
}

}  // namespace

std::string question_json(const Question& question, const Asking& asking, Audience audience,
                          std::chrono::milliseconds limit) {
    Json out{{"version", 1},
             {"event", audience == Audience::hook ? "permission" : "classify"},
             {"about", name_of(question.about)},
             {"command", question.subject},
             {"directory", question.directory.text()},
             {"reasons", reasons_json(question.reasons)},
             {"analysis", question.analysis ? analysis_json(*question.analysis) : Json(nullptr)},
             {"session", text_or_null(asking.session)},
             {"actor", text_or_null(asking.actor)},
             {"headless", asking.headless},
             {"mayRewrite", question.may_be_rewritten && audience == Audience::hook},
             {"deadlineMs", limit.count()}};
    return out.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

Result<Answer> parse_hook_answer(std::string_view text, const Question& question) {
    if (trimmed(text, kBlanks).empty()) return Answer{.verdict = Answer::Verdict::nobody};
    const auto object = object_in(text);
    if (!object) return tl::unexpected<Error>(object.error());
    auto reason = text_in(*object, "reason", kLongestReason);
    const auto decision = text_in(*object, "decision", 10);
    if (!reason || !decision) return tl::unexpected<Error>(reason ? decision.error() : reason.error());
    if (*decision == "ask") return Answer{.verdict = Answer::Verdict::nobody};
    if (*decision == "deny") return Answer{.verdict = Answer::Verdict::refused, .message = std::move(*reason)};
    if (*decision != "allow") return garbage("\"decision\" is none of allow, deny and ask");
    auto rewritten = rewritten_in(*object, question);
    if (!rewritten) return tl::unexpected<Error>(rewritten.error());
    return Answer{
        .verdict = Answer::Verdict::allowed, .message = std::move(*reason), .rewritten = std::move(*rewritten)};
}

Result<Answer> parse_classifier_answer(std::string_view text) {
    const Answer silence{.verdict = Answer::Verdict::nobody};
    if (trimmed(text, kBlanks).empty()) return silence;
    const auto object = object_in(text);
    if (!object) return tl::unexpected<Error>(object.error());
    auto reason = text_in(*object, "reason", kLongestReason);
    if (!reason) return tl::unexpected<Error>(reason.error());
    const bool sure =
        object->value("safe", nlohmann::json()) == true && object->value("confidence", nlohmann::json()) == "high";
    if (!sure) return silence;
    return Answer{.verdict = Answer::Verdict::allowed, .message = std::move(*reason)};
}

}  // namespace postern::approval
