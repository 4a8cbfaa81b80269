// What `postern audit` and `postern explain ID` need of this machine: the record of this user, opened for one reader.
#pragma once

#include "cli/audit.h"
#include "cli/options.h"
#include "record/index.h"
#include "record/query.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace postern::cli {

class AuditBook {
public:
    // Fails inside Postern's sandbox, where nothing of it can be read. A book of nothing is no error.
    [[nodiscard]] static Result<AuditBook> open();

    using Each = std::function<Status(const record::FoundRow&)>;
    [[nodiscard]] Result<std::vector<record::FoundRow>> rows(const record::RowFilter& filter);
    [[nodiscard]] Status each_row(const record::RowFilter& filter, const Each& each);
    [[nodiscard]] Result<record::RecordRow> row(const std::string& id);
    [[nodiscard]] Result<StatsPage> stats(record::StatsBy by, const record::RowFilter& span);
    [[nodiscard]] Result<std::vector<record::ViolationRow>> violations(const record::RowFilter& filter);
    // `anchors` are lines of a log.
    [[nodiscard]] Result<record::ChainReport> verify(const std::string& anchors);
    // Removes what is older than this, and writes a row that says so. Returns how many went.
    enum class Faults : std::uint8_t { stop, accepted };
    [[nodiscard]] Result<std::uint64_t> prune(std::int64_t age_ms, Faults faults, const std::string& subject);

    // Waits until something may have been added, and brings the book up to date.
    [[nodiscard]] Status wait();

private:
    [[nodiscard]] Status need_person() const;

    AbsPath state_home_ = AbsPath::root();
    std::unique_ptr<record::Ledger> ledger_{};  // null if there is none yet
    std::unique_ptr<record::RecordIndex> index_{};
    record::RecordReader reader_{};
};

// The filter that the options describe.
[[nodiscard]] Result<record::RowFilter> row_filter(const Parsed& options);
// Prints rows as they come, until it is interrupted or nobody reads them.
[[nodiscard]] Result<int> follow_rows(AuditBook& book, record::RowFilter filter, const Parsed& options);
// Returns what makes the text of a row in this format, or null.
using RowFormat = std::string (*)(const record::RecordRow&);
[[nodiscard]] RowFormat export_format(std::string_view name);
// Reads a log from a file, or from standard input if the name is "-".
[[nodiscard]] Result<std::string> read_anchors(const std::string& name);

}  // namespace postern::cli
