// What read_only knows about single programs. Data.
#pragma once

#include "shell/option_grammar.h"

#include <cstdint>
#include <string_view>

namespace postern::policy {

enum class ReadOnlyOptions : std::uint8_t {
    any,       // no option of it writes or runs anything
    all_but,   // every option but the refused ones; abbreviations of those are refused too
    none_but,  // only what the grammar knows, spelled in full
};

struct ReadOnlyRow {
    std::string_view programs;
    ReadOnlyOptions options = ReadOnlyOptions::none_but;
    shell::Grammar grammar = {};
    std::string_view refused = {};              // for all_but
    std::uint8_t operands = shell::kAnyNumber;  // at most
    std::string_view operands_need = {};        // an operand needs one of these options beside it
};

// Null for a program that is not in the table.
[[nodiscard]] const ReadOnlyRow* read_only_row(std::string_view program) noexcept;
// The same for `git SUBCOMMAND`.
[[nodiscard]] const ReadOnlyRow* read_only_git_row(std::string_view subcommand) noexcept;

}  // namespace postern::policy
