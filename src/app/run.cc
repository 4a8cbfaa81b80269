#include "app/run.h"

#include "app/approvers.h"
#include "app/host_facts.h"
#include "app/kept_directories.h"
#include "app/recording.h"
#include "app/refusal_count.h"
#include "app/run_counts.h"
#include "app/services.h"
#include "approval/binding.h"
#include "approval/settle.h"
#include "backend/backend.h"
#include "base/file.h"
#include "host/look.h"
#include "host/mount_watch.h"
#include "policy/harmless.h"
#include "policy/reasons.h"
#include "record/when.h"
#include "run/resource_limits.h"
#include "run/standard_streams.h"
#include "sandbox/resolve.h"
#include "scrub/watch.h"
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

// Returns the query as it is judged here. Without a sandbox, if the settings allow that, it is one about a command that
// runs outside.
Query query_here(const Session& session, const SandboxState& sandbox, Query query) {
    const bool none = sandbox.kind == SandboxState::Kind::unavailable;
    if (none && may_run_without(session.settings, sandbox)) query.unsandboxed = true;
    return query;
}

// Returns an error if a command that was allowed may not run because there is no sandbox here: one that was to be held by
// it, or any where this platform has none and the settings do not let commands run without.
Status check_without(const Session& session, const SandboxState& sandbox, const RunRecord& record) {
    const bool must_have = !may_run_without(session.settings, sandbox);
    const bool platform_has_none = !session.policy.sandbox && !record.query.unsandboxed;
    if (!record.judgement.decision.sandboxed && !(must_have && platform_has_none)) return {};
    const bool would_do_without = !settings::fail_if_unavailable(session.settings);
    const std::string more = !must_have         ? ", and sandbox.allowUnsandboxedCommands is false"
                             : would_do_without ? ", and without Postern's own directories nothing runs outside of one"
                                                : "";
    const std::string offer = sandbox.offer.empty() ? "" : sandbox.offer + ". ";
    return fail(Errc::unsupported,
                sandbox.reason + more + "; nothing was run. " + offer + "`postern doctor` tells what to do");
}

approval::Asking asking_of(const record::Requester& who) {
    return {.session = who.session, .actor = who.actor};
}

approval::Approvals approvals_for(const Session& session, approval::ApprovalRules rules, approval::Approvers approvers,
                                  RunRecord& record) {
    Events& events = record.events;
    rules.settled = [&events](const approval::Question& question, const approval::Answer& answer) {
        events.add(Asked{question, answer});
    };
    rules.silent = [&events](std::string_view approver, const std::string& why) {
        events.add(Silent{std::string(approver), why});
    };
    rules.warn = [&events](const std::string& sentence) { events.add(Weakened{sentence}); };
    return {std::move(rules), approval::Memory(session.places.state_home, [name = record.who.session] { return name; }),
            std::move(approvers)};
}

approval::Question question_about(const Session& session, const RunRecord& record) {
    const Judgement& judged = record.judgement;
    const policy::Host& host = session.policy.host;
    approval::Question out{.about = approval::About::command, .subject = judged.text, .directory = host.cwd};
    std::ranges::copy_if(judged.decision.reasons, std::back_inserter(out.reasons),
                         [](const policy::Reason& reason) { return reason.verdict == Verdict::ask; });
    out.bindings = approval::bindings_in(
        out.reasons, {.text = judged.text, .analysis = judged.analysis, .directory = host.cwd, .home = host.home});
    out.analysis = std::make_shared<const shell::Analysis>(judged.analysis);
    out.harmless = policy::harmless_grounds(session.policy, judged.analysis);
    out.may_be_rewritten = std::holds_alternative<ShellText>(record.query.subject);
    return out;
}

enum class Settled : std::uint8_t { allowed, refused, rewritten };

