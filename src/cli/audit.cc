// postern audit: what is on record, whether it is whole, and how it gets shorter or leaves.
#include "cli/audit.h"

#include "app/host.h"
#include "base/file.h"
#include "cli/audit_edges.h"
#include "cli/commands.h"
#include "cli/render.h"
#include "record/export.h"
#include "record/when.h"

#include <nlohmann/json.hpp>

#include <array>
#include <charconv>
#include <utility>

namespace postern::cli {
namespace {

using app::Json;
using record::RowFilter;
using record::StatsBy;

Result<int> print_json(const Json& document, int status) {
    return print(app::json_text(document, app::JsonLayout::one_line), status);
}

tl::unexpected<Error> failed(Error error) {
    return tl::unexpected<Error>(std::move(error));
}

Json rows_json(const std::vector<record::FoundRow>& rows) {
    Json out = Json::array();
    for (const record::FoundRow& found : rows) out.push_back(row_json(found.row));
    return out;
}

Result<int> list_rows(const Parsed& options, const RowFilter& filter) {
    auto book = AuditBook::open();
    if (!book) return failed(book.error());
    if (options.has(Opt::follow)) return follow_rows(*book, filter, options);
    auto rows = book->rows(filter);
    if (!rows) return failed(rows.error());
    if (options.has(Opt::json)) return print_json({{"version", 1}, {"rows", rows_json(*rows)}}, 0);
    std::string out;
    for (const record::FoundRow& found : *rows) out += row_line(found.row, text_style_of(STDOUT_FILENO));
    return print(out.empty() ? "Nothing of that kind is on record.\n" : out, 0);
}

Json stats_json(const record::StatsRow& row) {
    const auto ratio = [](std::int64_t part, std::int64_t whole) {
        return whole == 0 ? Json(nullptr) : Json(static_cast<double>(part) / static_cast<double>(whole));
    };
    return {{"total", row.total},
            {"succeeded", row.succeeded},
            {"failed", row.total - row.succeeded},
            {"refused", row.refused},
            {"successRate", ratio(row.succeeded, row.total)},
            {"averageMs", ratio(row.duration_ms, row.total)}};
}

constexpr auto kStatsBy = std::to_array<std::pair<std::string_view, StatsBy>>({
    {"actor", StatsBy::actor},
    {"model", StatsBy::model},
    {"rule", StatsBy::rule},
    {"step", StatsBy::step},
    {"day", StatsBy::day},
});

}  // namespace

Result<int> run_audit_log(const Parsed& options) {
    auto filter = row_filter(options);
    return filter ? list_rows(options, *filter) : failed(filter.error());
}

Result<int> run_audit_failures(const Parsed& options) {
    auto filter = row_filter(options);
    if (!filter) return failed(filter.error());
    filter->wanted = record::RowsWanted::failed;
    return list_rows(options, *filter);
}

Result<int> run_audit_show(const Parsed& options) {
    if (options.operands().empty()) return fail(Errc::invalid, "which? `postern audit log` shows the ids");
    auto book = AuditBook::open();
    if (!book) return failed(book.error());
    const auto row = book->row(options.operands().front());
    if (!row) return failed(row.error());
    if (options.has(Opt::json)) return print_json({{"version", 1}, {"row", row_json(*row)}}, 0);
    return print(story_of(*row, text_style_of(STDOUT_FILENO)), 0);
}

Result<int> run_audit_stats(const Parsed& options) {
    auto filter = row_filter(options);
    if (!filter) return failed(filter.error());
    const std::string name = options.value(Opt::by).value_or("actor");
    const auto* const by = std::ranges::find(kStatsBy, name, &decltype(kStatsBy)::value_type::first);
    if (by == kStatsBy.end()) return fail(Errc::invalid, "actor, model, rule, step or day", "--by");
    auto book = AuditBook::open();
    if (!book) return failed(book.error());
    const std::int64_t now = record::now_ms();
    if (!filter->since) filter->since = now - record::kDayMs;
    if (!filter->until) filter->until = now + 1;
    auto page = book->stats(by->second, *filter);
    if (!page) return failed(page.error());
    if (!options.has(Opt::json)) return print(stats_text(*page, text_style_of(STDOUT_FILENO)), 0);
    Json rows = Json::array();
    for (const record::StatsRow& row : page->rows) {
        Json one{{"key", row.key}};
        one.update(stats_json(row));
        rows.push_back(std::move(one));
    }
    Json out{{"version", 1}, {"since", page->since}, {"until", page->until}, {"by", name}};
    out.update(stats_json(sum_of(page->rows)));
    out["open"] = page->open;
    out["rows"] = std::move(rows);
    return print_json(out, 0);
}

Result<int> run_audit_violations(const Parsed& options) {
    auto filter = row_filter(options);
    if (!filter) return failed(filter.error());
    auto book = AuditBook::open();
    if (!book) return failed(book.error());
    const auto rows = book->violations(*filter);
    if (!rows) return failed(rows.error());
    if (!options.has(Opt::json)) return print(violations_text(*rows, text_style_of(STDOUT_FILENO)), 0);
    Json out = Json::array();
    for (const record::ViolationRow& row : *rows) {
        out.push_back({{"actor", app::text_or_null(row.actor)},
                       {"agent", app::text_or_null(row.agent)},
                       {"model", app::text_or_null(row.model)},
                       {"rule", app::text_or_null(row.rule)},
                       {"step", row.step},
                       {"times", row.times},
                       {"days", row.days},
                       {"first", row.first},
                       {"last", row.last},
                       {"example", row.example},
                       {"exampleId", row.example_id}});
    }
    return print_json({{"version", 1}, {"violations", std::move(out)}}, 0);
}

namespace {

Json chain_json(const record::ChainReport& report) {
    Json faults = Json::array();
    for (const record::ChainFault& fault : report.faults) {
        faults.push_back({{"kind", to_string(fault.kind)},
                          {"number", fault.number},
                          {"offset", fault.offset},
                          {"what", fault.what}});
    }
    return {{"version", 1},
            {"whole", report.whole()},
            {"rows", report.lines},
            {"ledger", app::text_or_null(report.checkpoint.ledger)},
            {"pruned", report.checkpoint.removed.number},
            {"last", {{"number", report.last.number}, {"seal", app::text_or_null(report.last.seal)}}},
            {"witnesses", report.witnesses},
            {"faults", std::move(faults)},
            {"faultsLeftOut", report.faults_left_out}};
}

}  // namespace

Result<int> run_audit_verify(const Parsed& options) {
    std::string anchors;
    if (const auto name = options.value(Opt::anchors)) {
        auto text = read_anchors(*name);
        if (!text) return failed(text.error());
        anchors = std::move(*text);
    }
    auto book = AuditBook::open();
    if (!book) return failed(book.error());
    const auto report = book->verify(anchors);
    if (!report) return failed(report.error());
    const int status = report->whole() ? 0 : 1;
    if (options.has(Opt::json)) return print_json(chain_json(*report), status);
    return options.has(Opt::quiet) && status == 0 ? Result<int>(status)
                                                  : print(chain_text(*report, text_style_of(STDOUT_FILENO)), status);
}

Result<int> run_audit_prune(const Parsed& options) {
    const auto keep = options.value(Opt::keep);
    if (!keep) return fail(Errc::invalid, "for how long are rows kept? --keep 90d");
    const auto age = record::parse_age(*keep);
    if (!age) return fail(age.error().code, age.error().what, "--keep");
    auto book = AuditBook::open();
    if (!book) return failed(book.error());
    const auto faults = options.has(Opt::yes) ? AuditBook::Faults::accepted : AuditBook::Faults::stop;
    const auto removed =
        book->prune(*age, faults, "audit prune --keep " + *keep + (options.has(Opt::yes) ? " --yes" : ""));
    if (!removed) return failed(removed.error());
    if (options.has(Opt::json)) return print_json({{"version", 1}, {"removed", *removed}}, 0);
    return options.has(Opt::quiet) ? Result<int>(0) : print("Removed " + std::to_string(*removed) + " rows.\n", 0);
}

Result<int> run_audit_export(const Parsed& options) {
    auto filter = row_filter(options);
    if (!filter) return failed(filter.error());
    const std::string name = options.value(Opt::format).value_or("ndjson");
    const auto format = export_format(name);
    if (!format) return fail(Errc::invalid, "ndjson, ocsf, otlp or events", "--format");
    auto book = AuditBook::open();
    if (!book) return failed(book.error());
    if (!options.has(Opt::limit)) filter->limit = static_cast<std::size_t>(INT64_MAX);
    if (options.has(Opt::follow)) return follow_rows(*book, *filter, options);
    const Status done = book->each_row(*filter, [&](const record::FoundRow& found) {
        const auto printed = print(format(found.row), 0);
        return printed ? Status{} : Status(tl::unexpected<Error>(printed.error()));
    });
    return done ? Result<int>(0) : failed(done.error());
}

}  // namespace postern::cli
