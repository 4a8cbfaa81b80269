#include "app/pipeline.h"

#include "app/find_program.h"
#include "app/gate_clients.h"
#include "app/guards.h"
#include "app/network_gate.h"
#include "app/own_files.h"
#include "app/run_counts.h"
#include "app/sandbox_state.h"
#include "approval/binding.h"
#include "approval/terminal.h"
#include "backend/bwrap.h"
#include "backend/init_protocol.h"
#include "base/file.h"
#include "host/init_program.h"
#include "policy/host_name.h"
#include "run/resource_limits.h"
#include "run/terminal.h"
#include "sandbox/resolve.h"
#include "settings/defaults.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <utility>

#include <unistd.h>

namespace postern::app {
namespace {

using sandbox::Profile;

std::vector<std::string> own_environment() {
    std::vector<std::string> out;
    for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable)
        out.emplace_back(*variable);
    return out;
}

std::string host_name() {
    std::array<char, HOST_NAME_MAX + 1> name{};
    if (::gethostname(name.data(), name.size() - 1) != 0) return {};
    const auto host = policy::canonical_host(name.data());  // it stands in a file inside: only what can be a name
    return host ? host->text : "";
}

// As a shell would be started, or the program itself.
std::vector<std::string> program_of(const Question& question) {
    if (const auto* shell = std::get_if<ShellText>(&question.subject)) return {"/bin/bash", "-c", shell->text};
    return std::get<Program>(question.subject).argv;
}

// With the whole machine writable, what a person works in is looked at, not everything there is.
std::vector<AbsPath> places_to_scrub(const Profile& profile) {
    const bool everything = std::ranges::find(profile.writable, AbsPath::root()) != profile.writable.end();
    if (!everything) return profile.writable;
    if (profile.home.contains(profile.cwd)) return {profile.home};
    if (profile.cwd.contains(profile.home)) return {profile.cwd};
    return {profile.cwd, profile.home};
}

scrub::Watch watch_for(const Session& session, const Profile& profile) {
    scrub::Watch watch{.cwd = profile.cwd,
                       .home = profile.home,
                       .writable = places_to_scrub(profile),
                       .absent = profile.absent,
                       .repositories = profile.repositories,
                       .also_protected = profile.also_protected};
    for (const auto& name : session.settings.postern.waive) watch.waived.push_back(name.value);
    for (const sandbox::Mount& mount : profile.mounts) {
        const bool held =
            mount.access == sandbox::MountAccess::read_only || mount.access == sandbox::MountAccess::hidden;
        const bool opened =
            mount.access == sandbox::MountAccess::writable || mount.access == sandbox::MountAccess::pinned;
        if (held) watch.held.push_back(mount.path);
        if (opened || mount.access == sandbox::MountAccess::reopened) watch.opened.push_back(mount.path);
    }
    return watch;
}

// Deny stays deny. An ask goes to the approvers.
std::optional<std::string> refusal(const Session& session, const Answer& judged, approval::Approvals& approvals) {
    if (judged.decision.verdict == policy::Verdict::allow) return std::nullopt;
    if (judged.decision.verdict == policy::Verdict::deny) return "";
    const policy::Host& host = session.policy.host;
    approval::Question question{.about = approval::About::command, .subject = judged.text, .directory = host.cwd};
    std::ranges::copy_if(judged.decision.reasons, std::back_inserter(question.reasons),
                         [](const policy::Reason& reason) { return reason.verdict == policy::Verdict::ask; });
    question.bindings = approval::bindings_in(
        question.reasons, {.text = judged.text, .analysis = judged.analysis, .directory = host.cwd, .home = host.home});
    const approval::Answer answer = approvals.settle_now(question);
    if (answer.verdict == approval::Answer::Verdict::allowed) return std::nullopt;
    if (answer.verdict == approval::Answer::Verdict::nobody) {
        return "it needs a person's consent, and there is no terminal to ask on";
    }
    return approval::refusal_text(answer);
}

// Where no guard sees what is started, what the text names is counted instead.
std::optional<policy::Reason> count_by_text(const Session& session, const Answer& answer) {
    const RunCounts counts(session.places.state_home);
    for (const shell::Command& command : answer.analysis.commands) {
        for (const policy::LimitHit& hit : policy::limits_met(session.policy, command)) {
            if (auto enough = count_once_more(counts, hit)) return enough;
        }
    }
    return std::nullopt;
}

// Adds a denial that was found after the judgement.
RunReport refused(RunReport report, policy::Reason reason) {
    report.answer.decision.verdict = policy::Verdict::deny;
    report.answer.decision.reasons.insert(report.answer.decision.reasons.begin(), std::move(reason));
    return report;
}

Result<RunReport> run_sandboxed(const Session& session, const RunRequest& request, RunReport report,
                                const host::Bwrap& bwrap, const People& people, approval::Approvals& approvals) {
    const Profile& profile = *report.profile;
    const auto own = own_program();
    if (!own) return tl::unexpected<Error>(own.error());
    const auto init = host::find_init(*own);
    if (!init) return tl::unexpected<Error>(init.error());
    auto limits = run::plan_limits(profile.limits);
    if (!limits) return tl::unexpected<Error>(std::move(limits.error()));
    auto prepared = prepare_gate(session, profile, own_environment());
    if (!prepared) return tl::unexpected<Error>(std::move(prepared.error()));
    if (!profile.weaknesses.empty()) people.tell_weaknesses(profile.weaknesses);

    auto journal =
        scrub::begin(session.places.state_home, watch_for(session, profile));  // before anything can be planted
    if (!journal) return tl::unexpected<Error>(std::move(journal.error()));
    backend::LaunchRequest launch{
        .profile = profile, .bwrap = bwrap, .init = *init, .program = program_of(request.question)};
    for (const std::string& limit : limits->init_limits) {
        launch.init_words.emplace_back("--limit");
        launch.init_words.push_back(limit);
    }
    if (!request.capture && run::wants_foreground()) launch.init_words.emplace_back("--foreground");
    launch.kept_open.push_back(UniqueFd(::dup(journal->lock.get())));
    auto plan = backend::bwrap_plan(std::move(launch));
    if (!plan) return tl::unexpected<Error>(std::move(plan.error()));

    // After the last process is gone: at best while the sandbox is still being taken down, else when nothing is left.
    std::optional<Result<std::vector<scrub::Finding>>> findings;
    const auto scrub = [&](std::int64_t started, scrub::Inside inside) {
        journal->started = started;
        findings = scrub::finish(session.places.state_home, std::move(*journal), inside);
    };
    run::Request supervised{.capture = request.capture, .pass_through = request.pass_through};
    // Attached for as long as a service holds them: what is open then is withdrawn, which gives the terminal back.
    std::weak_ptr<approval::Approvals> attached;
    supervised.accept = [&](std::uint32_t kind, std::vector<UniqueFd> handed,
                            run::LoopControl& desk) -> Result<run::Watched> {
        std::shared_ptr<approval::Approvals> held = attached.lock();
        if (!held) {
            approvals.attach(desk);
            attached = held = {&approvals, [](approval::Approvals* over) { over->detach(); }};
        }
        if (kind == static_cast<std::uint32_t>(backend::init::Handed::gate)) {
            return gate_service(std::move(*prepared), std::move(handed), held, desk, session, people, report);
        }
        return guard_service(std::move(handed.front()), desk, held, session, people, scrub::not_to_be_made(*journal),
                             report);
    };
    supervised.cgroup = limits->cgroup;
    supervised.when_over = [&](std::int64_t started) { scrub(started, scrub::Inside::all_gone); };
    report.run = run::run_plan(std::move(*plan), supervised);
    report.ending = Ending::ran;
    if (!findings) scrub(report.run->started, scrub::Inside::may_live);
    if (!*findings) return tl::unexpected<Error>(std::move(findings->error()));
    report.findings = std::move(**findings);
    return report;
}

// Only for what the decision let out of the sandbox.
Result<RunReport> run_unsandboxed_as_decided(const Session& session, const RunRequest& request, RunReport report) {
    const sandbox::ResourceLimits& limits = request.spec.limits;
    if (limits.memory_bytes || limits.pids || limits.file_bytes || limits.cpu_seconds) {
        return fail(Errc::unsupported, "only a time limit can be held outside the sandbox; nothing was run");
    }
    if (auto enough = count_by_text(session, report.answer)) return refused(std::move(report), std::move(*enough));
    const std::string& cwd = session.policy.host.cwd.text();
    if (::chdir(cwd.c_str()) != 0) return fail(Errc::io, describe_errno("cannot enter this directory", errno), cwd);
    backend::LaunchPlan plan;
    plan.reporting = backend::Reporting::exit_status;
    plan.argv = program_of(request.question);
    plan.env = own_environment();
    for (const sandbox::Variable& variable : request.spec.variables) {
        std::erase_if(plan.env, [&](const std::string& other) { return other.starts_with(variable.name + '='); });
        plan.env.push_back(variable.name + '=' + variable.value);
    }
    plan.limits.timeout_ms = limits.timeout_ms;
    auto found = find_program(plan.argv.front());
    if (found.error != 0) {
        report.run = run::RunResult{.outcome = run::NotExecuted{found.error}};
    } else {
        plan.file = std::move(found.file);
        report.run = run::run_plan(std::move(plan), {.capture = request.capture, .pass_through = request.pass_through});
    }
    report.ending = Ending::ran;
    return report;
}

// What the gate says to a proxy is not for commands to know.
std::optional<AbsPath> file_with_proxy_password(const settings::Settings& settings) {
    const auto& proxy = settings.postern.network.parent_proxy;
    if (!proxy || proxy->value.find('@') == std::string::npos) return std::nullopt;
    const auto file = AbsPath::parse(settings.sources[proxy->origin.source].file);
    return file ? std::optional(*file) : std::nullopt;
}

// Only if the settings say so, and judged again as what it then is.
Result<RunReport> run_where_there_is_no_sandbox(const Session& session, const RunRequest& request,
                                                const std::string& reason, const People& people,
                                                approval::Approvals& approvals) {
    const auto nothing_ran = [&](const char* more) {
        return fail(Errc::unsupported, reason + more + "; nothing was run. `postern doctor` tells what to do");
    };
    if (settings::fail_if_unavailable(session.settings)) return nothing_ran("");
    Question outside = request.question;
    outside.unsandboxed = true;
    RunReport report{.answer = judge(session, outside)};
    if (report.answer.decision.sandboxed && report.answer.decision.verdict != policy::Verdict::deny) {
        return nothing_ran(", and sandbox.allowUnsandboxedCommands is false");
    }
    people.tell_weaknesses({"there is no sandbox here: " + reason});
    if (const auto why = refusal(session, report.answer, approvals)) {
        report.refusal = *why;
        return report;
    }
    return run_unsandboxed_as_decided(session, request, std::move(report));
}

// What is looked at while it runs. Nothing is without a need: each guard costs time.
Status choose_guards(const Session& session, const SandboxState& state, Profile& profile) {
    const bool new_files = settings::exec_new_files(session.settings) != settings::Caution::allow;
    const bool wanted = policy::has_exec_rules(session.policy) || new_files;
    if (session.policy.host.has_exec_guard && wanted) {
        if (!state.machine.exec_guard) {
            return fail(
                Errc::unsupported,
                "the rules cannot be applied to programs while they start: no seccomp listener can be had here; "
                "nothing was run. `postern doctor` tells more; `\"execGuard\": \"off\"` does without");
        }
        const bool strict = settings::exec_guard(session.settings) == settings::ExecGuardMode::strict;
        profile.exec_guard = strict ? sandbox::ExecGuard::strict : sandbox::ExecGuard::on;
    }
    profile.create_guard = settings::create_guard(session.settings) == settings::Toggle::on &&
                           state.machine.exec_guard && profile.files_isolated && !profile.absent.empty();
    return {};
}

}  // namespace

