#include "base/quote.h"
#include "cli/audit.h"
#include "cli/render.h"
#include "record/when.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace postern::cli {
namespace {

using record::RecordRow;
using record::RowStage;
using record::StatsRow;

constexpr std::size_t kMostShown = 120;  // bytes of a command in a line
constexpr std::int64_t kSecondMs = 1000, kMinuteMs = 60'000;

std::string shortened(const std::string& text) {
    std::string out = printable(text);
    if (out.size() <= kMostShown) return out;
    std::size_t end = kMostShown;
    while (end > 0 && (static_cast<unsigned char>(out[end]) & 0xc0U) == 0x80U) --end;  // not within a character
    return out.substr(0, end) + "…";
}

std::string duration_text(std::int64_t ms) {
    std::array<char, 32> text{};
    if (ms < kSecondMs) return std::to_string(ms) + " ms";
    if (ms < kMinuteMs)
        (void)std::snprintf(text.data(), text.size(), "%.1f s", static_cast<double>(ms) / kSecondMs);
    else
        (void)std::snprintf(text.data(), text.size(), "%lld min %lld s", static_cast<long long>(ms / kMinuteMs),
                            static_cast<long long>(ms % kMinuteMs / kSecondMs));
    return text.data();
}

std::string size_text(std::uint64_t bytes) {
    constexpr std::uint64_t kMega = 1U << 20U;
    return bytes < kMega ? std::to_string(bytes / 1024) + " KiB" : std::to_string(bytes / kMega) + " MiB";
}

std::string percent(std::int64_t part, std::int64_t whole) {
    return whole == 0 ? "-" : std::to_string((part * 100 + whole / 2) / whole) + "%";
}

std::string padded_to(std::string text, std::size_t width) {
    const auto columns =
        static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xc0) != 0x80; }));
    text.append(columns < width ? width - columns : 0, ' ');
    return text;
}

std::string right(const std::string& text, std::size_t width) {
    return std::string(text.size() < width ? width - text.size() : 0, ' ') + text;
}

std::string who_text(const record::Requester& who) {
    std::string out = who.actor.empty() ? "somebody" : printable(who.actor);
    std::string more;
    for (const auto& [name, value] : {std::pair<const char*, const std::string&>{"agent", who.agent},
                                      {"model", who.model},
                                      {"session", who.session}}) {
        if (!value.empty()) more += (more.empty() ? "" : ", ") + std::string(name) + ' ' + printable(value);
    }
    return more.empty() ? out : out + " (" + more + ')';
}

// What became of it, in a word or two.
std::string end_word(const RecordRow& row) {
    if (row.stage == RowStage::started) return "started";
    if (row.outcome == "exited" && row.status) return "exit " + std::to_string(*row.status);
    return row.outcome.empty() ? "?" : row.outcome;
}

std::string coloured(const RecordRow& row, const std::string& text, const TextStyle& style) {
    if (row.stage == RowStage::started) return style.dim(text);
    if (row.succeeded()) return style.green(text);
    return row.verdict == policy::Verdict::allow && !row.failure ? style.yellow(text) : style.red(text);
}

void add_reasons(const RecordRow& row, std::string& out) {
    for (const policy::Reason& reason : row.reasons) {
        const bool decided = reason.verdict == row.verdict;
        out += std::string(decided ? "  * " : "    ") + "step " + std::string(record::step_of(reason)) + ", " +
               std::string(to_string(reason.verdict)) + ": " + reason_text(reason) + '\n';
    }
}

std::string ending(const RecordRow& row) {
    if (row.stage == RowStage::started)
        return "It was started. How it ended is not on record: it still runs, or Postern was killed.\n";
    if (row.failure) return "Postern failed: " + printable(text_of(*row.failure)) + ".\n";
    if (row.outcome == "pruned") return "It was done.\n";
    if (row.outcome == "refused") return "Nothing was run.\n";
    std::string out = row.sandboxed ? "It ran in the sandbox" : "It ran without a sandbox";
    if (row.duration_ms) out += " for " + duration_text(*row.duration_ms);
    out += " and ended: " + end_word(row) +
           (row.outcome == "exited" ? "" : ", status " + std::to_string(row.status.value_or(0)));
    if (row.peak_memory_bytes.value_or(0) > 0) out += "; its largest process had " + size_text(*row.peak_memory_bytes);
    return out + ".\n";
}

