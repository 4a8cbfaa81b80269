#include "record/row.h"

#include "base/hash.h"
#include "base/quote.h"
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

// What is written of a row: for the ledger only what says something, and without secrets.
enum class Members : std::uint8_t { all, telling };

// Writes JSON member by member: a launch pays for each row, and a document in memory would cost it three times as much.
class RowWriter {
public:
    explicit RowWriter(Members members) : members_(members) {}

    void text(std::string_view name, std::string_view value) {
        if (value.empty() ? !begin_empty(name) : !begin(name)) return;
        if (value.empty()) {
            out_ += "null";
        } else if (members_ == Members::all) {
            add_string(value);
        } else {
            add_string(redact(value));
        }
    }
    template <class Number>
    void number(std::string_view name, const std::optional<Number>& value) {
        if (value ? !begin(name) : !begin_empty(name)) return;
        out_ += value ? std::to_string(*value) : "null";
    }
    void count(std::string_view name, std::uint64_t value) {
        if (value > 0 ? begin(name) : begin_empty(name)) out_ += std::to_string(value);
    }
    void flag(std::string_view name, bool value) {
        if (value ? begin(name) : begin_empty(name)) out_ += value ? "true" : "false";
    }
    template <class Each>
    void object(std::string_view name, Each each) {
        if (!name.empty()) (void)begin(name);
        out_ += '{';
        each(*this);
        out_ += '}';
    }
    template <class List, class Each>
    void list(std::string_view name, const List& values, Each each) {
        if (values.empty() ? !begin_empty(name) : !begin(name)) return;
        out_ += '[';
        for (const auto& value : values) {
            separate();
            each(*this, value);
        }
        out_ += ']';
    }
    // An element of a list.
    void element(std::string_view value) { add_string(members_ == Members::all ? std::string(value) : redact(value)); }
    [[nodiscard]] std::string take() && { return std::move(out_); }

private:
    void separate() {
        if (!out_.empty() && out_.back() != '{' && out_.back() != '[') out_ += ',';
    }
    bool begin(std::string_view name) {
        separate();
        out_.append("\"").append(name).append("\":");
        return true;
    }
    bool begin_empty(std::string_view name) { return members_ == Members::all && begin(name); }

    // Bytes that are not UTF-8 come out as U+FFFD.
    void add_string(std::string_view text) {
        out_ += '"';
        for (;;) {
            const std::size_t bad = std::min(find_invalid_utf8(text), text.size());
            add_escaped(text.substr(0, bad));
            if (bad == text.size()) break;
            out_ += "\xef\xbf\xbd";
            text.remove_prefix(bad + 1);
        }
        out_ += '"';
    }
    void add_escaped(std::string_view text) {
        for (const char c : text) {
            if (c == '"' || c == '\\') {
                out_.append(1, '\\').append(1, c);
            } else if (static_cast<unsigned char>(c) < ' ') {
                out_ += "\\u00" + hex({&c, 1});
            } else {
                out_ += c;
            }
        }
    }

    Members members_;
    std::string out_{};
};

void write_reason(RowWriter& out, const Reason& reason) {
    out.object({}, [&](RowWriter& to) {
        to.text("step", step_of(reason));
        to.text("kind", to_string(reason.kind));
        to.text("verdict", to_string(reason.verdict));
        to.text("rule", reason.rule);
        to.text("source", reason.source);
        to.text("pointer", reason.pointer);
        to.text("subject", reason.subject);
        to.text("message", reason.message);
    });
}

void write_answer(RowWriter& out, const RowAnswer& answer) {
    out.object({}, [&](RowWriter& to) {
        to.text("about", answer.about);
        to.text("subject", answer.subject);
        to.text("verdict", answer.verdict);
        to.text("approver", answer.approver);
        to.text("lasting", answer.lasting);
        to.text("message", answer.message);
    });
}

