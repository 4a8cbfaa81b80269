// Tries whether bubblewrap can build each part of the sandbox here, as this user. Sysctls, security modules and
// container runtimes can all forbid it, so only a trial tells. Each trial starts a process, so results are cached.
#pragma once

#include "host/host_probe.h"

#include <optional>
#include <string>
#include <string_view>

namespace postern::host {

struct Trial {
    bool worked = false;
    std::string complaint{};  // the first line of the complaint, printable; empty: not tried
    bool operator==(const Trial&) const = default;
};

struct Trials {
    Trial user;      // a user namespace with a mount namespace in it
    Trial network;   // an empty network namespace with its loopback up
    Trial proc;      // a /proc of its own
    Trial nested;    // no further user namespaces inside: bwrap --disable-userns
    Trial listener;  // a seccomp listener, which the exec guard answers
    bool operator==(const Trials&) const = default;
};

// Tries the listener alone, without bubblewrap.
[[nodiscard]] Trial try_to_listen();

// Tries all parts in one process, and each by itself only if that fails. Each trial takes at most two seconds.
[[nodiscard]] Trials try_namespaces(const Bwrap& bwrap);

// Convert the results to and from the text in the cache. parse_trials returns nullopt for a text that trials_text would
// not write.
[[nodiscard]] std::string trials_text(const Trials& trials);
[[nodiscard]] std::optional<Trials> parse_trials(std::string_view text);

}  // namespace postern::host
