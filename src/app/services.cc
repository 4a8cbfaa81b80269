#include "app/services.h"

#include "app/closed_network.h"
#include "backend/init_protocol.h"
#include "scrub/permits.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <variant>

namespace postern::app {
namespace {

// Returns whether no name can come into being without a call that the create guard is asked about. A program outside
// that the command can reach could make names for it, and so could a file system mounted in a namespace of its own.
bool sees_every_creation(const sandbox::Profile& profile) {
    return profile.create_guard && profile.unix_sockets != sandbox::UnixSockets::open &&
           profile.listed_sockets.empty() && profile.network != sandbox::Network::host &&
           profile.gate.from_host.empty() && profile.nested == sandbox::NestedNamespaces::refused;
}

// Tells whether other commands were at work in the same places when this run began.
state::Others at_work(const scrub::Record& record) {
    const bool none = std::ranges::all_of(
        record.earlier, [](std::int64_t start) { return start == std::numeric_limits<std::int64_t>::max(); });
    return none ? state::Others::none : state::Others::may_have_run;
}

}  // namespace

Services::Services(const ServiceContext& context, approval::Approvals& approvals, ServiceParts parts)
    : context_(context),
      exposed_(std::move(parts.exposed)),
      journal_(std::move(parts.journal)),
      others_(at_work(journal_->record)),
      tips_(std::move(parts.tips)),
      forbidden_(std::move(parts.forbidden)),
      approvals_(approvals) {
    for (const state::GitTips& each : tips_) {
        const auto holds = [&](const AbsPath& root) { return root.contains(each.git_directory()); };
        const bool seen_before = std::ranges::any_of(parts.ever_writable, holds);
        const Status noted = each.begin(others_, seen_before ? state::Earlier::could_write : state::Earlier::none);
        // What a command of git's would need to be let through is then not known, either.
        if (!noted) context_.events.add(Weakened{"git's commits count as nobody's: " + text_of(noted.error())});
    }
}

void Services::serve(run::Request& request) {
    request.accept = [this](std::uint32_t kind, std::vector<UniqueFd> handed, run::LoopControl& loop) {
        return accept(kind, std::move(handed), loop);
    };
    request.on_command_gone = [this](std::int64_t started) { scrub(started, scrub::Inside::all_gone); };
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
    if (kind == static_cast<std::uint32_t>(backend::init::Handed::names)) {
        return closed_names_service(context_, std::move(handed.front()), notes_.unreached);
    }
    return guard_service(context_, std::move(handed.front()), loop, std::move(approvals), forbidden_, git_edges(),
                         notes_);
}

GitEdges Services::git_edges() {
    return {.own_tips = [this](const AbsPath& directory) -> Result<state::Commits> {
                const auto tips = std::ranges::find(tips_, directory, &state::GitTips::git_directory);
                if (tips == tips_.end()) return fail(Errc::invalid, "not known before the run", directory.text());
                return tips->own(others_);
            },
            .keep = [this](const guard::Grant& grant) -> Status {
                std::vector<scrub::PermittedContent> permits;
                for (const auto& [path, hash] : grant.contents) permits.push_back({path, hash});
                return scrub::add_permits(journal_->file, grant.lifted, permits);
            }};
}

Status Services::finish(const run::RunResult& result) {
    if (journal_) scrub(result.started, scrub::Inside::may_live);
    tell_refusals(result);
    return scrubbed_;
}

// Says what the walls refused, once the end of the command is known.
void Services::tell_refusals(const run::RunResult& result) {
    if (!notes_.unreached.entries().empty()) context_.events.add(Connected{std::move(notes_.unreached)});
    if (!notes_.writes.entries().empty()) {
        context_.events.add(Unwritten{std::move(notes_.writes), run::exit_code(result.outcome) != 0});
    }
    if (!result.left.first.empty()) {
        context_.events.add(EndedProcesses{result.left, std::holds_alternative<run::Exited>(result.outcome)});
    }
}

bool Services::finish_tips() {
    bool all = true;
    for (const state::GitTips& tips : tips_) {
        Status kept = tips.finish(others_);
        if (kept) continue;
        context_.events.add(Weakened{text_of(kept.error())});
        all = false;
    }
    return all;
}

void Services::scrub(std::int64_t started, scrub::Inside inside) {
    scrub::Journal journal = std::move(*journal_);
    journal_.reset();
    journal.started = started;
    journal.made_nothing = sees_every_creation(*context_.record.profile) && notes_.creations == 0U;
    // Before the journal goes: the next run must not take for the person's own what this one moved.
    journal.stays = !finish_tips();
    const auto findings = scrub::finish(context_.session.places.state_home, std::move(journal), inside);
    if (!findings) {
        scrubbed_ = tl::unexpected<Error>(findings.error());
        return;
    }
    if (inside == scrub::Inside::may_live) (void)finish_tips();  // the journal has stayed if it did not work before
    for (const scrub::Finding& finding : *findings) context_.events.add(Scrubbed{finding});
    if (findings->empty()) return;
    if (auto much = scrub::much_is_kept(context_.session.places.state_home)) {
        context_.events.add(Weakened{std::move(*much)});
    }
}

}  // namespace postern::app
