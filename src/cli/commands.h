// One function per command, each in a file of its own. The answer is the exit status.
#pragma once

#include "cli/options.h"

namespace postern::cli {

inline constexpr int kExitError = 125;  // Postern could not do its job

int run_check(const Parsed& options);
int run_batch(const Parsed& options);  // check --batch
int run_explain(const Parsed& options);
int run_settings_show(const Parsed& options);
int run_settings_validate(const Parsed& options);
int run_settings_schema(const Parsed& options);
int run_trust(const Parsed& options);
int run_init(const Parsed& options);
int run_doctor(const Parsed& options);
int run_status(const Parsed& options);
int run_scrub_list(const Parsed& options);
int run_scrub_restore(const Parsed& options);
int run_scrub_run(const Parsed& options);
int run_run(const Parsed& options);
int run_profile(const Parsed& options);
int run_connect(const Parsed& options);
int run_completion(const Parsed& options);
int run_version(const Parsed& options);

}  // namespace postern::cli
