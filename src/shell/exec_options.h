// Options of ordinary programs that make them run another program: `tar --to-command`, `rsync -e`, `gcc -wrapper` …
//
// To add one, add it to its program's row in exec_option_table.cc, or add a row.
#pragma once

#include "shell/invocation.h"

#include <span>
#include <string_view>

namespace postern::shell {

struct ExecOptions {
    std::string_view names;
    Grammar grammar = {.free_operands = kAnyNumber};
    std::string_view runs = {};  // the value is a program or shell code: rules see it, and it is a doubt
    std::string_view doubts =
        {};  // something else that brings code: a configuration, a plugin, a directory of programs
    // Options like `-o KEY=VALUE`. A value that contains a word of `code_words` (in any case) brings code.
    std::string_view settings = {};
    std::string_view code_words = {};
    std::string_view subcommand = {};  // the row applies only if the first operand is one of these
};

[[nodiscard]] std::span<const ExecOptions> exec_option_table() noexcept;

void unwrap_exec_options(Invocation& call);

// Returns true if some option of this program can make it run another program. `name` has no directory.
[[nodiscard]] bool takes_exec_options(std::string_view name);

// Returns true for a value that only shows text: `cat`, or no value.
[[nodiscard]] bool is_plain_pager(const Word& value) noexcept;
// Returns true for a tool made for the purpose (`rsync -e 'ssh -p 22'`, `tar -I zstd`). Such a value is judged by its
// own words and raises no doubt.
[[nodiscard]] bool is_plain_tool(const Word& value) noexcept;

}  // namespace postern::shell
