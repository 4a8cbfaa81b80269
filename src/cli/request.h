// Makes a session, a question and wishes for the sandbox out of the options of a command.
#pragma once

#include "app/judge.h"
#include "base/result.h"
#include "cli/options.h"
#include "policy/decision.h"
#include "record/row.h"
#include "sandbox/spec.h"

namespace postern::cli {

// Reads --settings, --set, --mode, --allow-host and --cwd.
app::SessionOptions session_options(const Parsed& options);

// Who asks: the options, else POSTERN_ACTOR, POSTERN_AGENT and POSTERN_MODEL; the session also from the terminal.
record::Requester requester(const Parsed& options);
// Opens the session, and writes its warnings to stderr unless --quiet is given.
Result<app::Session> open_session(const Parsed& options);

// Reads -c STRING, -- CMD ARG…, or --tool NAME with --path or --host: exactly one of them must be there.
Result<app::Query> query_from(const Parsed& options);

int exit_status(policy::Verdict verdict);

// Reads the options of run and profile that add to the sandbox.
[[nodiscard]] Result<sandbox::SpecOptions> spec_options(const Parsed& options);

}  // namespace postern::cli