// Settles an ask with the approvers.
Settled settle(const Session& session, approval::Approvals& approvals, RunRecord& record) {
    policy::Decision& decision = record.judgement.decision;
    if (decision.verdict != Verdict::ask)
        return decision.verdict == Verdict::allow ? Settled::allowed : Settled::refused;
    const approval::Answer answer = approvals.settle_now(question_about(session, record));
    decision.reasons.push_back(approval::reason_of(answer));
    const bool yes = answer.verdict == approval::Answer::Verdict::allowed;
    if (yes && answer.rewritten) {
        record.events.add(Rewritten{record.judgement.text, *answer.rewritten, answer.approver});
        record.query.subject = ShellText{*answer.rewritten};
        return Settled::rewritten;
    }
    if (yes) return Settled::allowed;
    record.refusal = answer.verdict == approval::Answer::Verdict::nobody
                         ? "it needs a person's consent, and there is no terminal to ask on"
                         : approval::refusal_text(answer);
    return Settled::refused;
}

// Judges and settles. A command that an answer has rewritten goes through everything again, a few times at most. Returns
// false if the command is refused.
Result<bool> judge_and_settle(const Session& session, const SandboxState& sandbox, approval::Approvals& approvals,
                              RunRecord& record) {
    constexpr int kMostRewritings = 3;
    for (int rewritings = 0; rewritings <= kMostRewritings; ++rewritings) {
        record.judgement = judge(session, record.query);
        if (record.judgement.decision.verdict == Verdict::deny) return false;
        if (sandbox.kind == SandboxState::Kind::unavailable) {
            if (Status may = check_without(session, sandbox, record); !may) return tl::unexpected<Error>(may.error());
            if (rewritings == 0) record.events.add(Weakened{"there is no sandbox here: " + sandbox.reason});
        }
        const Settled settled = settle(session, approvals, record);
        if (settled != Settled::rewritten) return settled == Settled::allowed;
    }
    record.refusal = "it was rewritten again and again";
    return false;
}

