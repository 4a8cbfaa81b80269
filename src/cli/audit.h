// The record for people: lines, the story of one request, a small chart. Pure.
#pragma once

#include "cli/output.h"
#include "record/query.h"
#include "record/verify.h"

#include <string>
#include <vector>

namespace postern::cli {

// One line of `postern audit log`.
std::string row_line(const record::RecordRow& row, const TextStyle& style);
// What happened, as a person would tell it.
std::string story_of(const record::RecordRow& row, const TextStyle& style);

struct StatsPage {
    record::StatsBy by = record::StatsBy::actor;
    std::int64_t since = 0, until = 0;  // milliseconds since 1970
    std::vector<record::StatsRow> rows{};
    std::int64_t open = 0;  // requests that never ended, or have not yet
};
std::string stats_text(const StatsPage& page, const TextStyle& style);
std::string violations_text(const std::vector<record::ViolationRow>& rows, const TextStyle& style);
std::string chain_text(const record::ChainReport& report, const TextStyle& style);

}  // namespace postern::cli
