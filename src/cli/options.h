// The command line as one table: the parser, --help and the shell completion read it, and no other code knows an
// option's name. docs/decisions/0001-command-line-table.md says why it is not a library.
#pragma once

#include "base/result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace postern::cli {

enum class Opt : std::uint8_t {
    command,
    tool,
    path,
    host,
    batch,
    json,
    unsandboxed,  // what is judged
    settings,
    set,
    mode,
    cwd,
    allow_host,  // under which settings
    allow_write,
    deny_write,
    deny_read,
    timeout,
    memory,
    pids,
    max_output,
    headless,
    env,  // of the sandbox
    backend,
    origin,
    list,
    revoke,
    yes,
    force,
    for_session,
    always,
    message,
    log_level,
    notify,  // of single commands
    actor,
    agent,
    model,
    session,  // who asks
    verdict,
    since,
    until,
    grep,
    limit,
    follow,
    by,
    keep,
    format,
    anchors,  // of the record
    quiet,
    verbose,
    help,
};

struct OptionSpec {
    Opt id;
    char letter;             // 0: none
    std::string_view name;   // without the dashes; empty: none
    std::string_view value;  // what follows it, as shown in the help; empty: it takes none
    std::string_view help;
    bool repeatable = false;
};

class Parsed;

struct CommandSpec {
    std::string_view name;     // "check", "settings show"
    std::string_view usage;    // the text after the name
    std::string_view summary;  // one line in the list of commands
    std::span<const Opt> options;
    std::span<const std::string_view> examples;
    std::string_view exits;  // the line after "Exit status:"
    Result<int> (*run)(const Parsed&);
    std::size_t operands = 0;    // how many at most
    bool takes_program = false;  // -- CMD ARG…
    // What an interrupted run left is finished before this command. Not for `run` and `scrub run`, which do so
    // themselves, nor for what runs in the sandbox, where Postern's own stores are out of reach.
    bool cleans_up_first = true;
};

std::span<const OptionSpec> option_specs();
std::span<const CommandSpec> command_specs();
const OptionSpec& spec_of(Opt id);

// The options and operands that were given. An option that is not repeatable occurs at most once.
class Parsed {
public:
    explicit Parsed(const CommandSpec& command) : command_(&command) {}

    [[nodiscard]] const CommandSpec& command() const noexcept { return *command_; }
    [[nodiscard]] bool has(Opt id) const noexcept;
    [[nodiscard]] std::optional<std::string> value(Opt id) const;
    [[nodiscard]] std::vector<std::string> values(Opt id) const;
    [[nodiscard]] const std::vector<std::string>& operands() const& noexcept { return operands_; }
    [[nodiscard]] const std::optional<std::vector<std::string>>& program() const& noexcept { return program_; }

private:
    friend class Parser;
    const CommandSpec* command_;
    std::vector<std::pair<Opt, std::string>> given_;
    std::vector<std::string> operands_;
    std::optional<std::vector<std::string>> program_;  // what followed `--`
};

// Reads `arguments`, which do not hold the program's own name; the first one or two name the command. An error is one
// line and names the nearest thing that exists.
Result<Parsed> parse(std::span<const CommandSpec> commands, std::span<const std::string> arguments);

// The page for `--help` alone and for a first word that several commands share (`settings --help`), or nullopt.
std::optional<std::string> overview(std::span<const std::string> arguments);
std::string top_help();
std::string help_for(const CommandSpec& command);
std::string bash_completion();

}  // namespace postern::cli
