// Refusals of one session, counted: an agent that is refused again and again is in a loop, or a rule is wrong.
#pragma once

#include "base/abs_path.h"
#include "base/result.h"

#include <cstdint>
#include <string>

namespace postern::approval {

struct Denials {
    std::int64_t consecutive = 0;  // since something last ran
    std::int64_t total = 0;        // in the session
    bool operator==(const Denials&) const = default;
};

struct DenialLimits {
    std::int64_t consecutive = 3, total = 20;
};

enum class DenialLimit : std::uint8_t { none, in_a_row, in_total };
// The total counts first: what ran in between does not lift it.
[[nodiscard]] DenialLimit limit_reached(const Denials& denials, const DenialLimits& limits) noexcept;

// The end of a refusal's line: how often it was, and from a limit on, where to look.
[[nodiscard]] std::string denial_text(const Denials& denials, const DenialLimits& limits, const std::string& session);

// The session in which refusals are counted: one that was named, or the terminal's if a person is at it. Empty if there is
// neither: then what runs here may have nothing to do with each other, and nothing is counted.
enum class Person : std::uint8_t { absent, present };
[[nodiscard]] std::string counted_session(const std::string& session, Person person);

// The counters of one session, in the state directory. Every session but the last hundred is forgotten.
class DenialCounts {
public:
    DenialCounts(AbsPath state_home, std::string session)
        : state_home_(std::move(state_home)), session_(std::move(session)) {}

    [[nodiscard]] Result<Denials> read() const;
    [[nodiscard]] Result<Denials> count_refusal() const;
    // Ends the row. Writes nothing if there is none.
    [[nodiscard]] Status count_success(const Denials& before) const;

private:
    AbsPath state_home_;
    std::string session_;
};

}  // namespace postern::approval
