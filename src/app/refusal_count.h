// Counts the refusals of a session, so that an agent which tries again and again meets a person or an end.
#pragma once

#include "app/record.h"
#include "app/session.h"
#include "approval/approver.h"
#include "approval/denials.h"
#include "base/result.h"

#include <string>

namespace postern::app {

// The session in which the refusals of this request are counted, and what was counted before.
struct RefusalCount {
    approval::DenialCounts counts;
    approval::DenialLimits limits;
    approval::Denials before{};
    std::string session;
    approval::Person person;

    [[nodiscard]] bool limit_was_reached() const;
};

// Reads what was counted before. `named`: the session that the request belongs to.
[[nodiscard]] Result<RefusalCount> read_refusals(const Session& session, const std::string& named,
                                                 const approval::Approvers& people);

// Counts the end of the line: a refusal adds to the counters, and what ran ends the row.
[[nodiscard]] Status count_end(const RefusalCount& counted, RunRecord& record);

}  // namespace postern::app
