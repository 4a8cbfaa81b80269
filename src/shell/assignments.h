// Environment variables: which ones decide what code later programs run, and which ones never do.
#pragma once

#include "shell/analysis.h"

#include <string_view>

namespace postern::shell {

// May an assignment to this variable, whatever the value, change which code runs?
[[nodiscard]] bool changes_what_runs(std::string_view variable) noexcept;

// The same where the value is known: `PAGER=cat` changes nothing.
[[nodiscard]] bool changes_what_runs(std::string_view variable, const Word& value) noexcept;

// Known to influence no more than text, colours and verbosity. An allow rule may look past these, and only these.
[[nodiscard]] bool inert(std::string_view variable) noexcept;

}  // namespace postern::shell