void add_happenings(const RecordRow& row, std::string& out) {
    for (const record::RowAnswer& answer : row.answers) {
        out += "Asked about " + printable(answer.subject) + ": " + printable(answer.verdict);
        if (!answer.approver.empty()) out += " by " + printable(answer.approver);
        if (answer.lasting != "once") out += ", " + printable(answer.lasting);
        out += (answer.message.empty() ? "" : ": " + printable(answer.message)) + ".\n";
    }
    for (const record::RowRefusal& one : row.refused) {
        out += "Refused while it ran: " + shortened(one.what);
        out += (one.rule.empty() ? "" : " by " + printable(one.rule)) + ".\n";
    }
    if (row.refused_left_out > 0) out += "And " + std::to_string(row.refused_left_out) + " more refusals.\n";
    for (const record::RowConnection& one : row.connections) {
        out += (one.verdict == "allow" ? "Connected to " : "Not connected to ") + printable(one.host) + ':' +
               std::to_string(one.port);
        if (one.verdict == "allow")
            out += ": " + size_text(one.bytes_up) + " out, " + size_text(one.bytes_down) + " in";
        out += (one.rule.empty() ? "" : ", by " + printable(one.rule)) + ".\n";
    }
    if (row.connections_left_out > 0) out += "And " + std::to_string(row.connections_left_out) + " more connections.\n";
    if (row.unwritten > 0) out += "Writes that the sandbox refused: " + std::to_string(row.unwritten) + ".\n";
    for (const record::RowFinding& one : row.findings)
        out += "Afterwards " + printable(one.action) + ": " + printable(one.path) + ": " + printable(one.why) + ".\n";
    for (const std::string& weakness : row.weaknesses) out += "Weaker: " + printable(weakness) + ".\n";
}

// A bar of at most this many columns.
std::string bar(std::int64_t part, std::int64_t whole, const TextStyle& style) {
    constexpr std::int64_t kColumns = 24;
    const std::int64_t columns = whole == 0 ? 0 : (part * kColumns + whole - 1) / whole;
    std::string out;
    for (std::int64_t i = 0; i < columns; ++i) out += style.unicode ? "▇" : "#";
    return out;
}

std::string_view heading(record::StatsBy by) {
    switch (by) {
        case record::StatsBy::actor: return "actor";
        case record::StatsBy::model: return "model";
        case record::StatsBy::rule: return "rule";
        case record::StatsBy::step: return "step";
        case record::StatsBy::day: return "day";
    }
    return "actor";
}

}  // namespace

std::string row_line(const RecordRow& row, const TextStyle& style) {
    const std::string verdict = row.verdict ? std::string(to_string(*row.verdict)) : "error";
    return style.dim(row.id) + "  " + record::local_time(row.time_ms) + "  " +
           coloured(row, padded_to(verdict, 5) + "  " + padded_to(end_word(row), 9), style) + "  " +
           padded_to(printable(row.who.actor.empty() ? "-" : row.who.actor), 10) + "  " + shortened(row.subject) + '\n';
}

