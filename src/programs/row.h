// A row of the book, taken apart.
#pragma once

#include "programs/program.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace postern::programs {

// A role with what is written behind its colon: `C:awk`.
struct Meaning {
    WordRole role = WordRole::data;
    std::string_view kind{};
    bool tree = false;  // with everything below, if it is a directory
    bool operator==(const Meaning&) const = default;
};

// Kinds of files.
inline constexpr std::string_view kDestination = "to";
inline constexpr std::string_view kArchive = "archive";
inline constexpr std::string_view kRevision = "rev";
inline constexpr std::string_view kCertain = "file";

enum class Takes : std::uint8_t { nothing, value, glued, digits, two_values, both_values, to_semicolon };

struct OptionRow {
    std::string_view names{};     // separated by commas
    std::string_view includes{};  // options that it stands for, separated by `+`
    Takes takes = Takes::nothing;
    Meaning value{};
    std::optional<Meaning> operands{};  // the role that all operands that are files get
    std::uint8_t stands_for = 0;        // the operand that the value replaces, from 1
    bool can_be_negated = false, destroys = false, ends = false, makes = false, brings_code = false,
         reads_input = false, open = false;
    bool operator==(const OptionRow&) const = default;
};

struct OperandRow {
    Meaning meaning{};
    bool repeats = false, optional = false;
    bool operator==(const OperandRow&) const = default;
};

struct KeyRow {
    std::string_view key;
    Meaning meaning{};
    bool operator==(const KeyRow&) const = default;
};

struct Row {
    const ProgramRow* program = nullptr;
    std::vector<OptionRow> options{};
    std::vector<OperandRow> operands{};
    std::vector<KeyRow> keys{};
    std::uint8_t free_operands = 255;  // options may follow this many operands
    bool exact = false, single = false, bundle = false, plus = false, numbers = false, sub = false, settings = false,
         plain = false, expr = false, atfile = false, begins = false;
    bool destroys = false, contacts = false, runs = false, here = false, carries = false;
    std::optional<Meaning> makes{};  // how the working directory is used for what it makes
    std::string_view input{};        // the language of code that comes from standard input; empty if none does
    std::string_view mistake{};      // the first part of a text that cannot be read; empty in every shipped row
};

[[nodiscard]] Row take_apart(const ProgramRow& program);

// Returns the row of a program, or of "program/subcommand"; null if the book has none. Rows are taken apart when they are
// first asked for, and kept.
[[nodiscard]] const Row* find_row(std::string_view name);

// Returns the first row with a name that begins with `beginning`; null if there is none.
[[nodiscard]] const Row* find_beginning(std::string_view beginning);
// Tells whether the program makes its files of those of a project: compilers, linkers, bundlers, formatters.
[[nodiscard]] bool is_build_tool(const Row& row) noexcept;
// Tells whether the program manages the machine: processes, packages, users, disks.
[[nodiscard]] bool is_system_tool(std::string_view program);
// Returns the rows of all subcommands of "program" or "program/subcommand".
[[nodiscard]] std::span<const Row* const> subcommands_of(const std::string& name);

[[nodiscard]] inline std::string_view first_name(const OptionRow& option) noexcept {
    return option.names.substr(0, option.names.find(','));
}
[[nodiscard]] inline std::string_view first_name(const Row& row) noexcept {
    return row.program->names.substr(0, row.program->names.find(' '));
}

// Returns the option of this name, abbreviated if the program accepts that; null if there is none or several.
[[nodiscard]] const OptionRow* find_long(const Row& row, std::string_view written) noexcept;
[[nodiscard]] const OptionRow* find_short(const Row& row, char letter) noexcept;

}  // namespace postern::programs
