// Environment variables: which ones decide what code later programs run, and which ones never do.
#pragma once

#include "shell/analysis.h"

#include <string_view>

namespace postern::shell {

// Returns true if an assignment to this variable can change which code runs, whatever the value.
[[nodiscard]] bool changes_what_runs(std::string_view variable) noexcept;

// Does the same for a known value: `PAGER=cat` changes nothing.
[[nodiscard]] bool changes_what_runs(std::string_view variable, const Word& value) noexcept;

// Returns true for variables known to influence only text, colours and verbosity, and for a pager or editor that only
// shows: `GIT_PAGER=cat`. Allow rules ignore such assignments, and no others.
[[nodiscard]] bool inert(std::string_view variable, const Word& value) noexcept;

}  // namespace postern::shell
