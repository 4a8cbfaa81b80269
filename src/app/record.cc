#include "app/record.h"

#include "base/hash.h"
#include "base/overloaded.h"
#include "base/quote.h"
#include "base/text.h"

#include <algorithm>
#include <array>
#include <utility>

#include <unistd.h>

namespace postern::app {
namespace {

using record::RecordRow;
using record::RowStage;

// A command can be megabytes long and cause any number of refusals: a row stays of a size that a person can read.
constexpr std::size_t kMostText = 16'000, kMostMessage = 1'000, kMostListed = 50, kMostTail = 20'000;

std::string cut(std::string text, std::size_t most) {
    if (text.size() <= most) return text;
    while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xc0U) == 0x80U) --most;  // not within a character
    return text.substr(0, most) + "…";
}

std::string machine_name() {
    std::array<char, 256> name{};
    return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

std::string_view name_of(policy::PathTool tool) {
    switch (tool) {
        case policy::PathTool::read: return "Read";
        case policy::PathTool::edit: return "Edit";
        case policy::PathTool::write: return "Write";
    }
    return "Write";
}

std::string_view tool_of(const Query& query) {
    return std::visit(Overloaded{
                          [](const ShellText&) -> std::string_view { return "Bash"; },
                          [](const Program&) -> std::string_view { return "Bash"; },
                          [](const PathQuery& q) -> std::string_view { return name_of(q.tool); },
                          [](const HostQuery&) -> std::string_view { return "WebFetch"; },
                          [](const OtherTool& q) -> std::string_view { return q.name; },
                      },
                      query.subject);
}

std::string subject_of(const Query& query) {
    return std::visit(Overloaded{
                          [](const ShellText& q) { return q.text; },
                          [](const Program& q) {
                              std::vector<std::string> words;
                              for (const std::string& word : q.argv) words.push_back(shell_quote(word));
                              return joined(words);
                          },
                          [](const PathQuery& q) { return q.path; },
                          [](const HostQuery& q) { return q.host; },
                          [](const OtherTool&) { return std::string{}; },
                      },
                      query.subject);
}

// Of everything in it that decides what a command can do.
std::string digest_of(const sandbox::Profile& profile) {
    std::string text;
    for (const sandbox::Mount& mount : profile.mounts)
        text += mount.path.text() + '\0' + static_cast<char>('a' + static_cast<int>(mount.access)) + '\n';
    for (const AbsPath& path : profile.writable) text += "w" + path.text() + '\n';
    for (const sandbox::Absent& absent : profile.absent) text += "a" + absent.path.text() + '\n';
    for (const sandbox::Variable& variable : profile.environment) text += "v" + variable.name + '\n';
    for (const AbsPath& path : profile.listed_sockets) text += "s" + path.text() + '\n';
    for (const std::string& weakness : profile.weaknesses) text += "!" + weakness + '\n';
    for (const int kind : {static_cast<int>(profile.network), static_cast<int>(profile.unix_sockets),
                           static_cast<int>(profile.proc), static_cast<int>(profile.nested),
                           static_cast<int>(profile.exec_guard), static_cast<int>(profile.create_guard)})
        text += static_cast<char>('0' + kind);
    return content_hash(text);
}

std::vector<policy::Reason> bounded(std::vector<policy::Reason> reasons) {
    if (reasons.size() > kMostListed) reasons.resize(kMostListed);
    for (policy::Reason& reason : reasons) {
        reason.subject = cut(std::move(reason.subject), kMostMessage);
        reason.message = cut(std::move(reason.message), kMostMessage);
    }
    return reasons;
}

std::string_view name_of(approval::Answer::Verdict verdict) {
    switch (verdict) {
        case approval::Answer::Verdict::allowed: return "allowed";
        case approval::Answer::Verdict::refused: return "refused";
        case approval::Answer::Verdict::nobody: return "nobody";
    }
    return "refused";
}

std::string_view name_of(approval::About about) {
    switch (about) {
        case approval::About::command: return "command";
        case approval::About::program: return "program";
        case approval::About::host: return "host";
        case approval::About::files: return "files";
    }
    return "command";
}

std::string_view name_of(approval::Lasting lasting) {
    switch (lasting) {
        case approval::Lasting::once: return "once";
        case approval::Lasting::session: return "session";
        case approval::Lasting::always: return "always";
    }
    return "once";
}

std::string_view name_of(scrub::Action action) {
    switch (action) {
        case scrub::Action::quarantined: return "quarantined";
        case scrub::Action::reverted: return "reverted";
        case scrub::Action::failed: return "failed";
        case scrub::Action::reported: return "reported";
    }
    return "failed";
}

void add_refused(const guard::Denied& denied, RecordRow& row) {
    if (row.refused.size() == kMostListed) {
        ++row.refused_left_out;
        return;
    }
    record::RowRefusal out{.what = cut(denied.what, kMostMessage)};
    if (!denied.reasons.empty()) {
        out.rule = denied.reasons.front().rule;
        out.step = record::step_of(denied.reasons.front());
        if (!denied.reasons.front().subject.empty()) out.what = cut(denied.reasons.front().subject, kMostMessage);
    }
    row.refused.push_back(std::move(out));
}

void add_connections(const network::ConnectionLog& log, RecordRow& row) {
    for (const network::ConnectionRecord& one : log.entries()) {
        if (row.connections.size() == kMostListed) {
            ++row.connections_left_out;
            continue;
        }
        row.connections.push_back({.host = one.host,
                                   .verdict = std::string(to_string(one.verdict)),
                                   .rule = one.rule,
                                   .port = one.port,
                                   .times = one.times,
                                   .bytes_up = one.bytes_up,
                                   .bytes_down = one.bytes_down});
    }
    row.connections_left_out += log.left_out();
}

void add_event(const Event& event, RecordRow& row) {
    std::visit(
        Overloaded{
            [](const Warned&) {},
            [&](const Weakened& e) { row.weaknesses.push_back(e.what); },
            [&](const Refused& e) { add_refused(e.denied, row); },
            [&](const Asked& e) {
                if (row.answers.size() == kMostListed) return;
                row.answers.push_back({std::string(name_of(e.question.about)), cut(e.question.subject, kMostMessage),
                                       std::string(name_of(e.answer.verdict)), e.answer.approver,
                                       std::string(name_of(e.answer.lasting)), e.answer.message});
            },
            [&](const Silent& e) {
                if (row.answers.size() == kMostListed) return;
                row.answers.push_back({.verdict = "silent", .approver = e.approver, .message = cut(e.why, kMostMessage)});
            },
            [&](const Rewritten& e) {
                if (row.ran.empty()) row.subject = cut(e.from, kMostText);
                row.ran = cut(e.to, kMostText);
            },
            [&](const Connected& e) { add_connections(e.log, row); },
            [&](const Unwritten& e) { row.unwritten += e.log.entries().size() + e.log.left_out(); },
            [](const EndedProcesses&) {},
            [&](const Scrubbed& e) {
                if (e.of_interrupted_run || row.findings.size() == kMostListed) return;
                row.findings.push_back(
                    {e.finding.path.text(), std::string(name_of(e.finding.action)), e.finding.why, e.finding.id});
            },
        },
        event);
}

std::string tail_of(const run::RunResult& result) {
    std::string out;
    for (const auto* captured : {&result.out, &result.err}) {
        if (*captured) out += (*captured)->text;
    }
    return out.size() <= kMostTail ? out : out.substr(out.size() - kMostTail);
}

void add_end(const RunRecord& record, RecordRow& row) {
    row.status = exit_status(record);
    if (record.profile) row.profile = digest_of(*record.profile);
    row.failure = record.failure;
    row.outcome = record.failure && !record.result ? "failed" : "refused";
    if (!record.result) return;
    row.outcome = run::name_of(record.result->outcome);
    row.duration_ms = record.result->duration.count();
    row.peak_memory_bytes = record.result->peak_memory_bytes;
    row.output_tail = tail_of(*record.result);
}

}  // namespace

