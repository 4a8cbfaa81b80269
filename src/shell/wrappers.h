// Unwraps programs whose arguments are another command: env, timeout, sudo, ssh, docker exec, npx …
//
// Two tables (wrapper_table.cc, runner_table.cc) list them. A row says how the program reads its options, how many
// operands stand before the inner command, and whether that is a command or text for a shell. To add a wrapper, add a
// row.
#pragma once

#include "shell/invocation.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace postern::shell {

enum class Tail : std::uint8_t {
    command,     // the words after the operands are program and arguments
    shell_code,  // they are joined and passed to a shell
    each_code,   // each operand is a separate piece of shell code
};

enum class Alone : std::uint8_t { nothing, shell };  // without a command the program does nothing, or starts a shell

// Treatment of options and dynamic words that the row does not explain.
enum class Unexplained : std::uint8_t {
    doubt,  // raise a doubt, because the word could change which word is the command
    skip,   // ignore them, for tools that wrap only with a subcommand (docker, npx); deny rules see the inner command
};

struct Wrapper {
    std::string_view names;  // "linux32 linux64"; with a subcommand: "docker/exec"
    Grammar grammar = {};
    std::uint8_t operands = 0;  // number of operands before the inner command
    Tail tail = Tail::command;
    std::string_view code = {};     // options whose value is shell code that runs
    std::string_view runs = {};     // options that make it run something else as well: Doubt::runs_option
    std::string_view nothing = {};  // options with which it starts no program
    std::string_view plain = {};    // options that turn Tail::shell_code into Tail::command (`watch -x`)
    std::string_view shell = {};    // options with which it starts a shell if there is no command (`sudo -i`)
    Alone alone = Alone::nothing;
    Unexplained unexplained = Unexplained::doubt;
    bool assignments = false;      // NAME=VALUE may stand before the command
    bool carries = false;          // see Unwrapped::only_carries
    bool leading_operand = false;  // an operand may stand before the options: `setarch x86_64 -R cmd`
    bool code_after = false;       // `-c CODE` may follow the operands: `flock FILE -c CODE`
};

[[nodiscard]] std::span<const Wrapper> wrapper_table() noexcept;
[[nodiscard]] std::span<const Wrapper> runner_table() noexcept;

// Finds a row by program name, or by "program/subcommand". Returns null if there is none.
[[nodiscard]] const Wrapper* find_wrapper(std::string_view key);
// Returns true if a subcommand of this program is a wrapper.
[[nodiscard]] bool has_wrapping_subcommand(std::string_view name);

// Unwraps words[begin…], which follow the program's name (and subcommand).
void unwrap_wrapper(Invocation& call, const Wrapper& wrapper, std::size_t begin = 1);

}  // namespace postern::shell
