#include "app/host_facts.h"

#include "base/links.h"
#include "host/look.h"
#include "scrub/scrub.h"
#include "settings/defaults.h"

#include <cstdlib>
#include <optional>
#include <utility>

namespace postern::app {
namespace {

// Returns the places in which bubblewrap is looked for, without those that the settings let commands write.
host::BwrapSearch bwrap_search(const Session& session, const sandbox::SandboxSpec* spec) {
    host::BwrapSearch out{.cache_directory = session.places.state_home};
    if (spec != nullptr) {
        for (const sandbox::WantedPath& wanted : spec->writable) out.writable.push_back(follow_links(wanted.path));
    }
    if (const auto& named = session.settings.sandbox.bwrap_path) {
        if (auto path = AbsPath::resolve(AbsPath::root(), named->value)) out.named = std::move(*path);
    }
    if (const char* path = std::getenv("PATH")) out.path_variable = path;
    return out;
}

// Returns the places that commands can write or could in earlier runs.
Result<std::vector<AbsPath>> ever_written(const settings::Places& places) {
    auto out = scrub::known_roots(places.state_home);
    if (out) out->push_back(places.cache_home);
    return out;
}

host::Demands asked_by(const Session& session, const sandbox::SandboxSpec* spec) {
    const settings::Sandbox& wishes = session.settings.sandbox;
    return {.weaker_nested = settings::value_or(wishes.enable_weaker_nested_sandbox, false),
            .without_namespaces = settings::value_or(wishes.without_namespaces, false),
            .exec_guard = spec != nullptr && spec->exec_guard != settings::ExecGuardMode::off};
}

}  // namespace

Result<host::Facts> look_at_host(const Session& session, const sandbox::SandboxSpec* spec) {
    const settings::Places& places = session.places;
    auto ever_writable = ever_written(places);
    if (!ever_writable) return tl::unexpected(std::move(ever_writable.error()));
    auto repositories = scrub::known_repositories(places.state_home, places.project);
    if (!repositories) return tl::unexpected(std::move(repositories.error()));
    return host::look({.environment = session.environment,
                       .state_home = places.state_home,
                       .cache_home = places.cache_home,
                       .bwrap = bwrap_search(session, spec),
                       .ever_writable = std::move(*ever_writable),
                       .nested_repositories = std::move(*repositories),
                       .project = places.project,
                       .asked = asked_by(session, spec),
                       .platform = session.platform,
                       .walls = session.walls,
                       .gate = spec != nullptr && spec->gate.hosts});
}

host::CheckOptions check_options(const Session& session) {
    const auto spec = sandbox::make_spec(session.settings, session.policy, session.places, {});
    AbsPath temporary = host::choose_temporary(session.places.state_home);
    const host::Demands asked = asked_by(session, spec ? &*spec : nullptr);
    host::BwrapSearch bwrap =
        host::outside_of(bwrap_search(session, spec ? &*spec : nullptr),
                         ever_written(session.places).value_or(std::vector<AbsPath>{}), temporary);
    auto own = host::own_program();
    return {.bwrap = std::move(bwrap),
            .asked = asked,
            .project = session.places.project,
            .temporary = std::move(temporary),
            .executable = own ? std::optional(std::move(*own)) : std::nullopt};
}

}  // namespace postern::app
