// Settings in force for one place: everything that is the same for many questions.
//
//     places ──load──▶ Settings ──compile──▶ Policy
#pragma once

#include "base/result.h"
#include "host/host_probe.h"
#include "host/kernel_facts.h"
#include "network/upstream.h"
#include "policy/policy.h"
#include "settings/load.h"
#include "settings/places.h"

#include <optional>
#include <string>
#include <vector>

namespace postern::app {

struct SessionOptions {
    std::optional<std::string> cwd{};            // the directory the question is about; else where we are
    std::optional<std::string> settings_file{};  // instead of every layer
    std::vector<std::string> sets{};             // KEY=VALUE
};

// A Session that exists has valid settings and rules.
struct Session {
    settings::Places places;
    settings::Settings settings{};
    policy::Policy policy{};
    network::Upstreams upstreams{};          // proxies that the settings and the environment name
    std::vector<std::string> environment{};  // NAME=value, of this process
    host::Platform platform = host::Platform::other;
    host::Walls walls{};
    std::vector<settings::Warning> warnings{};
};

// Returns the places that settings and state are kept in, seen from the directory that the options name.
[[nodiscard]] Result<settings::Places> find_places(const SessionOptions& options);
[[nodiscard]] Result<Session> open_session(settings::Places places, const SessionOptions& options);
[[nodiscard]] Result<Session> open_session(const SessionOptions& options);

}  // namespace postern::app
