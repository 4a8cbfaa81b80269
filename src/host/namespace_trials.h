// Does this kernel, here and for this user, let bubblewrap build what the sandbox needs? Only a try tells: sysctls,
// security modules and container runtimes all have a say. Each try is a process, so the results are kept.
#pragma once

#include "host/host_probe.h"

#include <optional>
#include <string>
#include <string_view>

namespace postern::host {

struct Trial {
    bool worked = false;
    std::string said{};  // the first line of the complaint, printable; empty: not tried
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

// Tries everything at once, and one by one only if that fails. Bounded: two seconds for each.
[[nodiscard]] Trials try_namespaces(const Bwrap& bwrap);

// As the cache keeps them; nothing if the text is not what we write.
[[nodiscard]] std::string trials_text(const Trials& trials);
[[nodiscard]] std::optional<Trials> parse_trials(std::string_view text);

}  // namespace postern::host