RecordRow row_of(const RunRecord& record, RowStage stage) {
    const policy::Decision& decision = record.judgement.decision;
    RecordRow row{.id = record.id,
                  .stage = stage,
                  .time_ms = record.time_ms,
                  .who = record.who,
                  .machine = machine_name(),
                  .tool = std::string(tool_of(record.query)),
                  .subject = cut(subject_of(record.query), kMostText),
                  .reasons = bounded(decision.reasons),
                  .refusal = record.refusal,
                  .sandboxed = decision.sandboxed,
                  .policy = record.policy};
    if (!decision.reasons.empty()) row.verdict = decision.verdict;  // else it was not judged
    if (record.cwd) row.directory = record.cwd->text();
    for (const Event& event : record.events.list()) add_event(event, row);
    if (stage == RowStage::ended) add_end(record, row);
    return row;
}

Status LedgerRecords::begin(const RunRecord& record) {
    return add(record, RowStage::started);
}

Status LedgerRecords::keep(const RunRecord& record) {
    return add(record, RowStage::ended);
}

Status LedgerRecords::add(const RunRecord& record, RowStage stage) {
    if (!record.place || !record.place->enabled) return {};
    if (!ledger_) {
        auto opened = record::Ledger::open(record.place->state_home);
        if (!opened) return tl::unexpected<Error>(std::move(opened.error()));
        ledger_ = std::move(*opened);
        ledger_->anchor_at(record.place->anchors);
    }
    const auto added = ledger_->append(record::row_text(row_of(record, stage)));
    return added ? Status{} : Status(tl::unexpected<Error>(added.error()));
}

}  // namespace postern::app