Result<Profile> profile_for(const Session& session, const sandbox::SpecOptions& options) {
    auto spec = sandbox::make_spec(session.settings, session.policy, session.places, options);
    if (!spec) return tl::unexpected<Error>(std::move(spec.error()));
    // It has to exist to be held: where it lies inside a root, a command could otherwise make it, and keep its own books.
    if (Status made = make_directories(session.places.state_home, 0700); !made) {
        return tl::unexpected<Error>(std::move(made.error()));
    }
    auto temporary = temporary_directory(session.places.state_home);
    if (!temporary) return tl::unexpected<Error>(std::move(temporary.error()));
    spec->temporary = std::move(*temporary);
    spec->host_name = host_name();
    // Commands have no use for it, and could hold its locks.
    if (!session.places.state_home.contains(spec->temporary)) {
        spec->deny_read.push_back({session.places.state_home, "Postern's own stores"});
    }
    if (auto file = file_with_proxy_password(session.settings)) {
        spec->deny_read.push_back({std::move(*file), "holds the password of a proxy"});
    }
    if (const auto own = own_program()) {
        spec->never_writable.push_back({*own, "Postern itself"});
        // Also where it is not: the next run would take it from there.
        for (AbsPath& place : host::init_places(*own))
            spec->never_writable.push_back({std::move(place), "Postern itself"});
    }
    spec->nested_repositories = scrub::known_repositories(session.places.state_home, spec->cwd);
    spec->ever_writable = scrub::known_roots(session.places.state_home);

    std::vector<sandbox::Variable> set{{"POSTERN", "1"}, {"TMPDIR", spec->temporary.text()}};
    if (spec->gate.hosts) add_gate_variables(*spec, options.variables, set);
    set.insert(set.end(), options.variables.begin(), options.variables.end());
    auto profile = sandbox::resolve(*spec, *host::look_at_this_host(), own_environment(), set);
    if (!profile) return profile;
    profile->root = ::geteuid() == 0;
    if (profile->gate.hosts) lead_ssh_to_the_gate(*profile);
    return profile;
}

