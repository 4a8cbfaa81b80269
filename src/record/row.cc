#include "record/row.h"

#include "record/redact.h"

#include <sodium.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace postern::record {
namespace {

using policy::Reason;
using policy::ReasonKind;
using policy::Verdict;

constexpr auto kVerdicts = std::to_array({Verdict::allow, Verdict::ask, Verdict::deny});
constexpr auto kLastKind = ReasonKind::fallback;

constexpr auto kCodes = std::to_array<std::pair<std::string_view, Errc>>({
    {"io", Errc::io},
    {"parse", Errc::parse},
    {"invalid", Errc::invalid},
    {"unsupported", Errc::unsupported},
    {"internal", Errc::internal},
});

RowJson text_or_null(const std::string& text) {
    return text.empty() ? RowJson(nullptr) : RowJson(text);
}

template <class T>
RowJson value_or_null(const std::optional<T>& value) {
    return value ? RowJson(*value) : RowJson(nullptr);
}

template <class List, class Each>
RowJson list_json(const List& list, Each each) {
    RowJson out = RowJson::array();
    for (const auto& one : list) out.push_back(each(one));
    return out;
}

RowJson reason_row(const Reason& reason) {
    return {{"step", step_of(reason)},
            {"kind", to_string(reason.kind)},
            {"verdict", to_string(reason.verdict)},
            {"rule", text_or_null(reason.rule)},
            {"source", text_or_null(reason.source)},
            {"pointer", text_or_null(reason.pointer)},
            {"subject", text_or_null(reason.subject)},
            {"message", text_or_null(reason.message)}};
}

RowJson answer_json(const RowAnswer& answer) {
    return {{"about", answer.about},
            {"subject", text_or_null(answer.subject)},
            {"verdict", answer.verdict},
            {"approver", text_or_null(answer.approver)},
            {"lasting", text_or_null(answer.lasting)},
            {"message", text_or_null(answer.message)}};
}

RowJson refusal_json(const RowRefusal& refusal) {
    return {{"what", refusal.what}, {"rule", text_or_null(refusal.rule)}, {"step", text_or_null(refusal.step)}};
}

RowJson connection_row(const RowConnection& connection) {
    return {{"host", text_or_null(connection.host)}, {"port", connection.port},   {"verdict", connection.verdict},
            {"rule", text_or_null(connection.rule)}, {"times", connection.times}, {"bytesUp", connection.bytes_up},
            {"bytesDown", connection.bytes_down}};
}

RowJson finding_json(const RowFinding& finding) {
    return {{"path", finding.path}, {"action", finding.action}, {"why", finding.why}, {"id", text_or_null(finding.id)}};
}

RowJson failure_json(const std::optional<Error>& failure) {
    if (!failure) return nullptr;
    const auto* const code = std::ranges::find(kCodes, failure->code, &decltype(kCodes)::value_type::second);
    return {{"kind", code == kCodes.end() ? "internal" : code->first},
            {"what", failure->what},
            {"where", text_or_null(failure->where)}};
}

void add_decision(const RecordRow& row, RowJson& out) {
    out["verdict"] = row.verdict ? RowJson(to_string(*row.verdict)) : RowJson(nullptr);
    out["reasons"] = list_json(row.reasons, reason_row);
    out["refusal"] = text_or_null(row.refusal);
    out["answers"] = list_json(row.answers, answer_json);
    out["sandboxed"] = row.sandboxed;
    out["profile"] = text_or_null(row.profile);
    out["policy"] = text_or_null(row.policy);
}

void add_outcome(const RecordRow& row, RowJson& out) {
    out["outcome"] = text_or_null(row.outcome);
    out["exitCode"] = value_or_null(row.status);
    out["durationMs"] = value_or_null(row.duration_ms);
    out["peakMemoryBytes"] = value_or_null(row.peak_memory_bytes);
    out["refused"] = list_json(row.refused, refusal_json);
    out["refusedLeftOut"] = row.refused_left_out;
    out["connections"] = list_json(row.connections, connection_row);
    out["connectionsLeftOut"] = row.connections_left_out;
    out["unwritten"] = row.unwritten;
    out["scrubbed"] = list_json(row.findings, finding_json);
    out["weaknesses"] = row.weaknesses;
    out["outputTail"] = text_or_null(row.output_tail);
    out["error"] = failure_json(row.failure);
}

void redact_all(RowJson& value) {
    if (value.is_string()) value = redact(value.get_ref<const std::string&>());
    if (!value.is_structured()) return;
    for (auto& member : value) redact_all(member);
}

// ---- and back ------------------------------------------------------------------------------------------------------

// The member, or null: of another type than an object it has none.
const RowJson& member(const RowJson& object, const char* name) {
    static const RowJson kNone;
    const auto found = object.is_object() ? object.find(name) : object.end();
    return found == object.end() ? kNone : *found;
}

std::string text_in(const RowJson& object, const char* name) {
    const RowJson& value = member(object, name);
    return value.is_string() ? value.get<std::string>() : std::string{};
}

template <class T>
std::optional<T> number_in(const RowJson& object, const char* name) {
    const RowJson& value = member(object, name);
    return value.is_number_integer() ? std::optional<T>(value.get<T>()) : std::nullopt;
}

template <class T, class Each>
std::vector<T> list_in(const RowJson& object, const char* name, Each each) {
    std::vector<T> out;
    const RowJson& value = member(object, name);
    if (!value.is_array()) return out;
    for (const RowJson& one : value) out.push_back(each(one));
    return out;
}

std::optional<Verdict> verdict_named(const std::string& name) {
    for (const Verdict verdict : kVerdicts) {
        if (to_string(verdict) == name) return verdict;
    }
    return std::nullopt;
}

ReasonKind kind_named(const std::string& name) {
    for (int i = 0; i <= static_cast<int>(kLastKind); ++i) {
        if (to_string(static_cast<ReasonKind>(i)) == name) return static_cast<ReasonKind>(i);
    }
    return kLastKind;
}

Reason reason_from(const RowJson& value) {
    return {.verdict = verdict_named(text_in(value, "verdict")).value_or(Verdict::deny),
            .kind = kind_named(text_in(value, "kind")),
            .rule = text_in(value, "rule"),
            .source = text_in(value, "source"),
            .pointer = text_in(value, "pointer"),
            .subject = text_in(value, "subject"),
            .message = text_in(value, "message")};
}

std::optional<Error> failure_from(const RowJson& value) {
    if (!value.is_object()) return std::nullopt;
    const auto* const code = std::ranges::find(kCodes, text_in(value, "kind"), &decltype(kCodes)::value_type::first);
    return Error{code == kCodes.end() ? Errc::internal : code->second, text_in(value, "what"), text_in(value, "where")};
}

void fill_lists(const RowJson& value, RecordRow& row) {
    row.reasons = list_in<Reason>(value, "reasons", reason_from);
    row.answers = list_in<RowAnswer>(value, "answers", [](const RowJson& one) {
        return RowAnswer{text_in(one, "about"),    text_in(one, "subject"), text_in(one, "verdict"),
                         text_in(one, "approver"), text_in(one, "lasting"), text_in(one, "message")};
    });
    row.refused = list_in<RowRefusal>(value, "refused", [](const RowJson& one) {
        return RowRefusal{text_in(one, "what"), text_in(one, "rule"), text_in(one, "step")};
    });
    row.connections = list_in<RowConnection>(value, "connections", [](const RowJson& one) {
        return RowConnection{text_in(one, "host"),
                             text_in(one, "verdict"),
                             text_in(one, "rule"),
                             number_in<std::uint16_t>(one, "port").value_or(0),
                             number_in<std::uint64_t>(one, "times").value_or(1),
                             number_in<std::uint64_t>(one, "bytesUp").value_or(0),
                             number_in<std::uint64_t>(one, "bytesDown").value_or(0)};
    });
    row.findings = list_in<RowFinding>(value, "scrubbed", [](const RowJson& one) {
        return RowFinding{text_in(one, "path"), text_in(one, "action"), text_in(one, "why"), text_in(one, "id")};
    });
    row.weaknesses = list_in<std::string>(value, "weaknesses", [](const RowJson& one) {
        return one.is_string() ? one.get<std::string>() : std::string{};
    });
}

}  // namespace

