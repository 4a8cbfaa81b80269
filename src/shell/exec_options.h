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
    std::string_view runs = {};  // the value is a program or shell code: shown to rules, and a doubt
    std::string_view doubts =
        {};  // something else that brings code: a configuration, a plugin, a directory of programs
    // `-o KEY=VALUE` options: a value that has one of these in it (without regard to case) brings code.
    std::string_view settings = {};
    std::string_view telling = {};
    std::string_view subcommand = {};  // only if the first operand is one of these
};

[[nodiscard]] std::span<const ExecOptions> exec_option_table() noexcept;

void unwrap_exec_options(Invocation& call);

// Could some option of this program make it run another? `name` is without directory.
[[nodiscard]] bool takes_exec_options(std::string_view name);

// A value that only shows text: `cat`, or none.
[[nodiscard]] bool is_plain_pager(const Word& value) noexcept;
// A value that names a tool made for the purpose (`rsync -e 'ssh -p 22'`, `tar -I zstd`): its own words are judged, no more.
[[nodiscard]] bool is_plain_tool(const Word& value) noexcept;

}  // namespace postern::shell