void write_refusal(RowWriter& out, const RowRefusal& refusal) {
    out.object({}, [&](RowWriter& to) {
        to.text("what", refusal.what);
        to.text("rule", refusal.rule);
        to.text("step", refusal.step);
    });
}

void write_connection(RowWriter& out, const RowConnection& connection) {
    out.object({}, [&](RowWriter& to) {
        to.text("host", connection.host);
        to.count("port", connection.port);
        to.text("verdict", connection.verdict);
        to.text("rule", connection.rule);
        to.count("times", connection.times);
        to.count("bytesUp", connection.bytes_up);
        to.count("bytesDown", connection.bytes_down);
    });
}

void write_finding(RowWriter& out, const RowFinding& finding) {
    out.object({}, [&](RowWriter& to) {
        to.text("path", finding.path);
        to.text("action", finding.action);
        to.text("why", finding.why);
        to.text("id", finding.id);
    });
}

void write_failure(RowWriter& out, const std::optional<Error>& failure) {
    if (!failure) return out.text("error", "");
    const auto* const code = std::ranges::find(kCodes, failure->code, &decltype(kCodes)::value_type::second);
    out.object("error", [&](RowWriter& to) {
        to.text("kind", code == kCodes.end() ? "internal" : code->first);
        to.text("what", failure->what);
        to.text("where", failure->where);
    });
}

void write_request(RowWriter& out, const RecordRow& row) {
    out.count("version", 1);
    out.text("id", row.id);
    out.text("stage", row.stage == RowStage::started ? "started" : "ended");
    out.number("time", std::optional(row.time_ms));
    out.text("actor", row.who.actor);
    out.text("agent", row.who.agent);
    out.text("model", row.who.model);
    out.text("session", row.who.session);
    out.text("client", row.who.client);
    out.text("machine", row.machine);
    out.text("directory", row.directory);
    out.text("tool", row.tool);
    out.text("subject", row.subject);
    out.text("ran", row.ran);
}

void write_decision(RowWriter& out, const RecordRow& row) {
    out.text("verdict", row.verdict ? to_string(*row.verdict) : "");
    out.list("reasons", row.reasons, write_reason);
    out.text("refusal", row.refusal);
    out.list("answers", row.answers, write_answer);
    out.flag("sandboxed", row.sandboxed);
    out.text("profile", row.profile);
    out.text("policy", row.policy);
}

void write_outcome(RowWriter& out, const RecordRow& row) {
    out.text("outcome", row.outcome);
    out.number("exitCode", row.status);
    out.number("durationMs", row.duration_ms);
    out.number("peakMemoryBytes", row.peak_memory_bytes);
    out.list("refused", row.refused, write_refusal);
    out.count("refusedLeftOut", row.refused_left_out);
    out.list("connections", row.connections, write_connection);
    out.count("connectionsLeftOut", row.connections_left_out);
    out.count("unwritten", row.unwritten);
    out.list("scrubbed", row.findings, write_finding);
    out.list("weaknesses", row.weaknesses, [](RowWriter& to, const std::string& one) { to.element(one); });
    out.text("outputTail", row.output_tail);
    write_failure(out, row.failure);
}

std::string written(const RecordRow& row, Members members) {
    RowWriter out(members);
    out.object({}, [&](RowWriter& to) {
        write_request(to, row);
        write_decision(to, row);
        write_outcome(to, row);
    });
    return std::move(out).take();
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
        case ReasonKind::fallback:
        case ReasonKind::approval:
        case ReasonKind::hook:
        case ReasonKind::classifier:
        case ReasonKind::ticket: return "3";
    }
    return "3";
}

const Reason* decisive(const RecordRow& row) noexcept {
    const auto found = std::ranges::find_if(row.reasons, [&](const Reason& r) { return r.verdict == row.verdict; });
    return found == row.reasons.end() ? nullptr : &*found;
}

RowJson row_json(const RecordRow& row) {
    return RowJson::parse(written(row, Members::all), nullptr, false);
}

std::string row_text(const RecordRow& row) {
    return written(row, Members::telling);
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