bool RecordRow::succeeded() const noexcept {
    return stage == RowStage::ended && !failure && verdict == Verdict::allow && status.value_or(0) == 0;
}

std::string new_id(std::int64_t time_ms, std::uint64_t random) {
    constexpr std::string_view kDigits = "0123456789abcdefghjkmnpqrstvwxyz";  // without i, l, o, u
    constexpr std::size_t kTimeDigits = 9, kDigitsInAll = 16;                 // 45 bits are enough for a thousand years
    std::string out(kDigitsInAll, '0');
    auto time = static_cast<std::uint64_t>(time_ms);
    for (std::size_t i = kTimeDigits; i-- > 0; time /= kDigits.size()) out[i] = kDigits[time % kDigits.size()];
    for (std::size_t i = kDigitsInAll; i-- > kTimeDigits; random /= kDigits.size())
        out[i] = kDigits[random % kDigits.size()];
    return out;
}

std::string new_id(std::int64_t time_ms) {
    std::uint64_t random = 0;
    ::randombytes_buf(&random, sizeof random);
    return new_id(time_ms, random);
}

std::string_view step_of(const Reason& reason) noexcept {
    const bool whole_tool = reason.rule.find('(') == std::string::npos;
    switch (reason.kind) {
        case ReasonKind::rule:
            if (reason.verdict == Verdict::allow) return "2b";
            if (reason.verdict == Verdict::deny) return whole_tool ? "1a" : "1c";
            return whole_tool ? "1b" : "1f";
        case ReasonKind::never: return "1a";
        case ReasonKind::path:
        case ReasonKind::network:
        case ReasonKind::cooldown:
        case ReasonKind::new_file: return "1c";
        case ReasonKind::safety: return "1g";
        case ReasonKind::mode: return "2a";
        case ReasonKind::sandbox:
        case ReasonKind::read_only: return "2b";
        case ReasonKind::undecidable:
        case ReasonKind::fallback: return "3";
    }
    return "3";
}

