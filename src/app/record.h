// The whole story of one request: what was asked, decided, run and cleaned up. Complete at every end of the line, also
// after a refusal and after a failure of Postern's own.
#pragma once

#include "app/events.h"
#include "app/judge.h"
#include "approval/denials.h"
#include "base/result.h"
#include "run/run_plan.h"
#include "sandbox/profile.h"

#include <optional>
#include <string>

namespace postern::app {

// A refusal, counted in its session.
struct CountedRefusal {
    approval::Denials denials{};
    std::string text{};       // how often, and from a limit on, where to look
    bool ends_agent = false;  // a limit is reached, and there is no person to ask
};

struct RunRecord {
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

// Receives the record of each request, once, however the request ended.
class Records {
public:
    virtual ~Records() = default;
    virtual void keep(const RunRecord& record) = 0;
};

// Records that nobody keeps.
class NoRecords final : public Records {
public:
    void keep(const RunRecord&) override {}
};

// The exit status of `postern run`.
[[nodiscard]] int exit_status(const RunRecord& record);

}  // namespace postern::app
