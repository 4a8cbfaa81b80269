// Programs whose arguments are another command: env, timeout, sudo, ssh, docker exec, npx …
//
// One table (wrapper_table.cc, runner_table.cc). A row says how the program reads its options, how many operands stand
// before the inner command, and whether that is a command or text for a shell. To add a wrapper, add a row.
#pragma once

#include "shell/invocation.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace postern::shell {

enum class Tail : std::uint8_t {
    command,     // the words after the operands are program and arguments
    shell_code,  // they are joined and given to a shell
    each_code,   // each operand is shell code of its own
};

enum class Alone : std::uint8_t { nothing, shell };  // without a command: does nothing, or starts a shell

// What an option or dynamic word that the row does not explain means.
enum class Unexplained : std::uint8_t {
    doubt,  // it could change which word is the command: say so
    skip,   // tools that only wrap now and then (docker, npx): their inner command is shown to deny rules, no more
};

struct Wrapper {
    std::string_view names;  // "linux32 linux64"; with a subcommand: "docker/exec"
    Grammar grammar = {};
    std::uint8_t operands = 0;  // before the inner command
    Tail tail = Tail::command;
    std::string_view code = {};     // options whose value is shell code that runs
    std::string_view runs = {};     // options that make it run something else besides: Doubt::runs_option
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

// By program name, or by "program/subcommand". Null if it is none.
[[nodiscard]] const Wrapper* find_wrapper(std::string_view key);
// Is one of its subcommands a wrapper?
[[nodiscard]] bool has_wrapping_subcommand(std::string_view name);

// words[begin…] are what follows the program's name (and subcommand).
void unwrap_wrapper(Invocation& call, const Wrapper& wrapper, std::size_t begin = 1);

}  // namespace postern::shell