const Reason* decisive(const RecordRow& row) noexcept {
    const auto found = std::ranges::find_if(row.reasons, [&](const Reason& r) { return r.verdict == row.verdict; });
    return found == row.reasons.end() ? nullptr : &*found;
}

RowJson row_json(const RecordRow& row) {
    RowJson out{{"version", 1},
                {"id", row.id},
                {"stage", row.stage == RowStage::started ? "started" : "ended"},
                {"time", row.time_ms},
                {"actor", text_or_null(row.who.actor)},
                {"agent", text_or_null(row.who.agent)},
                {"model", text_or_null(row.who.model)},
                {"session", text_or_null(row.who.session)},
                {"client", text_or_null(row.who.client)},
                {"machine", text_or_null(row.machine)},
                {"directory", text_or_null(row.directory)},
                {"tool", text_or_null(row.tool)},
                {"subject", text_or_null(row.subject)},
                {"ran", text_or_null(row.ran)}};
    add_decision(row, out);
    add_outcome(row, out);
    return out;
}

std::string row_text(const RecordRow& row) {
    RowJson value = row_json(row);
    redact_all(value);
    return value.dump(-1, ' ', false, RowJson::error_handler_t::replace);
}

Result<RecordRow> parse_row(std::string_view text) {
    const RowJson value = RowJson::parse(text, nullptr, false);
    if (!value.is_object()) return fail(Errc::parse, "a row of the record is no JSON object");
    RecordRow row{
        .id = text_in(value, "id"),
        .stage = text_in(value, "stage") == "started" ? RowStage::started : RowStage::ended,
        .time_ms = number_in<std::int64_t>(value, "time").value_or(0),
        .who = {text_in(value, "actor"), text_in(value, "agent"), text_in(value, "model"), text_in(value, "session"),
                text_in(value, "client")},
        .machine = text_in(value, "machine"),
        .directory = text_in(value, "directory"),
        .tool = text_in(value, "tool"),
        .subject = text_in(value, "subject"),
        .ran = text_in(value, "ran"),
        .verdict = verdict_named(text_in(value, "verdict")),
        .refusal = text_in(value, "refusal"),
        .sandboxed = member(value, "sandboxed") == true,
        .profile = text_in(value, "profile"),
        .policy = text_in(value, "policy"),
        .outcome = text_in(value, "outcome"),
        .status = number_in<int>(value, "exitCode"),
        .duration_ms = number_in<std::int64_t>(value, "durationMs"),
        .peak_memory_bytes = number_in<std::uint64_t>(value, "peakMemoryBytes"),
        .refused_left_out = number_in<std::uint64_t>(value, "refusedLeftOut").value_or(0),
        .connections_left_out = number_in<std::uint64_t>(value, "connectionsLeftOut").value_or(0),
        .unwritten = number_in<std::uint64_t>(value, "unwritten").value_or(0),
        .output_tail = text_in(value, "outputTail"),
        .failure = failure_from(member(value, "error")),
    };
    fill_lists(value, row);
    return row;
}

}  // namespace postern::record
