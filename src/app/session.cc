#include "app/session.h"

#include "app/host.h"
#include "app/run_counts.h"
#include "policy/decide.h"
#include "settings/defaults.h"

#include <chrono>
#include <utility>

#include <unistd.h>

namespace postern::app {
namespace {

std::vector<std::string> own_environment() {
    std::vector<std::string> out;
    for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable)
        out.emplace_back(*variable);
    return out;
}

bool can_sandbox(host::Platform platform) {
    return platform == host::Platform::linux || platform == host::Platform::wsl2;
}

}  // namespace

Result<settings::Places> find_places(const SessionOptions& options) {
    const auto cwd = working_directory(options.cwd);
    if (!cwd) return tl::unexpected(cwd.error());
    return settings::from_environment(*cwd);
}

Result<Session> open_session(settings::Places places, const SessionOptions& options) {
    settings::LoadOptions layers{.only_file = {}, .sets = options.sets};
    if (options.settings_file) {
        auto file = named_path(*options.settings_file);
        if (!file) return tl::unexpected(std::move(file.error()));
        layers.only_file = std::move(*file);
    }
    auto loaded = settings::load(places, layers);
    if (!loaded) return tl::unexpected(std::move(loaded.error()));

    Session session{.places = std::move(places),
                    .settings = std::move(loaded->settings),
                    .environment = own_environment(),
                    .platform = host::platform(),
                    .walls = host::read_walls(),
                    .warnings = std::move(loaded->warnings)};
    const bool sandboxed = can_sandbox(session.platform) &&
                           settings::platform_enabled(session.settings, host::settings_name(session.platform));
    policy::Host host{
        .cwd = session.places.project,
        .home = session.places.home,
        .has_sandbox = sandboxed,
        .has_exec_guard = sandboxed && settings::exec_guard(session.settings) != settings::ExecGuardMode::off &&
                          session.walls.user_notification,
        .follow_links = follow_links,
        .times_run = [counts = RunCounts(session.places.state_home)](const policy::Limit& limit,
                                                                     const std::string& counter) {
            const auto used = counts.used({counter, limit.max, limit.per}, std::chrono::system_clock::now());
            return used.value_or(limit.max);  // a count that cannot be read may be used up
        }};
    auto compiled = policy::compile(session.settings, std::move(host));
    if (!compiled) return tl::unexpected(std::move(compiled.error()));
    session.policy = std::move(compiled->policy);
    for (auto& warning : compiled->warnings) {
        session.warnings.push_back({std::move(warning.what), std::move(warning.where)});
    }
    // Proxies in the environment matter only to a gate, so a bad one is no error without it.
    const bool gate = policy::opens_hosts(session.policy);
    auto upstreams = network::read_upstreams(session.settings, gate ? session.environment : std::vector<std::string>{});
    if (!upstreams) return tl::unexpected(std::move(upstreams.error()));
    session.upstreams = std::move(*upstreams);
    return session;
}

Result<Session> open_session(const SessionOptions& options) {
    auto places = find_places(options);
    if (!places) return tl::unexpected(std::move(places.error()));
    return open_session(std::move(*places), options);
}

}  // namespace postern::app
