#include "app/guards.h"

#include "app/run_counts.h"
#include "guard/create_guard.h"
#include "guard/exec_guard.h"
#include "guard/tracer.h"
#include "guard/unix_sockets.h"
#include "settings/defaults.h"

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
    std::optional<guard::CreateGuard> creations{};
    std::optional<guard::UnixSocketGate> sockets{};
};

class GuardBuilder {
public:
    GuardBuilder(const ServiceContext& context, run::LoopControl& loop, std::shared_ptr<approval::Approvals> approvals)
        : context_(context), loop_(loop), approvals_(std::move(approvals)) {}

    run::Watched make(UniqueFd listener, std::vector<sandbox::Absent> absent) const {
        const auto guards =
            std::make_shared<Guards>(Guards{.approvals = approvals_, .listener = guard::Listener(std::move(listener))});
        const sandbox::Profile& profile = *context_.record.profile;
        if (profile.exec_guard != settings::ExecGuardMode::off) add_exec_guard(guards);
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
                           std::shared_ptr<approval::Approvals> approvals, std::vector<sandbox::Absent> absent) {
    return GuardBuilder(context, loop, std::move(approvals)).make(std::move(listener), std::move(absent));
}

}  // namespace postern::app