Result<RunReport> run_command(const Session& session, const RunRequest& request, const People& people) {
    approval::Rules rules = approval::rules_of(session.policy, session.settings);
    rules.warn = [&people](const std::string& sentence) { people.tell_weaknesses({sentence}); };
    approval::Approvers approvers;
    approvers.push_back(std::make_unique<approval::Terminal>());
    approval::Approvals approvals(std::move(rules), approval::Memory(session.places.state_home, approval::this_session),
                                  std::move(approvers));
    RunReport report{.answer = judge(session, request.question)};
    if (const auto why = refusal(session, report.answer, approvals)) {
        report.refusal = *why;
        return report;
    }
    if (!report.answer.decision.sandboxed) return run_unsandboxed_as_decided(session, request, std::move(report));

    auto profile = profile_for(session, request.spec);
    if (!profile) return tl::unexpected<Error>(std::move(profile.error()));
    const SandboxState state = sandbox_state(session, *profile);
    if (state.kind == SandboxState::Kind::unavailable || !state.machine.bwrap) {
        return run_where_there_is_no_sandbox(session, request, state.reason, people, approvals);
    }
    if (!state.machine.fresh_proc) {
        profile->proc = sandbox::Proc::host;
        profile->weaknesses.emplace_back("the sandbox is weaker here: " + state.reason);
    }
    if (Status chosen = choose_guards(session, state, *profile); !chosen) return tl::unexpected<Error>(chosen.error());
    if (profile->exec_guard == sandbox::ExecGuard::off) {
        if (auto enough = count_by_text(session, report.answer)) return refused(std::move(report), std::move(*enough));
    }
    report.profile = std::move(*profile);
    return run_sandboxed(session, request, std::move(report), *state.machine.bwrap, people, approvals);
}

int exit_status(const RunReport& report) {
    constexpr int kRefused = 126;
    return report.run ? run::exit_code(report.run->outcome) : kRefused;
}

}  // namespace postern::app