std::string story_of(const RecordRow& row, const TextStyle& style) {
    std::string out = style.bold(row.id) + "  " + record::local_time(row.time_ms) + "\n\n";
    out += who_text(row.who) + " asked" + (row.machine.empty() ? "" : " on " + printable(row.machine)) +
           (row.directory.empty() ? "" : ", in " + printable(row.directory)) +
           (row.tool.empty() ? "" : ", for " + printable(row.tool)) + ":\n\n    " + printable(row.subject) + "\n\n";
    if (!row.ran.empty()) out += "What ran instead:\n\n    " + printable(row.ran) + "\n\n";
    if (row.verdict) out += "The verdict was " + style.bold(to_string(*row.verdict)) + ":\n";
    add_reasons(row, out);
    if (!row.refusal.empty()) out += "Refused: " + printable(row.refusal) + ".\n";
    out += ending(row);
    add_happenings(row, out);
    if (!row.policy.empty()) out += style.dim("Settings " + row.policy.substr(0, 16)) + '\n';
    if (!row.profile.empty()) out += style.dim("Profile  " + row.profile.substr(0, 16)) + '\n';
    return out;
}

std::string stats_text(const StatsPage& page, const TextStyle& style) {
    const StatsRow all = sum_of(page.rows);
    std::string out = "From " + record::local_time(page.since) + " to " + record::local_time(page.until) + ": " +
                      std::to_string(all.total) + " requests, " + std::to_string(all.succeeded) + " succeeded (" +
                      percent(all.succeeded, all.total) + "), " + std::to_string(all.total - all.succeeded) +
                      " failed, " + std::to_string(all.refused) + " of them not allowed";
    if (all.total > 0) out += "; " + duration_text(all.duration_ms / all.total) + " on average";
    out += page.open > 0 ? "; " + std::to_string(page.open) + " did not end.\n" : ".\n";
    if (page.rows.empty()) return out;
    std::size_t width = heading(page.by).size();
    std::int64_t most = 0;
    for (const StatsRow& row : page.rows) {
        width = std::max(width, std::min<std::size_t>(printable(row.key).size(), 40));
        most = std::max(most, row.total);
    }
    out += '\n' + style.bold(padded_to(std::string(heading(page.by)), width) + "   total  success  refused  average") +
           '\n';
    for (const StatsRow& row : page.rows) {
        out += padded_to(row.key.empty() ? "-" : printable(row.key), width) + right(std::to_string(row.total), 8) +
               right(percent(row.succeeded, row.total), 9) + right(std::to_string(row.refused), 9) + "  " +
               padded_to(duration_text(row.duration_ms / std::max<std::int64_t>(row.total, 1)), 12) +
               bar(row.total, most, style) + '\n';
    }
    return out;
}

std::string violations_text(const std::vector<record::ViolationRow>& rows, const TextStyle& style) {
    if (rows.empty()) return "Nobody tried what the rules forbid.\n";
    std::string out;
    for (const record::ViolationRow& row : rows) {
        out += style.red(right(std::to_string(row.times), 5) + " times") + "  " +
               (row.rule.empty() ? "step " + printable(row.step) : printable(row.rule)) + "  " +
               who_text({.actor = row.actor, .agent = row.agent, .model = row.model}) + '\n';
        out += "       " + record::local_time(row.first) + " to " + record::local_time(row.last) + ", on " +
               std::to_string(row.days) + (row.days == 1 ? " day" : " days") + "; for example " + row.example_id +
               ": " + shortened(row.example) + '\n';
    }
    return out;
}

std::string chain_text(const record::ChainReport& report, const TextStyle& style) {
    std::string out;
    for (const record::ChainFault& fault : report.faults)
        out += style.red(std::string(to_string(fault.kind))) + ": " + printable(fault.what) + '\n';
    if (report.faults_left_out > 0) out += "And " + std::to_string(report.faults_left_out) + " more faults.\n";
    const std::string what =
        std::to_string(report.lines) + " rows, the last is number " + std::to_string(report.last.number);
    if (report.checkpoint.removed.number > 0)
        out += "Rows up to number " + std::to_string(report.checkpoint.removed.number) + " were pruned on " +
               record::local_time(report.checkpoint.time_ms) + ".\n";
    return out + (report.whole() ? style.green("The record is whole") : style.red("The record is not whole")) + ": " +
           what + "; compared with " + std::to_string(report.witnesses) +
           (report.witnesses == 1 ? " witness.\n" : " witnesses.\n");
}

}  // namespace postern::cli
