// Questions about the record. What is asked becomes text of SQL without touching anything; the rest asks the index.
#pragma once

#include "base/result.h"
#include "policy/decision.h"
#include "record/index.h"
#include "record/when.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace postern::record {

enum class RowsWanted : std::uint8_t { all, failed };

struct RowFilter {
    std::optional<std::string> actor{}, agent{}, model{}, session{};
    std::optional<policy::Verdict> verdict{};
    std::optional<std::int64_t> since{}, until{};  // milliseconds since 1970
    std::string grep{};                            // in command, directory, rule or error
    RowsWanted wanted = RowsWanted::all;
    std::size_t limit = 100;  // the newest
    std::uint64_t after = 0;  // only those with a higher number
};

// Who reads. A person reads everything, an agent what its own session did.
struct RecordReader {
    std::optional<std::string> session{};  // of an agent that proved it by a ticket; nullopt: a person
};
// Returns the filter with what this reader may see at most. An agent without a session sees nothing.
[[nodiscard]] RowFilter narrowed(RowFilter filter, const RecordReader& reader);
[[nodiscard]] bool may_read(const RecordReader& reader, const RecordRow& row);

struct SqlText {
    std::string sql;
    std::vector<SqlValue> values{};
    bool operator==(const SqlText&) const = default;
};
[[nodiscard]] SqlText sql_for_rows(const RowFilter& filter);

struct FoundRow {
    std::uint64_t number = 0;
    RecordRow row;
};
// Calls `each` with the newest rows, the oldest of them first, until it fails.
[[nodiscard]] Status each_row(RecordIndex& index, const RowFilter& filter,
                              const std::function<Status(const FoundRow&)>& each);
// Returns the one request whose id begins so; of several none.
[[nodiscard]] Result<RecordRow> find_row(RecordIndex& index, std::string_view id);

enum class StatsBy : std::uint8_t { actor, model, rule, step, day };
struct StatsRow {
    std::string key{};
    std::int64_t total = 0, succeeded = 0, refused = 0, duration_ms = 0;
    bool operator==(const StatsRow&) const = default;
};
// Returns a row for each value, the one with the most requests first, days in order. Requests that have not ended do not
// count.
[[nodiscard]] Result<std::vector<StatsRow>> stats(RecordIndex& index, StatsBy by, const RowFilter& span);
[[nodiscard]] StatsRow sum_of(const std::vector<StatsRow>& rows);
[[nodiscard]] Result<std::int64_t> count_open(RecordIndex& index, const RowFilter& span);

struct ViolationRow {
    std::string actor{}, agent{}, model{}, rule{}, step{};
    std::int64_t times = 0, days = 0, first = 0, last = 0;
    std::string example{}, example_id{};
};
// Returns what was refused by a rule or a step, who tried it how often and when; the most frequent first.
[[nodiscard]] Result<std::vector<ViolationRow>> violations(RecordIndex& index, const RowFilter& filter);

// Returns where the first request stands that came at `time` or later, and the link of the line before, or nullopt if all
// are older: then the end.
struct CutPlace {
    std::uint64_t offset = 0;
    ChainLink last_removed{};
    std::uint64_t lines = 0;  // that go
};
[[nodiscard]] Result<CutPlace> place_to_cut(const Ledger& ledger, std::int64_t time);

}  // namespace postern::record
