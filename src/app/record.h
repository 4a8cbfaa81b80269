// The whole story of one request: what was asked, decided, run and cleaned up. Complete at every end of the line, also
// after a refusal and after a failure of Postern's own.
#pragma once

#include "app/events.h"
#include "app/judge.h"
#include "approval/denials.h"
#include "base/result.h"
#include "record/ledger.h"
#include "record/row.h"
#include "run/run_plan.h"
#include "sandbox/profile.h"

#include <cstdint>
#include <optional>
#include <string>

namespace postern::app {

// Where records are kept, and how much depends on it.
struct RecordPlace {
    AbsPath state_home;
    bool enabled = true;
    bool required = false;  // what cannot be recorded does not run
    std::string anchors{};  // see record::Ledger::anchor_at
};

// A refusal, counted in its session.
struct CountedRefusal {
    approval::Denials denials{};
    std::string text{};       // how often, and from a limit on, where to look
    bool ends_agent = false;  // a limit is reached, and there is no person to ask
};

struct RunRecord {
    std::string id{};          // names the request for ever
    std::int64_t time_ms = 0;  // since 1970, when it came
    record::Requester who{};
    std::optional<RecordPlace> place{};  // nullopt if it could not be found out
    std::string policy{};                // digest of the settings; empty if there are none yet
    Query query{};
    std::optional<AbsPath> cwd{};  // nullopt if it could not be found out
    Judgement judgement{};
    std::string refusal{};                      // why an ask was not allowed: the answer was no, or nobody was there
    std::optional<CountedRefusal> counted{};    // of a refusal in a session
    std::optional<sandbox::Profile> profile{};  // nullopt if the line ended before
    std::optional<run::RunResult> result{};     // nullopt if nothing was started
    std::optional<Error> failure{};             // of Postern's own, before the run or after it
    Events events{};
};

// Receives the record of each request.
class Records {
public:
    virtual ~Records() = default;
    // Called before the command starts, so that something is kept even if Postern is killed.
    [[nodiscard]] virtual Status begin(const RunRecord& record) = 0;
    // Called once, however the request ended.
    [[nodiscard]] virtual Status keep(const RunRecord& record) = 0;
};

// Records of the user's ledger; see record/ledger.h.
class LedgerRecords final : public Records {
public:
    [[nodiscard]] Status begin(const RunRecord& record) override;
    [[nodiscard]] Status keep(const RunRecord& record) override;

private:
    [[nodiscard]] Status add(const RunRecord& record, record::RowStage stage);
    std::optional<record::Ledger> ledger_{};
};

// The record as it is kept: without what only matters while it runs, and within bounds.
[[nodiscard]] record::RecordRow row_of(const RunRecord& record, record::RowStage stage);

// The exit status of `postern run`.
[[nodiscard]] int exit_status(const RunRecord& record);

}  // namespace postern::app
