// The line: what happens to every command, from the request to the record. A newcomer reads run.cc first.
#pragma once

#include "app/record.h"
#include "app/session.h"
#include "approval/prompt.h"
#include "base/result.h"
#include "host/facts.h"
#include "run/output.h"
#include "sandbox/profile.h"
#include "sandbox/spec.h"

#include <functional>
#include <optional>
#include <string>

namespace postern::app {

struct RunRequest {
    SessionOptions session{};
    Question question;  // ShellText or Program
    sandbox::SpecOptions spec{};
    std::optional<run::OutputLimits> capture{};
    bool pass_through = false;
};

// Where the flow meets people.
struct Console {
    std::function<approval::Reply(const Answer&, const AbsPath& cwd)> ask;  // may this run?
    std::function<std::string(const guard::Asked&)> question;               // while it runs: what to ask
    std::function<std::string(const std::string& place, const std::string& why)> host_question;  // likewise
};

// Everything outside that the line meets.
struct Edges {
    Console& console;
    Events::Reader live;  // told of each event when it happens
    Records& records;
};

[[nodiscard]] RunRecord run(const RunRequest& request, Edges& edges);

// The first half of the line, as far as the profile: for `postern profile`.
struct Planned {
    host::Facts facts;
    sandbox::Profile profile;
};
[[nodiscard]] Result<Planned> plan_profile(const Session& session, const sandbox::SpecOptions& options);

}  // namespace postern::app
