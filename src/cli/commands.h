// One function per command, each in a file of its own. Returns the exit status, or the error that main reports.
#pragma once

#include "base/result.h"
#include "cli/options.h"

namespace postern::cli {

Result<int> run_command_line(const Parsed& options);  // postern run
Result<int> run_check(const Parsed& options);
Result<int> run_batch(const Parsed& options);  // check --batch
Result<int> run_explain(const Parsed& options);
Result<int> explain_past(const Parsed& options);  // explain ID
Result<int> run_profile(const Parsed& options);
Result<int> run_settings_show(const Parsed& options);
Result<int> run_settings_validate(const Parsed& options);
Result<int> run_settings_schema(const Parsed& options);
Result<int> run_trust(const Parsed& options);
Result<int> run_init(const Parsed& options);
Result<int> run_doctor(const Parsed& options);
Result<int> run_status(const Parsed& options);
Result<int> run_scrub_list(const Parsed& options);
Result<int> run_scrub_restore(const Parsed& options);
Result<int> run_scrub_remove(const Parsed& options);
Result<int> run_scrub_accept(const Parsed& options);
Result<int> run_scrub_run(const Parsed& options);
Result<int> run_audit_log(const Parsed& options);
Result<int> run_audit_show(const Parsed& options);
Result<int> run_audit_stats(const Parsed& options);
Result<int> run_audit_failures(const Parsed& options);
Result<int> run_audit_violations(const Parsed& options);
Result<int> run_audit_verify(const Parsed& options);
Result<int> run_audit_prune(const Parsed& options);
Result<int> run_audit_export(const Parsed& options);
Result<int> run_serve(const Parsed& options);
Result<int> run_approvals_list(const Parsed& options);
Result<int> run_approvals_watch(const Parsed& options);
Result<int> run_approvals_answer(const Parsed& options);
Result<int> run_approvals_grants(const Parsed& options);
Result<int> run_approvals_revoke(const Parsed& options);
Result<int> run_connect(const Parsed& options);
Result<int> run_completion(const Parsed& options);
Result<int> run_version(const Parsed& options);

}  // namespace postern::cli
