// A row of the book, taken apart.
#pragma once

#include "programs/program.h"

#include <optional>
#include <string_view>
#include <vector>

namespace postern::programs {

// A role with what is written behind its colon: `C:awk`.
struct Meaning {
    WordRole role = WordRole::data;
    std::string_view kind{};
    bool operator==(const Meaning&) const = default;
};

enum class Takes : std::uint8_t { nothing, value, glued, digits, two_values, both_values, to_semicolon };

struct OptionRow {
    std::string_view names{};     // separated by commas
    std::string_view includes{};  // options that it stands for, separated by `+`
    Takes takes = Takes::nothing;
    Meaning value{};
    std::optional<Meaning> operands{};  // the role that all operands that are files get
    std::uint8_t stands_for = 0;        // the operand that the value replaces, from 1
    bool can_be_negated = false, destroys = false, ends = false, open = false;
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
    bool destroys = false, contacts = false, runs = false, carries = false;
    std::string_view mistake{};  // the first part of a text that cannot be read; empty in every shipped row
};

[[nodiscard]] Row take_apart(const ProgramRow& program);

// Returns the row of a program, or of "program/subcommand"; null if the book has none. Rows are taken apart when they are
// first asked for, and kept.
[[nodiscard]] const Row* find_row(std::string_view name);

// Returns the first row with a name that begins with `beginning`; null if there is none.
[[nodiscard]] const Row* find_beginning(std::string_view beginning);

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
