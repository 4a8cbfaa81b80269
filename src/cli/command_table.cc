// Every command, with the options that it takes.
#include "cli/commands.h"
#include "cli/options.h"

#include <array>

namespace postern::cli {
namespace {

constexpr auto kJudging = std::to_array<Opt>({Opt::command, Opt::tool, Opt::path, Opt::host, Opt::batch, Opt::json,
                                              Opt::unsandboxed, Opt::allow_host, Opt::settings, Opt::set, Opt::mode,
                                              Opt::cwd, Opt::quiet, Opt::verbose, Opt::help});
constexpr auto kExplaining =
    std::to_array<Opt>({Opt::command, Opt::tool, Opt::path, Opt::host, Opt::json, Opt::unsandboxed, Opt::allow_host,
                        Opt::settings, Opt::set, Opt::mode, Opt::cwd, Opt::quiet, Opt::verbose, Opt::help});
constexpr auto kShowing = std::to_array<Opt>(
    {Opt::origin, Opt::json, Opt::settings, Opt::set, Opt::cwd, Opt::quiet, Opt::verbose, Opt::help});
constexpr auto kValidating = std::to_array<Opt>({Opt::json, Opt::set, Opt::cwd, Opt::quiet, Opt::verbose, Opt::help});
constexpr auto kTrusting = std::to_array<Opt>({Opt::list, Opt::revoke, Opt::yes, Opt::json, Opt::quiet, Opt::help});
constexpr auto kStarting = std::to_array<Opt>({Opt::force, Opt::cwd, Opt::quiet, Opt::help});
constexpr auto kRunning = std::to_array<Opt>(
    {Opt::command,     Opt::json,    Opt::allow_host, Opt::allow_write, Opt::deny_write, Opt::deny_read,
     Opt::env,         Opt::timeout, Opt::memory,     Opt::pids,        Opt::max_output, Opt::headless,
     Opt::unsandboxed, Opt::actor,   Opt::agent,      Opt::model,       Opt::session,    Opt::settings,
     Opt::set,         Opt::mode,    Opt::cwd,        Opt::quiet,       Opt::verbose,    Opt::help});
constexpr auto kProfiling =
    std::to_array<Opt>({Opt::backend, Opt::json, Opt::allow_host, Opt::allow_write, Opt::deny_write, Opt::deny_read,
                        Opt::env, Opt::settings, Opt::set, Opt::cwd, Opt::quiet, Opt::verbose, Opt::help});
constexpr auto kDiagnosing = std::to_array<Opt>({Opt::json, Opt::settings, Opt::set, Opt::cwd, Opt::quiet, Opt::help});
constexpr auto kScrubbing = std::to_array<Opt>({Opt::json, Opt::quiet, Opt::help});
constexpr auto kDeciding = std::to_array<Opt>({Opt::yes, Opt::json, Opt::quiet, Opt::help});
constexpr auto kLogging =
    std::to_array<Opt>({Opt::follow, Opt::actor, Opt::agent, Opt::model, Opt::session, Opt::verdict, Opt::since,
                        Opt::until, Opt::grep, Opt::limit, Opt::json, Opt::help});
constexpr auto kFailing = std::to_array<Opt>({Opt::follow, Opt::actor, Opt::agent, Opt::model, Opt::session, Opt::since,
                                              Opt::until, Opt::grep, Opt::limit, Opt::json, Opt::help});
constexpr auto kTelling = std::to_array<Opt>({Opt::json, Opt::help});
constexpr auto kCounting = std::to_array<Opt>({Opt::by, Opt::since, Opt::until, Opt::json, Opt::help});
constexpr auto kViolating = std::to_array<Opt>(
    {Opt::actor, Opt::agent, Opt::model, Opt::session, Opt::since, Opt::until, Opt::limit, Opt::json, Opt::help});
constexpr auto kVerifying = std::to_array<Opt>({Opt::anchors, Opt::json, Opt::quiet, Opt::help});
constexpr auto kPruning = std::to_array<Opt>({Opt::keep, Opt::yes, Opt::json, Opt::quiet, Opt::help});
constexpr auto kExporting =
    std::to_array<Opt>({Opt::format, Opt::follow, Opt::actor, Opt::agent, Opt::model, Opt::session, Opt::verdict,
                        Opt::since, Opt::until, Opt::grep, Opt::limit, Opt::help});
constexpr auto kServing = std::to_array<Opt>({Opt::log_level, Opt::notify, Opt::help});
constexpr auto kAnswering =
    std::to_array<Opt>({Opt::for_session, Opt::always, Opt::message, Opt::json, Opt::quiet, Opt::help});
constexpr auto kPlain = std::to_array<Opt>({Opt::help});
constexpr auto kVersion = std::to_array<Opt>({Opt::json, Opt::help});

constexpr std::string_view kVerdicts = "0 allow, 1 ask, 2 deny, 125 error";
constexpr std::string_view kDone = "0 done, 125 error";

constexpr auto kRunExamples = std::to_array<std::string_view>({
    "postern run -c 'npm test && git status'",
    "postern run --timeout 5m --memory 2G -- make -j4",
    "postern run --json --deny-read ~/.aws -- python3 job.py",
});
constexpr auto kProfileExamples = std::to_array<std::string_view>({
    "postern profile",
    "postern profile --json --allow-write ../other",
    "postern profile --backend seatbelt",
});
constexpr auto kCheckExamples = std::to_array<std::string_view>({
    "postern check -c 'npm test && git push'",
    "postern check --tool Read --path .env",
});
constexpr auto kExplainExamples = std::to_array<std::string_view>({
    "postern explain -c 'make && sudo make install'",
    "postern explain --set permissions.deny='Bash(rm:*)' -c 'env rm -r x'",
    "postern explain --tool WebFetch --host example.org",
});
constexpr auto kShowExamples = std::to_array<std::string_view>({
    "postern settings show --origin",
    "postern settings show --json --cwd ../other",
    "postern settings show --set sandbox.enabled=false",
});
constexpr auto kValidateExamples = std::to_array<std::string_view>({
    "postern settings validate",
    "postern settings validate .postern/settings.json",
    "postern settings validate --cwd ../other",
});
constexpr auto kSchemaExamples = std::to_array<std::string_view>({"postern settings schema > settings.schema.json"});
constexpr auto kTrustExamples = std::to_array<std::string_view>({
    "postern trust",
    "postern trust --revoke ../other",
    "postern trust --list",
});
constexpr auto kInitExamples = std::to_array<std::string_view>({
    "postern init",
    "postern init --cwd ../other",
    "postern init --force",
});
constexpr auto kDoctorExamples = std::to_array<std::string_view>({
    "postern doctor",
    "postern doctor --json",
});
constexpr auto kStatusExamples = std::to_array<std::string_view>({
    "postern status",
    "postern status --json --cwd ../other",
});
constexpr auto kScrubListExamples =
    std::to_array<std::string_view>({"postern scrub list", "postern scrub list --json"});
constexpr auto kScrubRestoreExamples =
    std::to_array<std::string_view>({"postern scrub restore 20260102-030405-678901beef-1"});
constexpr auto kScrubRemoveExamples =
    std::to_array<std::string_view>({"postern scrub remove --yes 20260102-030405-678901beef-1"});
constexpr auto kScrubAcceptExamples = std::to_array<std::string_view>({"postern scrub accept sub/.envrc"});
constexpr auto kScrubRunExamples = std::to_array<std::string_view>({"postern scrub run"});
constexpr auto kLogExamples = std::to_array<std::string_view>({
    "postern audit log --verdict deny --since 24h",
    "postern audit log --grep 'git push' --limit 20",
    "postern audit log --follow",
});
constexpr auto kTellExamples = std::to_array<std::string_view>({"postern audit show 01jd3kq8vafyy123"});
constexpr auto kStatsExamples = std::to_array<std::string_view>({
    "postern audit stats --since 7d --by day",
    "postern audit stats --by rule",
});
constexpr auto kFailuresExamples = std::to_array<std::string_view>({"postern audit failures --since 24h"});
constexpr auto kViolationsExamples = std::to_array<std::string_view>({"postern audit violations --since 30d"});
constexpr auto kVerifyExamples = std::to_array<std::string_view>({
    "postern audit verify",
    "postern audit verify --anchors /var/log/auth.log",
});
constexpr auto kPruneExamples = std::to_array<std::string_view>({"postern audit prune --keep 90d"});
constexpr auto kExportExamples = std::to_array<std::string_view>({
    "postern audit export --since 24h > requests.ndjson",
    "postern audit export --format ocsf --verdict deny",
    "postern audit export --format events --follow --limit 0",
});
constexpr auto kServeExamples = std::to_array<std::string_view>({"postern serve", "postern serve --log-level debug"});
constexpr auto kApprovalsListExamples =
    std::to_array<std::string_view>({"postern approvals list", "postern approvals list --json"});
constexpr auto kApprovalsWatchExamples = std::to_array<std::string_view>({"postern approvals watch"});
constexpr auto kApprovalsAnswerExamples = std::to_array<std::string_view>({
    "postern approvals answer 1f2e3d4c allow",
    "postern approvals answer 1f2e3d4c allow --session",
    "postern approvals answer 1f2e3d4c deny --message 'use the test database'",
});
constexpr auto kApprovalsGrantsExamples = std::to_array<std::string_view>({"postern approvals grants"});
constexpr auto kApprovalsRevokeExamples = std::to_array<std::string_view>({"postern approvals revoke example.org:443"});
constexpr auto kConnectExamples = std::to_array<std::string_view>({
    "ssh -o ProxyCommand='postern connect %h %p' git@example.org",
    "postern connect db.example.org 5432",
});
constexpr auto kCompletionExamples = std::to_array<std::string_view>(
    {"source <(postern completion)", "postern completion > /etc/bash_completion.d/postern"});

constexpr auto kCommands = std::to_array<CommandSpec>({
    {.name = "run",
     .usage = "[OPTION…] (-c STRING | -- CMD ARG…)",
     .summary = "judge a command and run it in the sandbox",
     .options = kRunning,
     .examples = kRunExamples,
     .exits = "its own; 123 not all could be disarmed, 124 timed out, 125 error,\n"
              "  126 refused or not executable, 127 not found, 128+N killed by signal N",
     .run = run_command_line,
     .takes_program = true,
     .cleans_up_first = false},
    {.name = "check",
     .usage = "[OPTION…] (-c STRING | -- CMD ARG… | --tool NAME | --batch)",
     .summary = "say whether it may run: allow, ask or deny",
     .options = kJudging,
     .examples = kCheckExamples,
     .exits = kVerdicts,
     .run = run_check,
     .takes_program = true},
    {.name = "explain",
     .usage = "[OPTION…] (-c STRING | -- CMD ARG… | --tool NAME | ID)",
     .summary = "the same with the whole reasoning, for people",
     .options = kExplaining,
     .examples = kExplainExamples,
     .exits = kVerdicts,
     .run = run_explain,
     .operands = 1,
     .takes_program = true},
    {.name = "profile",
     .usage = "[OPTION…]",
     .summary = "what the sandbox would be, without running",
     .options = kProfiling,
     .examples = kProfileExamples,
     .exits = kDone,
     .run = run_profile},
    {.name = "settings show",
     .usage = "[OPTION…]",
     .summary = "the settings in force here",
     .options = kShowing,
     .examples = kShowExamples,
     .exits = kDone,
     .run = run_settings_show},
    {.name = "settings validate",
     .usage = "[OPTION…] [FILE]",
     .summary = "check the settings, their rules and the rules' examples",
     .options = kValidating,
     .examples = kValidateExamples,
     .exits = "0 valid, 125 not",
     .run = run_settings_validate,
     .operands = 1},
    {.name = "settings schema",
     .usage = "",
     .summary = "the JSON Schema of a settings file, for editors",
     .options = kPlain,
     .examples = kSchemaExamples,
     .exits = kDone,
     .run = run_settings_schema},
    {.name = "trust",
     .usage = "[OPTION…] [DIR]",
     .summary = "accept what a project's settings allow",
     .options = kTrusting,
     .examples = kTrustExamples,
     .exits = kDone,
     .run = run_trust,
     .operands = 1},
    {.name = "init",
     .usage = "[OPTION…]",
     .summary = "write first settings for this project",
     .options = kStarting,
     .examples = kInitExamples,
     .exits = kDone,
     .run = run_init},
    {.name = "doctor",
     .usage = "[OPTION…]",
     .summary = "what this machine lacks for the sandbox",
     .options = kDiagnosing,
     .examples = kDoctorExamples,
     .exits = "0 the sandbox works, 1 it will be weaker, 125 it cannot work",
     .run = run_doctor},
    {.name = "status",
     .usage = "[OPTION…]",
     .summary = "is the sandbox on here, and who says so",
     .options = kDiagnosing,
     .examples = kStatusExamples,
     .exits = kDone,
     .run = run_status},
    {.name = "scrub list",
     .usage = "[OPTION…]",
     .summary = "what was planted and moved to quarantine",
     .options = kScrubbing,
     .examples = kScrubListExamples,
     .exits = kDone,
     .run = run_scrub_list},
    {.name = "scrub restore",
     .usage = "[OPTION…] ID…",
     .summary = "put it back where it was",
     .options = kScrubbing,
     .examples = kScrubRestoreExamples,
     .exits = kDone,
     .run = run_scrub_restore,
     .operands = 1000},
    {.name = "scrub remove",
     .usage = "[OPTION…] ID…",
     .summary = "remove it from the quarantine for ever",
     .options = kDeciding,
     .examples = kScrubRemoveExamples,
     .exits = kDone,
     .run = run_scrub_remove,
     .operands = 1000},
    {.name = "scrub accept",
     .usage = "[OPTION…] PATH…",
     .summary = "take a dangerous path that could not be disarmed for your own",
     .options = kDeciding,
     .examples = kScrubAcceptExamples,
     .exits = kDone,
     .run = run_scrub_accept,
     .operands = 1000},
    {.name = "scrub run",
     .usage = "[OPTION…]",
     .summary = "finish what an interrupted run left to be scrubbed",
     .options = kScrubbing,
     .examples = kScrubRunExamples,
     .exits = "0 done, 123 something dangerous could not be disarmed, 125 error",
     .run = run_scrub_run,
     .cleans_up_first = false},
    {.name = "audit log",
     .usage = "[OPTION…]",
     .summary = "what was asked, and what became of it",
     .options = kLogging,
     .examples = kLogExamples,
     .exits = kDone,
     .run = run_audit_log},
    {.name = "audit show",
     .usage = "[OPTION…] ID",
     .summary = "the whole story of one request",
     .options = kTelling,
     .examples = kTellExamples,
     .exits = kDone,
     .run = run_audit_show,
     .operands = 1},
    {.name = "audit stats",
     .usage = "[OPTION…]",
     .summary = "how much, how long, and how much of it failed",
     .options = kCounting,
     .examples = kStatsExamples,
     .exits = kDone,
     .run = run_audit_stats},
    {.name = "audit failures",
     .usage = "[OPTION…]",
     .summary = "what was refused or failed",
     .options = kFailing,
     .examples = kFailuresExamples,
     .exits = kDone,
     .run = run_audit_failures},
    {.name = "audit violations",
     .usage = "[OPTION…]",
     .summary = "who tried what the rules forbid",
     .options = kViolating,
     .examples = kViolationsExamples,
     .exits = kDone,
     .run = run_audit_violations},
    {.name = "audit verify",
     .usage = "[OPTION…]",
     .summary = "whether anything on record was changed or removed",
     .options = kVerifying,
     .examples = kVerifyExamples,
     .exits = "0 whole, 1 not, 125 error",
     .run = run_audit_verify},
    {.name = "audit prune",
     .usage = "--keep TIME",
     .summary = "remove what is old",
     .options = kPruning,
     .examples = kPruneExamples,
     .exits = kDone,
     .run = run_audit_prune},
    {.name = "audit export",
     .usage = "[OPTION…]",
     .summary = "the record for other systems, one line each",
     .options = kExporting,
     .examples = kExportExamples,
     .exits = kDone,
     .run = run_audit_export},
    {.name = "serve",
     .usage = "[OPTION…]",
     .summary = "the broker: answer questions from elsewhere",
     .options = kServing,
     .examples = kServeExamples,
     .exits = kDone,
     .run = run_serve},
    {.name = "approvals list",
     .usage = "[OPTION…]",
     .summary = "the questions that stand",
     .options = kScrubbing,
     .examples = kApprovalsListExamples,
     .exits = kDone,
     .run = run_approvals_list},
    {.name = "approvals watch",
     .usage = "",
     .summary = "all open questions on one screen, answered with single keys",
     .options = kPlain,
     .examples = kApprovalsWatchExamples,
     .exits = kDone,
     .run = run_approvals_watch},
    {.name = "approvals answer",
     .usage = "[OPTION…] ID allow|deny",
     .summary = "answer one of them",
     .options = kAnswering,
     .examples = kApprovalsAnswerExamples,
     .exits = kDone,
     .run = run_approvals_answer,
     .operands = 2},
    {.name = "approvals grants",
     .usage = "[OPTION…]",
     .summary = "the answers that hold for longer than one run",
     .options = kScrubbing,
     .examples = kApprovalsGrantsExamples,
     .exits = kDone,
     .run = run_approvals_grants},
    {.name = "approvals revoke",
     .usage = "[OPTION…] HOST:PORT|SESSION",
     .summary = "take one of them back",
     .options = kScrubbing,
     .examples = kApprovalsRevokeExamples,
     .exits = kDone,
     .run = run_approvals_revoke,
     .operands = 1},
    {.name = "connect",
     .usage = "HOST PORT",
     .summary = "inside the sandbox: connect through the gate",
     .options = kPlain,
     .examples = kConnectExamples,
     .exits = "0 connected and done, 126 refused, 125 error",
     .run = run_connect,
     .operands = 2,
     .cleans_up_first = false},
    {.name = "completion",
     .usage = "",
     .summary = "completion for bash",
     .options = kPlain,
     .examples = kCompletionExamples,
     .exits = kDone,
     .run = run_completion},
    {.name = "version",
     .usage = "",
     .summary = "which Postern this is",
     .options = kVersion,
     .examples = {},
     .exits = kDone,
     .run = run_version},
});

}  // namespace

std::span<const CommandSpec> command_specs() {
    return kCommands;
}

}  // namespace postern::cli
