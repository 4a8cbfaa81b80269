#include "record/query.h"

#include <algorithm>
#include <utility>

namespace postern::record {
namespace {

constexpr std::int64_t kHourMs = 3'600'000;

// Conditions that are joined by AND, and the values for their question marks.
class Conditions {
public:
    void add(const std::string& condition) { text_ += (text_.empty() ? " WHERE " : " AND ") + condition; }
    void add(const std::string& condition, SqlValue value) {
        add(condition);
        values_.push_back(std::move(value));
    }
    void equal(const char* column, const std::optional<std::string>& value) {
        if (value) add(std::string(column) + " = ?", *value);
    }
    [[nodiscard]] const std::string& text() const& { return text_; }
    [[nodiscard]] std::vector<SqlValue> values() && { return std::move(values_); }

private:
    std::string text_{};
    std::vector<SqlValue> values_{};
};

Conditions conditions_for(const RowFilter& filter) {
    Conditions out;
    out.equal("actor", filter.actor);
    out.equal("agent", filter.agent);
    out.equal("model", filter.model);
    out.equal("session", filter.session);
    if (filter.since) out.add("time >= ?", *filter.since);
    if (filter.until) out.add("time < ?", *filter.until);
    return out;
}

std::string_view column_of(StatsBy by) {
    switch (by) {
        case StatsBy::actor: return "actor";
        case StatsBy::model: return "model";
        case StatsBy::rule: return "rule";
        case StatsBy::step: return "step";
        case StatsBy::day: return "";
    }
    return "";
}

// Runs a question to its end.
template <class Each>
Status for_each_row(RecordIndex& index, const SqlText& question, Each each) {
    auto statement = index.database().prepare(question.sql);
    if (!statement) return tl::unexpected<Error>(std::move(statement.error()));
    statement->bind(question.values);
    for (;;) {
        const auto more = statement->step();
        if (!more) return tl::unexpected<Error>(more.error());
        if (!*more) return {};
        each(*statement);
    }
}

// Whole hours come from the tally, what is left at both ends from the requests.
SqlText sql_for_stats(StatsBy by, const RowFilter& span) {
    const std::int64_t since = std::max<std::int64_t>(span.since.value_or(0), 0);
    const std::int64_t until = std::max(span.until.value_or(std::int64_t{1} << 52U), since);
    const std::int64_t first_hour = (since + kHourMs - 1) / kHourMs, last_hour = until / kHourMs;
    const bool whole = first_hour < last_hour;
    const std::string from = std::to_string(since), to = std::to_string(until);
    const std::string hour = std::to_string(kHourMs), per_day = std::to_string(kDayMs / kHourMs);
    const std::string in_tally = by == StatsBy::day ? "hour / " + per_day : std::string(column_of(by));
    const std::string in_rows = by == StatsBy::day ? "time / " + std::to_string(kDayMs) : std::string(column_of(by));
    const std::string rows =
        "SELECT " + in_rows + " AS key, 1 AS count, ok, verdict, duration FROM requests WHERE ended = 1 AND ";
    std::string parts;
    if (whole) {
        parts = "SELECT " + in_tally + " AS key, count, ok * count AS ok, verdict, duration FROM tally WHERE hour >= " +
                std::to_string(first_hour) + " AND hour < " + std::to_string(last_hour) + " UNION ALL " + rows +
                "time >= " + from + " AND time < " + std::to_string(first_hour * kHourMs) + " UNION ALL " + rows +
                "time >= " + std::to_string(last_hour * kHourMs) + " AND time < " + to;
    } else {
        parts = rows + "time >= " + from + " AND time < " + to;
    }
    return {"SELECT key, sum(count), sum(ok), sum(CASE verdict WHEN 0 THEN 0 ELSE count END), sum(duration) FROM (" +
            parts + ") GROUP BY key ORDER BY " + (by == StatsBy::day ? "key" : "2 DESC, key")};
}

}  // namespace

RowFilter narrowed(RowFilter filter, const RecordReader& reader) {
    if (!reader.session) return filter;
    if (reader.session->empty() || (filter.session && filter.session != reader.session)) filter.limit = 0;
    filter.session = reader.session;
    return filter;
}

bool may_read(const RecordReader& reader, const RecordRow& row) {
    return !reader.session || (!reader.session->empty() && *reader.session == row.who.session);
}

SqlText sql_for_rows(const RowFilter& filter) {
    Conditions conditions = conditions_for(filter);
    if (filter.verdict) conditions.add("verdict = ?", static_cast<std::int64_t>(*filter.verdict));
    if (filter.wanted == RowsWanted::failed) conditions.add("ok = 0");
    if (!filter.grep.empty()) conditions.add("instr(words, ?) > 0", filter.grep);
    if (filter.after > 0) conditions.add("number > ?", static_cast<std::int64_t>(filter.after));
    const std::string text = conditions.text();
    return {
        "SELECT number, offset FROM requests" + text + " ORDER BY number DESC LIMIT " + std::to_string(filter.limit),
        std::move(conditions).values()};
}

Status each_row(RecordIndex& index, const RowFilter& filter, const std::function<Status(const FoundRow&)>& each) {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> places;
    Status done = for_each_row(index, sql_for_rows(filter), [&](const Statement& row) {
        places.emplace_back(static_cast<std::uint64_t>(row.number(0)), static_cast<std::uint64_t>(row.number(1)));
    });
    if (!done) return done;
    for (auto place = places.rbegin(); place != places.rend(); ++place) {
        auto row = index.row_at(place->second);
        if (!row) return tl::unexpected<Error>(std::move(row.error()));
        if (Status told = each({place->first, std::move(*row)}); !told) return told;
    }
    return {};
}

Result<RecordRow> find_row(RecordIndex& index, std::string_view id) {
    const std::string first(id), last = first + '\x7f';
    std::vector<std::uint64_t> places;
    const Status done =
        for_each_row(index, {"SELECT offset FROM requests WHERE id >= ? AND id < ? LIMIT 2", {first, last}},
                     [&](const Statement& row) { places.push_back(static_cast<std::uint64_t>(row.number(0))); });
    if (!done) return tl::unexpected(done.error());
    if (places.size() == 1) return index.row_at(places.front());
    return fail(Errc::invalid,
                places.empty() ? "nothing has this id; `postern audit log` shows what is on record"
                               : "the ids of several requests begin so",
                first);
}

Result<std::vector<StatsRow>> stats(RecordIndex& index, StatsBy by, const RowFilter& span) {
    std::vector<StatsRow> out;
    Status done = for_each_row(index, sql_for_stats(by, span), [&](const Statement& row) {
        out.push_back({.key = by == StatsBy::day ? utc_time(row.number(0) * kDayMs).substr(0, 10) : row.text(0),
                       .total = row.number(1),
                       .succeeded = row.number(2),
                       .refused = row.number(3),
                       .duration_ms = row.number(4)});
    });
    if (!done) return tl::unexpected(done.error());
    return out;
}

StatsRow sum_of(const std::vector<StatsRow>& rows) {
    StatsRow out;
    for (const StatsRow& row : rows) {
        out.total += row.total;
        out.succeeded += row.succeeded;
        out.refused += row.refused;
        out.duration_ms += row.duration_ms;
    }
    return out;
}

Result<std::int64_t> count_open(RecordIndex& index, const RowFilter& span) {
    Conditions conditions = conditions_for(span);
    conditions.add("ended = 0");
    const std::string text = conditions.text();
    std::int64_t out = 0;
    Status done = for_each_row(index, {"SELECT count(*) FROM requests" + text, std::move(conditions).values()},
                               [&](const Statement& row) { out = row.number(0); });
    if (!done) return tl::unexpected(done.error());
    return out;
}

Result<std::vector<ViolationRow>> violations(RecordIndex& index, const RowFilter& filter) {
    Conditions conditions = conditions_for(filter);
    const std::string text = conditions.text();
    std::vector<ViolationRow> out;
    const SqlText question{"SELECT actor, agent, model, rule, step, count(*), count(DISTINCT time / " +
                               std::to_string(kDayMs) + "), min(time), max(time), what, id FROM refusals" + text +
                               " GROUP BY actor, agent, model, rule, step ORDER BY 6 DESC, 9 DESC LIMIT " +
                               std::to_string(filter.limit),
                           std::move(conditions).values()};
    Status done = for_each_row(index, question, [&](const Statement& row) {
        out.push_back({.actor = row.text(0),
                       .agent = row.text(1),
                       .model = row.text(2),
                       .rule = row.text(3),
                       .step = row.text(4),
                       .times = row.number(5),
                       .days = row.number(6),
                       .first = row.number(7),
                       .last = row.number(8),
                       .example = row.text(9),
                       .example_id = row.text(10)});
    });
    if (!done) return tl::unexpected(done.error());
    return out;
}

Result<CutPlace> place_to_cut(const Ledger& ledger, std::int64_t time) {
    auto reader = LedgerReader::open(ledger);
    if (!reader) return tl::unexpected(std::move(reader.error()));
    CutPlace out{.offset = reader->checkpoint().offset, .last_removed = reader->checkpoint().removed};
    while (const auto line = reader->next()) {
        auto parts = split_line(*line);
        if (!parts) continue;  // goes with the next line
        const auto row = parse_row(parts->payload);
        if (row && row->time_ms >= time) break;
        out = {reader->after(), std::move(parts->link), out.lines + 1};
    }
    return out;
}

}  // namespace postern::record
