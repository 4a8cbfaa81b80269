#include "app/guards.h"

#include "app/run_counts.h"
#include "guard/create_guard.h"
#include "guard/exec_guard.h"
#include "guard/tracer.h"
#include "guard/unix_sockets.h"
#include "settings/defaults.h"

#include <chrono>
#include <memory>
#include <optional>
#include <utility>

namespace postern::app {
namespace {

constexpr std::size_t kMostDenied = 1000;  // in the result; whoever tries more often is not worth the memory

struct Guards {
    std::shared_ptr<approval::Approvals> approvals;
    guard::Listener listener;
    guard::SharedDirectories shared{};
    std::optional<guard::Tracer> tracer{};
    std::optional<guard::ExecGuard> execs{};
    std::optional<guard::CreateGuard> creations{};
    std::optional<guard::UnixSocketGate> sockets{};
};

class GuardBuilder {
public:
    GuardBuilder(run::LoopControl& desk, std::shared_ptr<approval::Approvals> approvals, const Session& session,
                 const People& people, RunReport& report)
        : desk_(desk), approvals_(std::move(approvals)), session_(session), people_(people), report_(report) {}

    run::Watched make(UniqueFd listener, std::vector<sandbox::Absent> absent) const {
        const auto guards =
            std::make_shared<Guards>(Guards{.approvals = approvals_, .listener = guard::Listener(std::move(listener))});
        const sandbox::Profile& profile = *report_.profile;
        if (profile.exec_guard != sandbox::ExecGuard::off) add_exec_guard(guards);
        if (profile.create_guard) {
            guards->creations.emplace(std::move(absent), guards->shared, teller());
            guards->creations->serve(guards->listener);
        }
        if (profile.unix_sockets == sandbox::UnixSockets::listed) {
            guards->sockets.emplace(profile.listed_sockets);
            guards->sockets->serve(guards->listener);
        }
        return {guards->listener.fd(), [guards] { return guards->listener.serve(); }};
    }

private:
    void add_exec_guard(const std::shared_ptr<Guards>& guards) const {
        guard::ExecRules rules{.policy = session_.policy,
                               .new_files = settings::exec_new_files(session_.settings),
                               .tell = teller(),
                               .approvals = *approvals_,
                               .count = counter(),
                               .shared = guards->shared};
        if (report_.profile->exec_guard == sandbox::ExecGuard::strict) {
            guards->tracer.emplace(
                [all = guards.get()](int fd, const struct stat& st) { return all->execs->known().names_of(fd, st); },
                [tell = teller()](const std::string& program) {
                    tell({.what = '`' + program + "` is not what was judged when it was started; it was ended"});
                });
            rules.tracer = &*guards->tracer;
            desk_.watch_children([guards] { guards->tracer->look(); });
        }
        guards->execs.emplace(std::move(rules));
        guards->execs->serve(guards->listener);
    }

    std::function<void(const guard::Denied&)> teller() const {
        return [this_report = &report_, tell = people_.tell_denied](const guard::Denied& denied) {
            // A shell tries every directory of PATH.
            if (!this_report->denied.empty() && this_report->denied.back().what == denied.what) return;
            tell(denied);
            if (this_report->denied.size() < kMostDenied) this_report->denied.push_back(denied);
        };
    }

    std::function<std::optional<policy::Reason>(const policy::LimitHit&)> counter() const {
        return [counts = RunCounts(session_.places.state_home)](const policy::LimitHit& hit) {
            return count_once_more(counts, hit);
        };
    }

    run::LoopControl& desk_;
    std::shared_ptr<approval::Approvals> approvals_;
    const Session& session_;
    const People& people_;
    RunReport& report_;
};

}  // namespace

run::Watched guard_service(UniqueFd listener, run::LoopControl& desk, std::shared_ptr<approval::Approvals> approvals,
                           const Session& session, const People& people, std::vector<sandbox::Absent> absent,
                           RunReport& report) {
    return GuardBuilder(desk, std::move(approvals), session, people, report)
        .make(std::move(listener), std::move(absent));
}

}  // namespace postern::app
