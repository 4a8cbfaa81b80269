// From the options of check and explain to a session and a question.
#pragma once

#include "app/judge.h"
#include "base/result.h"
#include "cli/options.h"
#include "policy/decision.h"

namespace postern::cli {

// --settings, --set, --mode, --cwd.
app::SessionOptions session_options(const Parsed& options);

// open_session, with the warnings said on stderr unless the options ask for quiet.
Result<app::Session> open_session(const Parsed& options);

// -c STRING, -- CMD ARG…, or --tool NAME with --path or --host: exactly one of them.
Result<app::Question> question_from(const Parsed& options);

int exit_status(policy::Verdict verdict);

}  // namespace postern::cli
