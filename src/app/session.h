// Settings in force for one place: everything that is the same for many questions.
//
//     places ──load──▶ Settings ──compile──▶ Policy
#pragma once

#include "app/events.h"
#include "app/sandbox_state.h"
#include "base/result.h"
#include "host/host_probe.h"
#include "host/kernel_facts.h"
#include "network/upstream.h"
#include "policy/policy.h"
#include "settings/load.h"
#include "settings/places.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace postern::app {

struct SessionOptions {
    std::optional<std::string> cwd{};            // the directory the question is about; else where we are
    std::optional<std::string> settings_file{};  // instead of every layer
    std::vector<std::string> sets{};             // KEY=VALUE
    settings::TrustIn trust = settings::TrustIn::what_is_recorded;
};

// A Session that `open_session` returns has valid settings and rules.
struct Session {
    explicit Session(settings::Places found) : places(std::move(found)) {}

    settings::Places places;
    settings::Settings settings{};
    std::string digest{};  // of the settings
    policy::Policy policy{};
    network::Upstreams upstreams{};          // proxies that the settings and the environment name
    std::vector<std::string> environment{};  // NAME=value, of this process
    host::Platform platform = host::Platform::other;
    host::Walls walls{};
    SandboxState wanted{};  // on if the settings want a sandbox on this platform, else off
    std::vector<settings::Warning> warnings{};
};

// Returns the places that settings and state are kept in, and the project, seen from the directory that the options name.
[[nodiscard]] Result<settings::Places> find_places(const SessionOptions& options);
// Finishes the scrub of each run that was killed, so that nothing relies on what it left behind. What was found becomes
// events. Fails if it cannot be told whether there was such a run.
[[nodiscard]] Status clean_up(const settings::Places& places, Events& events);
[[nodiscard]] Result<Session> open_session(settings::Places places, const SessionOptions& options);
[[nodiscard]] Result<Session> open_session(const SessionOptions& options);

// Finds what would only come out when something runs: values that make no sandbox, and those of files that are not
// trusted yet.
[[nodiscard]] Status check_settings(const SessionOptions& options);

}  // namespace postern::app
