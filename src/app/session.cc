#include "app/session.h"

#include "app/host.h"
#include "app/project.h"
#include "app/run_counts.h"
#include "host/sandbox_signs.h"
#include "policy/decide.h"
#include "sandbox/spec.h"
#include "settings/defaults.h"

#include <cerrno>
#include <chrono>
#include <utility>

#include <sys/stat.h>
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

// What the policy has to know of the host, and the calls by which it reaches it.
policy::Host policy_host(const Session& session, std::string_view platform) {
    const bool sandboxed = can_sandbox(session.platform) && settings::platform_enabled(session.settings, platform);
    return {
        .cwd = session.places.cwd,
        .home = session.places.home,
        .project = session.places.project,
        .has_sandbox = sandboxed,
        .has_exec_guard = sandboxed && settings::exec_guard(session.settings) != settings::ExecGuardMode::off &&
                          session.walls.user_notification,
        .follow_links = follow_links,
        .is_directory =
            [](const AbsPath& path) {
                struct stat st {};
                return ::stat(path.text().c_str(), &st) != 0 ? errno != ENOENT : S_ISDIR(st.st_mode);
            },
        .times_run =
            [counts = RunCounts(session.places.state_home)](const policy::Limit& limit, const std::string& counter) {
                const auto used = counts.used({counter, limit.max, limit.per}, std::chrono::system_clock::now());
                return used.value_or(limit.max);  // a count that cannot be read may be used up
            }};
}

// Reads the settings of the session's places and compiles them.
Status fill(Session& session, const SessionOptions& options) {
    settings::LoadOptions layers{.only_file = {}, .sets = options.sets, .trust = options.trust};
    if (options.settings_file) {
        auto file = named_path(*options.settings_file);
        if (!file) return tl::unexpected<Error>(std::move(file.error()));
        layers.only_file = std::move(*file);
    }
    auto loaded = settings::load(session.places, layers);
    if (!loaded) return tl::unexpected<Error>(std::move(loaded.error()));
    session.settings = std::move(loaded->settings);
    session.warnings = std::move(loaded->warnings);
    session.digest = std::move(loaded->digest);
    session.environment = own_environment();
    session.platform = host::platform();
    session.walls = host::read_walls();
    const std::string_view platform = host::settings_name(session.platform);
    session.wanted = wanted_state(session.settings, platform);
    auto compiled = policy::compile(session.settings, policy_host(session, platform));
    if (!compiled) return tl::unexpected<Error>(std::move(compiled.error()));
    session.policy = std::move(compiled->policy);
    for (auto& warning : compiled->warnings) {
        session.warnings.push_back({std::move(warning.what), std::move(warning.where)});
    }
    // Proxies in the environment matter only to a gate, so a bad one is no error without it.
    const bool gate = policy::opens_hosts(session.policy);
    auto upstreams = network::read_upstreams(session.settings, gate ? session.environment : std::vector<std::string>{});
    if (!upstreams) return tl::unexpected<Error>(std::move(upstreams.error()));
    session.upstreams = std::move(*upstreams);
    return {};
}

}  // namespace

Result<settings::Places> find_places(const SessionOptions& options) {
    const auto cwd = working_directory(options.cwd);
    if (!cwd) return tl::unexpected(cwd.error());
    auto places = settings::from_environment(*cwd);
    if (places) find_project(*places);
    return places;
}

Status clean_up(const settings::Places& places, Events& events) {
    const auto findings = scrub::resume(places.state_home);
    if (!findings && host::sandbox_around(host::read_sandbox_signs(), false) == host::kPosternAround) {
        return fail(
            Errc::unsupported,
            "this is already inside Postern's sandbox, which hides what Postern keeps; no sandbox can be built, so "
            "nothing runs. Run the command without Postern: it is held already");
    }
    if (!findings) {
        return fail(findings.error().code,
                    "what an interrupted run left behind is not cleaned up: " + findings.error().what,
                    findings.error().where);
    }
    for (const scrub::Finding& finding : *findings) events.add(Scrubbed{finding, true});
    return {};
}

Result<Session> open_session(settings::Places places, const SessionOptions& options) {
    Result<Session> out(tl::in_place, std::move(places));
    if (Status filled = fill(*out, options); !filled) out = tl::unexpected<Error>(std::move(filled.error()));
    return out;
}

Result<Session> open_session(const SessionOptions& options) {
    auto places = find_places(options);
    if (!places) return tl::unexpected(std::move(places.error()));
    return open_session(std::move(*places), options);
}

Status check_settings(const SessionOptions& options) {
    SessionOptions trusting = options;
    trusting.trust = settings::TrustIn::every_file;
    for (const SessionOptions& one : {options, trusting}) {
        const auto session = open_session(one);
        if (!session) return tl::unexpected(session.error());
        const auto spec = sandbox::make_spec(session->settings, session->policy, session->places, {});
        if (!spec) return tl::unexpected(spec.error());
    }
    return {};
}

}  // namespace postern::app