// Counts by the text of the command, because no guard sees the programs that it starts. Returns false if a limit is
// used up.
bool count_by_text(const Session& session, RunRecord& record) {
    if (session.policy.limits.empty()) return true;
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

// Reads the refs of the repositories whose settings are held, before the command can move them.
std::vector<state::GitTips> tips_before(const Session& session, const Profile& profile) {
    std::vector<state::GitTips> out;
    if (!profile.create_guard) return out;
    for (const sandbox::Mount& mount : profile.mounts) {
        if (mount.access == sandbox::MountAccess::read_only && mount.path.name() == "config" && !mount.directory)
            out.emplace_back(session.places.state_home, mount.path.parent());
    }
    return out;
}

// Says that nothing here can be written, before a command fails at it without knowing why.
void warn_of_wide_directory(const settings::Places& places, RunRecord& record) {
    const auto& writable = record.profile->writable;
    const bool opened = std::ranges::any_of(writable, [&](const AbsPath& root) { return root.contains(places.cwd); });
    if (opened || !places.project.contains(places.home)) return;
    record.events.add(Warned{{places.cwd.text() + std::string(sandbox::kWideDirectory), {}}});
}

// Runs what was decided: the second half of the line.
Status launch(const Session& session, const RunRequest& request, const host::Facts& facts,
              approval::Approvals& approvals, RunRecord& record) {
    const Profile& profile = *record.profile;
    const bool sandboxed = record.judgement.decision.sandboxed;
    const bool foreground = sandboxed && facts.foreground && !request.capture;
    run::Request wanted{.capture = request.capture, .pass_through = request.pass_through};
    std::vector<std::string> program = program_of(record.query);
    if (!sandboxed) {
        auto plan = backend::no_sandbox()->plan({.profile = profile, .program = std::move(program)});
        if (!plan) return failed(std::move(plan.error()));
        record.result = run::run_plan(std::move(*plan), wanted);
        return {};
    }
    auto exposed = open_exposed_ports(profile);
    if (!exposed) return failed(std::move(exposed.error()));
    if (Status streams = run::check_standard_streams(); !streams) return streams;
    auto limits = run::plan_limits(profile.limits);
    if (!limits) return failed(std::move(limits.error()));
    // Postern-init inherits the journal, locked, until the last process inside is gone. The plan names its descriptor,
    // so the number is taken before there is a journal.
    UniqueFd lock(::open("/dev/null", O_PATH | O_CLOEXEC));
    if (!lock) return fail(Errc::io, describe_errno("cannot open /dev/null", errno));
    const auto kept = open_kept(profile, facts);  // outlives the run
    if (!kept) return failed(kept.error());
    std::vector<backend::KeptContent> contents = contents_of(*kept);
    auto plan = backend::sandbox_of(facts)->plan({.profile = profile,
                                                  .program = std::move(program),
                                                  .limits = std::move(*limits),
                                                  .foreground = foreground,
                                                  .kept = std::move(contents),
                                                  .journal = lock.get()});
    if (!plan) return failed(std::move(plan.error()));
    std::vector<state::GitTips> tips = tips_before(session, profile);
    // The journal comes last before the start: one of a run that never began would make the user's own work the command's.
    auto journal = scrub::begin(session.places.state_home, scrub::watch_for(profile));
    if (!journal) return failed(std::move(journal.error()));
    for (const scrub::Finding& finding : journal->disarmed) record.events.add(Scrubbed{finding, true});
    if (::dup3(journal->lock.get(), lock.get(), O_CLOEXEC) < 0) {
        const int error = errno;
        (void)scrub::finish(session.places.state_home, std::move(*journal), scrub::Inside::all_gone);  // nothing ran
        return fail(Errc::io, describe_errno("cannot keep the journal locked", error));
    }
    plan->inherited.push_back(std::move(lock));

    std::vector<sandbox::Absent> forbidden = scrub::forbidden_new_paths(*journal);
    Services services({session, record, record.events}, approvals,
                      {.journal = std::move(*journal),
                       .forbidden = std::move(forbidden),
                       .exposed = std::move(*exposed),
                       .tips = std::move(tips),
                       .ever_writable = facts.ever_writable});
    services.serve(wanted);
    record.result = run::run_plan(std::move(*plan), wanted);  // guards and gate answer meanwhile
    return services.finish(*record.result);
}

// Launches again if something was mounted or unmounted on this machine meanwhile: bubblewrap, which copies all mounts,
// fails at one that is gone. Nothing has run then.
Status launch_among_mounts(const Session& session, const RunRequest& request, const host::Facts& facts,
                           approval::Approvals& approvals, RunRecord& record) {
    constexpr int kMostLaunches = 5;
    const host::MountWatch mounts;
    for (int launches = 1;; ++launches) {
        Status done = launch(session, request, facts, approvals, record);
        const bool nothing_ran = done && std::holds_alternative<run::SetupFailed>(record.result->outcome);
        if (!nothing_ran || launches == kMostLaunches || !mounts.changed()) return done;
        record.events.add(Warned{{"mounts of this machine changed while the sandbox was made; it is made anew", {}}});
    }
}

// The line from the judgement on.
Status follow_session(const Session& session, const RunRequest& request, approval::Approvers people,
                      const RefusalCount& counting, Records& records, RunRecord& record) {
    const auto spec = sandbox::make_spec(session.settings, session.policy, session.places, request.spec);
    const auto looked = look_at_host(session, spec ? &*spec : nullptr);
    if (!looked) return failed(looked.error());
    const host::Facts& facts = *looked;
    const SandboxState sandbox = with_machine(session.wanted, facts.sandbox);

    record.query = query_here(session, sandbox, request.query);
    approval::ApprovalRules rules{.never_asks = policy::never_asks(session.policy),
                                  .allow_unasked = settings::ask_fallback(session.settings) == settings::Permit::allow,
                                  .deadline = settings::approval_deadline(session.settings)};
    if (counting.limit_was_reached()) rules.at_least = policy::MayAnswer::person;
    approval::Approvers approvers =
        with_chosen(std::move(people), session, facts, spec ? &*spec : nullptr, asking_of(record.who));
    approval::Approvals approvals = approvals_for(session, std::move(rules), std::move(approvers), record);
    const auto may_run = judge_and_settle(session, sandbox, approvals, record);
    if (!may_run) return failed(may_run.error());
    if (!*may_run) return {};

    if (record.judgement.decision.sandboxed) {
        if (!spec) return failed(spec.error());
        if (Status made = host::make_own_directories(session.places.state_home, facts); !made) return made;
        auto profile = sandbox::resolve(*spec, facts, *sandbox::look_at_this_host(own_directories(*spec, facts)));
        if (!profile) return failed(std::move(profile.error()));
        record.profile = std::move(*profile);
        warn_of_wide_directory(session.places, record);
    } else {
        record.profile = sandbox::unsandboxed_profile(session.places.cwd, request.spec, facts);
    }
    if (record.profile->exec_guard == settings::ExecGuardMode::off && !count_by_text(session, record)) return {};
    for (const std::string& weakness : record.profile->weaknesses) record.events.add(Weakened{weakness});
    if (Status begun = begin_record(records, record); !begun) return begun;
    return launch_among_mounts(session, request, facts, approvals, record);
}

// The line from top to bottom. An error is a failure of Postern's own; a refusal is none.
Status follow(const RunRequest& request, Edges& edges, RunRecord& record) {
    auto places = find_places(request.session);
    if (!places) return failed(std::move(places.error()));
    record.place = RecordPlace{.state_home = places->state_home};
    if (Status clean = clean_up(*places, record.events); !clean) return clean;
    record.cwd = places->cwd;
    const auto session = open_session(std::move(*places), request.session);
    if (!session) return failed(session.error());
    record.policy = session->digest;
    record.place = record_place(*session);
    for (const settings::Warning& warning : session->warnings) record.events.add(Warned{warning});

    approval::Approvers people = with_broker(std::move(edges.approvers), *session, asking_of(record.who));
    const auto counting = read_refusals(*session, record.who.session, people);
    if (!counting) return failed(counting.error());
    if (Status done = follow_session(*session, request, std::move(people), *counting, edges.records, record); !done)
        return done;
    return count_end(*counting, record);
}

}  // namespace

