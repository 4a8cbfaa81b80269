// Options of ordinary programs that make them run another program: `tar --to-command`, `rsync -e`, `gcc -wrapper` …
//
// Which options these are is in the book of programs. To add one, give it its role in the program's row.
#pragma once

#include "programs/reading.h"
#include "shell/invocation.h"

#include <cstdint>

namespace postern::shell {

// Which programs in options are reported. Those of a program that exists to run a command are read by wrappers.cc.
enum class Commands : std::uint8_t { all, none };

// Reports what the options of the call run or bring, and words that may turn out to be such an option.
void unwrap_exec_options(Invocation& call, const programs::Reading& reading, Commands commands = Commands::all);

// Returns true if some option of this row can make the program run another one.
[[nodiscard]] bool takes_exec_options(const programs::Row& row);

// Returns true for a value that only shows text: `cat`, or no value.
[[nodiscard]] bool is_plain_pager(const Word& value) noexcept;

}  // namespace postern::shell
