#include "app/services.h"

#include "backend/init_protocol.h"

#include <utility>

namespace postern::app {

Services::Services(const ServiceContext& context, approval::Approvals& approvals, std::vector<ExposedPort> exposed,
                   scrub::Journal journal)
    : context_(context),
      exposed_(std::move(exposed)),
      journal_(std::move(journal)),
      forbidden_(scrub::forbidden_new_paths(*journal_)),
      approvals_(approvals) {}

void Services::serve(run::Request& request) {
    request.accept = [this](std::uint32_t kind, std::vector<UniqueFd> handed, run::LoopControl& loop) {
        return accept(kind, std::move(handed), loop);
    };
    request.when_over = [this](std::int64_t started) { scrub(started, scrub::Inside::all_gone); };
}

Result<run::Watched> Services::accept(std::uint32_t kind, std::vector<UniqueFd> handed, run::LoopControl& loop) {
    std::shared_ptr<approval::Approvals> approvals = attached_.lock();
    if (!approvals) {
        approvals_.attach(loop);
        attached_ = approvals = {&approvals_, [](approval::Approvals* over) { over->detach(); }};
    }
    if (kind == static_cast<std::uint32_t>(backend::init::Handed::gate)) {
        return gate_service(context_, std::move(handed), loop, std::move(approvals), std::exchange(exposed_, {}));
    }
    return guard_service(context_, std::move(handed.front()), loop, std::move(approvals), forbidden_);
}

Status Services::finish(const run::RunResult& result) {
    if (journal_) scrub(result.started, scrub::Inside::may_live);
    return scrubbed_;
}

void Services::scrub(std::int64_t started, scrub::Inside inside) {
    scrub::Journal journal = std::move(*journal_);
    journal_.reset();
    journal.started = started;
    const auto findings = scrub::finish(context_.session.places.state_home, std::move(journal), inside);
    if (!findings) {
        scrubbed_ = tl::unexpected<Error>(findings.error());
        return;
    }
    for (const scrub::Finding& finding : *findings) context_.events.add(Scrubbed{finding});
}

}  // namespace postern::app
