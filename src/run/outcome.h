// Describes how a run ended. Callers get one of these types, never a raw wait status.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace postern::run {

struct Exited {
    int code = 0;
    bool operator==(const Exited&) const = default;
};
struct Signaled {
    int signal = 0;
    bool core = false;
    bool operator==(const Signaled&) const = default;
};
struct TimedOut {
    std::uint64_t after_ms = 0;
    bool operator==(const TimedOut&) const = default;
};
struct SetupFailed {  // a failure of Postern itself: nothing ran
    std::string what;
    bool operator==(const SetupFailed&) const = default;
};
struct NotExecuted {  // the sandbox was ready, but the program could not be started
    int error = 0;    // errno
    bool operator==(const NotExecuted&) const = default;
};

using Outcome = std::variant<Exited, Signaled, TimedOut, SetupFailed, NotExecuted>;

[[nodiscard]] int exit_code(const Outcome& outcome);
[[nodiscard]] std::string_view name_of(const Outcome& outcome);  // "exited", "signaled", …, for JSON

}  // namespace postern::run
