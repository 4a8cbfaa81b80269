// The line: what happens to every command, from the request to the record. A newcomer reads run.cc first.
#pragma once

#include "app/record.h"
#include "app/session.h"
#include "approval/approver.h"
#include "base/result.h"
#include "host/facts.h"
#include "run/captured_output.h"
#include "sandbox/profile.h"
#include "sandbox/spec.h"

#include <optional>
#include <string>

namespace postern::app {

struct RunRequest {
    SessionOptions session{};
    Query query;  // ShellText or Program
    sandbox::SpecOptions spec{};
    record::Requester who{};
    std::optional<run::OutputLimits> capture{};
    bool pass_through = false;
};

// Everything outside that the line meets.
struct Edges {
    approval::Approvers approvers;  // who can be asked
    Events::Reader live;            // told of each event when it happens
    Records& records;
};

[[nodiscard]] RunRecord run(const RunRequest& request, Edges edges);

// The first half of the line, as far as the profile: for `postern profile`.
struct Planned {
    host::Facts facts{};
    sandbox::Profile profile{};
    bool sandboxed = true;  // false: the settings switch the sandbox off
};
[[nodiscard]] Result<Planned> plan_profile(const Session& session, const sandbox::SpecOptions& options);

}  // namespace postern::app
