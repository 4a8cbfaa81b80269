#include "app/run.h"

#include "app/host_facts.h"
#include "app/run_counts.h"
#include "app/sandbox_state.h"
#include "app/services.h"
#include "approval/binding.h"
#include "approval/settle.h"
#include "backend/backend.h"
#include "base/file.h"
#include "run/resource_limits.h"
#include "sandbox/resolve.h"
#include "settings/defaults.h"

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace postern::app {
namespace {

using policy::Verdict;
using sandbox::Profile;

tl::unexpected<Error> failed(Error error) {
    return tl::unexpected<Error>(std::move(error));
}

std::vector<std::string> program_of(const Query& query) {
    if (const auto* shell = std::get_if<ShellText>(&query.subject)) return {"/bin/bash", "-c", shell->text};
    return std::get<Program>(query.subject).argv;
}

// Finishes what a killed Postern could not, before anything else relies on the tree.
void finish_interrupted_runs(const settings::Places& places, Events& events) {
    const auto findings = scrub::resume(places.state_home);
    if (!findings) {
        const Error& error = findings.error();
        events.add(Weakened{"what an interrupted run left behind is not cleaned up: " +
                            (error.where.empty() ? error.what : error.where + ": " + error.what)});
        return;
    }
    for (const scrub::Finding& finding : *findings) events.add(Scrubbed{finding, true});
}

// Returns the query as it is judged here. Without a sandbox, if the settings allow that, it is one about a command that
// runs outside.
Query query_here(const Session& session, const SandboxState& sandbox, Query query) {
    const bool none = sandbox.kind == SandboxState::Kind::unavailable;
    if (none && !settings::fail_if_unavailable(session.settings)) query.unsandboxed = true;
    return query;
}

// Returns an error if the command was decided to run in a sandbox and there is none.
Status check_sandbox(const Session& session, const SandboxState& sandbox, RunRecord& record) {
    if (sandbox.kind != SandboxState::Kind::unavailable) return {};
    if (!record.judgement.decision.sandboxed) {
        record.events.add(Weakened{"there is no sandbox here: " + sandbox.reason});
        return {};
    }
    const std::string more =
        settings::fail_if_unavailable(session.settings) ? "" : ", and sandbox.allowUnsandboxedCommands is false";
    return fail(Errc::unsupported, sandbox.reason + more + "; nothing was run. `postern doctor` tells what to do");
}

approval::Approvals approvals_for(const Session& session, const Edges& edges, Events& events) {
    approval::ApprovalRules rules = approval::rules_of(session.policy, session.settings);
    rules.settled = [&events](const approval::Question& question, const approval::Answer& answer) {
        events.add(Asked{question, answer});
    };
    rules.warn = [&events](const std::string& sentence) { events.add(Weakened{sentence}); };
    return {std::move(rules), approval::Memory(session.places.state_home, approval::this_session), edges.approvers()};
}

// Settles an ask with the approvers. Returns false if the command is refused.
bool settle(const Session& session, approval::Approvals& approvals, RunRecord& record) {
    const Judgement& judged = record.judgement;
    if (judged.decision.verdict != Verdict::ask) return judged.decision.verdict == Verdict::allow;
    const policy::Host& host = session.policy.host;
    approval::Question question{.about = approval::About::command, .subject = judged.text, .directory = host.cwd};
    std::ranges::copy_if(judged.decision.reasons, std::back_inserter(question.reasons),
                         [](const policy::Reason& reason) { return reason.verdict == Verdict::ask; });
    question.bindings = approval::bindings_in(
        question.reasons, {.text = judged.text, .analysis = judged.analysis, .directory = host.cwd, .home = host.home});
    const approval::Answer answer = approvals.settle_now(question);
    if (answer.verdict == approval::Answer::Verdict::allowed) return true;
    record.refusal = answer.verdict == approval::Answer::Verdict::nobody
                         ? "it needs a person's consent, and there is no terminal to ask on"
                         : approval::refusal_text(answer);
    return false;
}

// Counts by the text of the command, because no guard sees the programs that it starts. Returns false if a limit is
// used up.
bool count_by_text(const Session& session, RunRecord& record) {
    const RunCounts counts(session.places.state_home);
    for (const shell::Command& command : record.judgement.analysis.commands) {
        for (const policy::LimitHit& hit : policy::limits_hit_by(session.policy, command)) {
            auto enough = count_once_more(counts, hit);
            if (!enough) continue;
            policy::Decision& decision = record.judgement.decision;
            decision.verdict = Verdict::deny;
            decision.reasons.insert(decision.reasons.begin(), std::move(*enough));
            return false;
        }
    }
    return true;
}

// Returns the writable roots. If the whole machine is writable, these are the working directory and home, because a
// search of everything would take too long.
std::vector<AbsPath> places_to_scrub(const Profile& profile) {
    const bool everything = std::ranges::find(profile.writable, AbsPath::root()) != profile.writable.end();
    if (!everything) return profile.writable;
    if (profile.home.contains(profile.cwd)) return {profile.home};
    if (profile.cwd.contains(profile.home)) return {profile.cwd};
    return {profile.cwd, profile.home};
}

scrub::Watch watch_for(const Profile& profile) {
    scrub::Watch watch{.cwd = profile.cwd,
                       .home = profile.home,
                       .writable = places_to_scrub(profile),
                       .absent = profile.absent,
                       .repositories = profile.repositories,
                       .waived = profile.waived,
                       .also_protected = profile.also_protected};
    for (const sandbox::Mount& mount : profile.mounts) {
        switch (mount.access) {
            case sandbox::MountAccess::read_only:
            case sandbox::MountAccess::hidden: watch.held.push_back(mount.path); break;
            case sandbox::MountAccess::writable:
            case sandbox::MountAccess::cannot_move:
            case sandbox::MountAccess::reopened: watch.opened.push_back(mount.path); break;
            case sandbox::MountAccess::empty_private: break;
        }
    }
    return watch;
}

// Runs what was decided: the second half of the line.
Status launch(const Session& session, const RunRequest& request, const host::Facts& facts,
              approval::Approvals& approvals, RunRecord& record) {
    const Profile& profile = *record.profile;
    const bool sandboxed = record.judgement.decision.sandboxed;
    const bool foreground = sandboxed && facts.foreground && !request.capture;
    run::Request wanted{.capture = request.capture, .pass_through = request.pass_through};
    if (!sandboxed) {
        auto plan = backend::no_sandbox()->plan({.profile = profile, .program = program_of(request.query)});
        if (!plan) return failed(std::move(plan.error()));
        record.result = run::run_plan(std::move(*plan), wanted);
        return {};
    }
    auto limits = run::plan_limits(profile.limits);
    if (!limits) return failed(std::move(limits.error()));
    auto exposed = open_exposed_ports(profile);
    if (!exposed) return failed(std::move(exposed.error()));
    auto plan = backend::sandbox_of(facts)->plan({.profile = profile,
                                                  .program = program_of(request.query),
                                                  .limits = std::move(*limits),
                                                  .foreground = foreground});
    if (!plan) return failed(std::move(plan.error()));
    // The journal comes last before the start: one of a run that never began would make the user's own work the command's.
    auto journal = scrub::begin(session.places.state_home, watch_for(profile));
    if (!journal) return failed(std::move(journal.error()));
    // The lock stays open in postern-init until the last process inside is gone.
    UniqueFd lock(::fcntl(journal->lock.get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
    if (!lock) return fail(Errc::io, describe_errno("cannot keep the journal locked", errno));
    plan->inherited.push_back(std::move(lock));

    Services services({session, record, record.events}, approvals, std::move(*exposed), std::move(*journal));
    services.serve(wanted);
    record.result = run::run_plan(std::move(*plan), wanted);  // guards and gate answer meanwhile
    return services.finish(*record.result);
}

// The line from top to bottom. An error is a failure of Postern's own; a refusal is none.
Status follow(const RunRequest& request, const Edges& edges, RunRecord& record) {
    auto places = find_places(request.session);
    if (!places) return failed(std::move(places.error()));
    record.cwd = places->project;
    finish_interrupted_runs(*places, record.events);
    const auto session = open_session(std::move(*places), request.session);
    if (!session) return failed(session.error());
    for (const settings::Warning& warning : session->warnings) record.events.add(Warned{warning});

    const auto spec = sandbox::make_spec(session->settings, session->policy, session->places, request.spec);
    const host::Facts facts = look_at_host(*session, spec ? &*spec : nullptr);
    const SandboxState sandbox = sandbox_state(*session, facts);

    record.query = query_here(*session, sandbox, request.query);
    record.judgement = judge(*session, record.query);
    if (record.judgement.decision.verdict == Verdict::deny) return {};
    if (Status there = check_sandbox(*session, sandbox, record); !there) return there;
    approval::Approvals approvals = approvals_for(*session, edges, record.events);
    if (!settle(*session, approvals, record)) return {};

    if (record.judgement.decision.sandboxed) {
        if (!spec) return failed(spec.error());
        if (Status made = make_own_directories(*session, facts); !made) return made;
        auto profile = sandbox::resolve(*spec, facts, *files_for_run(*session, facts));
        if (!profile) return failed(std::move(profile.error()));
        record.profile = std::move(*profile);
    } else {
        record.profile = sandbox::unsandboxed_profile(session->places.project, request.spec, facts);
    }
    if (record.profile->exec_guard == settings::ExecGuardMode::off && !count_by_text(*session, record)) return {};
    for (const std::string& weakness : record.profile->weaknesses) record.events.add(Weakened{weakness});
    return launch(*session, request, facts, approvals, record);
}

}  // namespace

RunRecord run(const RunRequest& request, Edges& edges) {
    RunRecord record{.query = request.query, .events = Events(edges.live)};
    if (Status done = follow(request, edges, record); !done) record.failure = std::move(done.error());
    edges.records.keep(record);
    return record;
}

Result<Planned> plan_profile(const Session& session, const sandbox::SpecOptions& options) {
    const auto spec = sandbox::make_spec(session.settings, session.policy, session.places, options);
    if (!spec) return failed(spec.error());
    host::Facts facts = look_at_host(session, &*spec);
    auto profile = sandbox::resolve(*spec, facts, *files_for_run(session, facts));
    if (!profile) return failed(std::move(profile.error()));
    return Planned{std::move(facts), std::move(*profile)};
}

int exit_status(const RunRecord& record) {
    constexpr int kFailed = 125, kRefused = 126;
    if (record.failure) return kFailed;
    return record.result ? run::exit_code(record.result->outcome) : kRefused;
}

}  // namespace postern::app