RunRecord run(const RunRequest& request, Edges edges) {
    const std::int64_t now = record::now_ms();
    RunRecord record{.id = record::new_id(now),
                     .time_ms = now,
                     .who = request.who,
                     .query = request.query,
                     .events = Events(edges.live)};
    if (Status done = follow(request, edges, record); !done) record.failure = std::move(done.error());
    end_record(edges.records, record);
    return record;
}

Result<Planned> plan_profile(const Session& session, const sandbox::SpecOptions& options) {
    const auto spec = sandbox::make_spec(session.settings, session.policy, session.places, options);
    if (!spec) return failed(spec.error());
    auto facts = look_at_host(session, &*spec);
    if (!facts) return failed(std::move(facts.error()));
    Planned out{.facts = std::move(*facts)};
    if (session.wanted.kind == SandboxState::Kind::off) {
        out.sandboxed = false;
        out.profile = sandbox::unsandboxed_profile(session.places.project, options, out.facts);
        out.profile.weaknesses.push_back("commands run without a sandbox: " + session.wanted.reason + " (" +
                                         session.wanted.origin + ')');
        return out;
    }
    auto profile = sandbox::resolve(*spec, out.facts, *sandbox::look_at_this_host(own_directories(*spec, out.facts)));
    if (!profile) return failed(std::move(profile.error()));
    out.profile = std::move(*profile);
    return out;
}

int exit_status(const RunRecord& record) {
    constexpr int kArmed = 123, kEndsAgent = 123, kFailed = 125, kRefused = 126;
    if (record.failure) return kFailed;
    for (const Scrubbed* scrubbed : events_of<Scrubbed>(record.events)) {
        const bool ours = record.result && !scrubbed->of_interrupted_run;
        if (ours && scrubbed->finding.action == scrub::Action::failed) return kArmed;
    }
    if (record.counted && record.counted->ends_agent) return kEndsAgent;
    return record.result ? run::exit_code(record.result->outcome) : kRefused;
}

}  // namespace postern::app
