// Index of the ledger: an SQLite file with one row for each request, which makes questions fast. Each question brings it
// up to date first. It proves nothing: if it is removed, it is made again from the ledger.
#pragma once

#include "record/database.h"
#include "record/ledger.h"
#include "record/row.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace postern::record {

class RecordIndex {
public:
    // Opens the index of this ledger, which must outlive it, and brings it up to date.
    [[nodiscard]] static Result<RecordIndex> open(const Ledger& ledger);
    // Makes it anew from the first line on. What it remembers of the end of the chain stays.
    [[nodiscard]] Status make_anew();
    // Adds what came since.
    [[nodiscard]] Status update();

    // The last line that it ever saw: the ledger must still have it, unless it was pruned.
    [[nodiscard]] Result<std::optional<ChainLink>> last_seen();
    [[nodiscard]] Result<RecordRow> row_at(std::uint64_t offset);
    [[nodiscard]] Database& database() noexcept { return *database_; }

private:
    struct State;  // what the file says about itself
    explicit RecordIndex(const Ledger& ledger) : ledger_(&ledger) {}
    [[nodiscard]] Status open_file();
    [[nodiscard]] Status fold(LedgerReader& reader, State state);
    [[nodiscard]] Result<State> state();
    [[nodiscard]] Status keep(const State& state);
    [[nodiscard]] Status forget_before(std::uint64_t offset);

    const Ledger* ledger_;
    std::unique_ptr<Database> database_{};
    std::optional<LedgerReader> reader_{};
};

// Tables and columns, for those who ask:
//
//     requests   number id time actor agent model session client tool verdict ended ok duration step rule words offset
//     refusals   time actor agent model session rule step what id
//     tally      hour actor model rule step verdict ok count duration
//
// `time` and `duration` are in milliseconds, `verdict` is 0 to 2 or null, `words` is what --grep searches. `tally` has
// the requests that ended, by the hour in which they came.

}  // namespace postern::record
