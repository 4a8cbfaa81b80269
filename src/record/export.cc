#include "record/export.h"

#include "record/when.h"

#include <nlohmann/json.hpp>

namespace postern::record {
namespace {

constexpr int kProcessActivity = 1007, kLaunch = 1, kSystemCategory = 1;

RowJson text_or_null(const std::string& text) {
    return text.empty() ? RowJson(nullptr) : RowJson(text);
}

std::string message_of(const RecordRow& row) {
    if (row.failure) return row.failure->what;
    const policy::Reason* const reason = decisive(row);
    return reason == nullptr ? row.outcome : reason->message;
}

RowJson attribute(const char* name, const std::string& value) {
    return {{"key", name}, {"value", {{"stringValue", value}}}};
}

// How bad it is, in the numbers of OpenTelemetry: INFO, WARN, ERROR.
int severity_of(const RecordRow& row) {
    constexpr int kInfo = 9, kWarn = 13, kError = 17;
    if (row.failure) return kError;
    return row.verdict == policy::Verdict::allow ? kInfo : kWarn;
}

RowJson log_of(const RecordRow& row) {
    RowJson attributes = RowJson::array();
    const std::pair<const char*, const std::string&> texts[] = {
        {"postern.id", row.id},           {"postern.actor", row.who.actor},
        {"postern.agent", row.who.agent}, {"postern.model", row.who.model},
        {"session.id", row.who.session},  {"postern.outcome", row.outcome},
        {"postern.policy", row.policy},   {"process.working_directory", row.directory}};
    for (const auto& [name, value] : texts) {
        if (!value.empty()) attributes.push_back(attribute(name, value));
    }
    if (row.verdict) attributes.push_back(attribute("postern.verdict", std::string(to_string(*row.verdict))));
    if (const policy::Reason* const reason = decisive(row); reason != nullptr && !reason->rule.empty())
        attributes.push_back(attribute("postern.rule", reason->rule));
    if (row.status)
        attributes.push_back({{"key", "process.exit.code"}, {"value", {{"intValue", std::to_string(*row.status)}}}});
    return {{"timeUnixNano", std::to_string(row.time_ms) + "000000"},
            {"severityNumber", severity_of(row)},
            {"body", {{"stringValue", row.subject}}},
            {"attributes", std::move(attributes)}};
}

RowJson event_of(const RecordRow& row, const char* name) {
    return {{"event", name},
            {"id", row.id},
            {"time", utc_time(row.time_ms)},
            {"session", text_or_null(row.who.session)},
            {"actor", text_or_null(row.who.actor)},
            {"node", text_or_null(row.machine)},
            {"command", text_or_null(row.subject)}};
}

}  // namespace

RowJson ocsf_event(const RecordRow& row) {
    const bool allowed = row.verdict == policy::Verdict::allow && row.outcome != "refused";
    const policy::Reason* const reason = decisive(row);
    RowJson out{
        {"activity_id", kLaunch},
        {"category_uid", kSystemCategory},
        {"class_uid", kProcessActivity},
        {"type_uid", kProcessActivity * 100 + kLaunch},
        {"time", row.time_ms},
        {"severity_id", row.failure ? 4
                        : allowed   ? 1
                                    : 3},
        {"status_id", row.succeeded() ? 1 : 2},
        {"status_code", row.status ? RowJson(std::to_string(*row.status)) : RowJson(nullptr)},
        {"message", text_or_null(message_of(row))},
        {"action_id", allowed ? 1 : 2},
        {"disposition_id", allowed ? 1 : 2},
        {"metadata",
         {{"version", "1.3.0"}, {"uid", row.id}, {"product", {{"name", "Postern"}, {"vendor_name", "Postern"}}}}},
        {"actor",
         {{"user", {{"name", text_or_null(row.who.actor)}}},
          {"app_name", text_or_null(row.who.agent)},
          {"session", {{"uid", text_or_null(row.who.session)}}}}},
        {"device", {{"hostname", text_or_null(row.machine)}, {"type_id", 0}}},
        {"process", {{"cmd_line", row.subject}, {"working_directory", text_or_null(row.directory)}}}};
    if (row.duration_ms) out["duration"] = *row.duration_ms;
    if (reason != nullptr && !reason->rule.empty()) out["firewall_rule"] = {{"name", reason->rule}};
    return out;
}

RowJson otlp_logs(const std::vector<RecordRow>& rows) {
    RowJson logs = RowJson::array();
    for (const RecordRow& row : rows) logs.push_back(log_of(row));
    const std::string machine = rows.empty() ? "" : rows.front().machine;
    return {{"resourceLogs", RowJson::array({{{"resource",
                                               {{"attributes", RowJson::array({attribute("service.name", "postern"),
                                                                               attribute("host.name", machine)})}}},
                                              {"scopeLogs", RowJson::array({{{"scope", {{"name", "postern"}}},
                                                                             {"logRecords", std::move(logs)}}})}}})}};
}

std::vector<RowJson> exec_events(const RecordRow& row) {
    std::vector<RowJson> out;
    if (row.stage == RowStage::started) return {event_of(row, "exec.started")};
    for (const RowAnswer& answer : row.answers) {
        RowJson asked = event_of(row, "exec.asked");
        asked["about"] = answer.about;
        asked["subject"] = answer.subject;
        RowJson answered = asked;
        answered["event"] = "exec.answered";
        answered["verdict"] = answer.verdict;
        answered["approver"] = text_or_null(answer.approver);
        out.push_back(std::move(asked));
        out.push_back(std::move(answered));
    }
    const auto denied = [&](const std::string& what, const std::string& rule) {
        RowJson event = event_of(row, "exec.denied");
        event["subject"] = what;
        event["rule"] = text_or_null(rule);
        out.push_back(std::move(event));
    };
    for (const RowRefusal& one : row.refused) denied(one.what, one.rule);
    if (row.outcome == "refused" || row.failure) {
        const policy::Reason* const reason = decisive(row);
        denied(message_of(row), reason == nullptr ? "" : reason->rule);
        return out;
    }
    RowJson finished = event_of(row, "exec.finished");
    finished["exitCode"] = row.status ? RowJson(*row.status) : RowJson(nullptr);
    finished["durationMs"] = row.duration_ms ? RowJson(*row.duration_ms) : RowJson(nullptr);
    finished["output"] = text_or_null(row.output_tail);
    out.push_back(std::move(finished));
    return out;
}

}  // namespace postern::record
