#include "app/guards.h"

#include "app/closed_network.h"
#include "app/run_counts.h"
#include "guard/create_guard.h"
#include "guard/exec_guard.h"
#include "guard/link_guard.h"
#include "guard/mode_guard.h"
#include "guard/tracer.h"
#include "guard/unix_sockets.h"
#include "host/trusted_program.h"
#include "scrub/git_config_rules.h"
#include "settings/defaults.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <optional>
#include <utility>

namespace postern::app {
namespace {

struct Guards {
    std::shared_ptr<approval::Approvals> approvals;
    guard::Listener listener;
    guard::SharedDirectories shared{};
    std::optional<guard::Tracer> tracer{};
    std::optional<guard::ExecGuard> execs{};
    std::optional<guard::LinkGuard> links{};
    std::optional<guard::CreateGuard> creations{};
    std::optional<guard::ModeGuard> modes{};
    std::optional<guard::WriteWatch> writes{};
    std::optional<guard::UnixSocketGate> sockets{};
};

// Returns the first setting that a change adds or alters and that is not known to be harmless, or that it takes away. A
// setting that goes with its remote, branch or submodule is git's own.
std::optional<std::string> judge_config(const guard::ConfigChange& change, const sandbox::Profile& profile) {
    const AbsPath directory = change.file.parent();
    const scrub::ConfigPlace place{.git_directory = directory,
                                   .writable = profile.writable,
                                   .of_work_tree = directory.parent().name() == "worktrees"};
    if (auto key = scrub::dangerous_setting(change.after, place, change.before)) return key;
    const auto after = parse_git_config(change.after);
    const auto before = parse_git_config(change.before.value_or(""));
    if (!after || !before) return "its syntax";
    for (const ConfigEntry& entry : *before) {
        const bool gone = std::ranges::find(*after, entry) == after->end();
        const bool goes_along = entry.key.starts_with("remote.") || entry.key.starts_with("branch.") ||
                                entry.key.starts_with("submodule.") || entry.key == "core.worktree";
        if (gone && !goes_along && !scrub::harmless(entry, place)) return entry.key;
    }
    return std::nullopt;
}

class GuardBuilder {
public:
    GuardBuilder(const ServiceContext& context, run::LoopControl& loop, std::shared_ptr<approval::Approvals> approvals)
        : context_(context), loop_(loop), approvals_(std::move(approvals)) {}

    run::Watched make(UniqueFd listener, std::vector<sandbox::Absent> absent, GitEdges git, GuardNotes& notes) const {
        const auto guards =
            std::make_shared<Guards>(Guards{.approvals = approvals_, .listener = guard::Listener(std::move(listener))});
        const sandbox::Profile& profile = *context_.record.profile;
        if (profile.exec_guard != settings::ExecGuardMode::off) add_exec_guard(guards);
        if (profile.create_guard) {
            guards->links.emplace(profile.links, guards->shared, teller());
            guards->links->serve(guards->listener);
            guards->creations.emplace(std::move(absent), git_gate(*guards, std::move(git)), guards->shared, teller(),
                                      notes.creations.emplace(0));
            guards->creations->serve(guards->listener);
        }
        if (profile.create_guard || profile.without_namespaces) {
            guards->modes.emplace(guards->shared,
                                  profile.without_namespaces ? std::optional(profile.writable) : std::nullopt);
            guards->modes->serve(guards->listener);
            guards->writes.emplace(profile, guards->shared, notes.writes);
            guards->writes->serve(guards->listener);  // the last
        }
        if (profile.unix_sockets == sandbox::UnixSockets::inside) {
            guards->sockets.emplace(profile.listed_sockets, guards->shared, teller(),
                                    [&profile, &notes](const policy::Address& address, std::uint16_t port) {
                                        notes.unreached.add(unreached(profile, address, port));
                                    });
            guards->sockets->serve(guards->listener);
        }
        return {.fd = guards->listener.fd(),
                .ready = [guards] { return guards->listener.serve(); },
                .lets_inside_run = true};
    }

private:
    void add_exec_guard(const std::shared_ptr<Guards>& guards) const {
        guard::ExecRules rules{.policy = context_.session.policy,
                               .new_files = settings::exec_new_files(context_.session.settings),
                               .tell = teller(),
                               .approvals = *approvals_,
                               .count = counter(),
                               .shared = guards->shared};
        if (context_.record.profile->exec_guard == settings::ExecGuardMode::strict) {
            guards->tracer.emplace(
                [all = guards.get()](int fd, const struct stat& st) { return all->execs->known().names_of(fd, st); },
                [tell = teller()](const std::string& program) {
                    tell({.what = '`' + program + "` is not what was judged when it was started; it was ended"});
                });
            rules.tracer = &*guards->tracer;
            loop_.watch_children([guards] { guards->tracer->look(); });
        }
        guards->execs.emplace(std::move(rules));
        guards->execs->serve(guards->listener);
    }

    guard::GitGate git_gate(Guards& guards, GitEdges git) const {
        const sandbox::Profile& profile = *context_.record.profile;
        const char* path = std::getenv("PATH");
        return guard::GitGate(
            {.profile = profile,
             .locate =
                 [&profile, path] {
                     return host::locate_in_path("git", path == nullptr ? "" : path, profile.writable).path;
                 },
             .scratch = AbsPath::resolve(context_.session.places.state_home, "scratch")
                            .value_or(context_.session.places.state_home),
             .give_up = [loop = &loop_] { return loop->is_wanted(); },
             .judge_config = [&profile](const guard::ConfigChange& change) { return judge_config(change, profile); },
             .own_tips = std::move(git.own_tips),
             .keep = std::move(git.keep),
             .tell = teller(),
             .approvals = *approvals_,
             .shared = guards.shared});
    }

    std::function<void(const guard::Denied&)> teller() const {
        return [events = &context_.events](const guard::Denied& denied) { events->add(Refused{denied}); };
    }

    std::function<std::optional<policy::Reason>(const policy::LimitHit&)> counter() const {
        return [counts = RunCounts(context_.session.places.state_home)](const policy::LimitHit& hit) {
            return count_once_more(counts, hit);
        };
    }

    const ServiceContext& context_;
    run::LoopControl& loop_;
    std::shared_ptr<approval::Approvals> approvals_;
};

}  // namespace

run::Watched guard_service(const ServiceContext& context, UniqueFd listener, run::LoopControl& loop,
                           std::shared_ptr<approval::Approvals> approvals, std::vector<sandbox::Absent> absent,
                           GitEdges git, GuardNotes& notes) {
    return GuardBuilder(context, loop, std::move(approvals))
        .make(std::move(listener), std::move(absent), std::move(git), notes);
}

}  // namespace postern::app
