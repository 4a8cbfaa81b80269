// Table of the programs that read_only recognises.
#pragma once

#include "shell/option_grammar.h"

#include <cstdint>
#include <string_view>

namespace postern::policy {

enum class ReadOnlyOptions : std::uint8_t {
    any,       // no option writes or runs anything
    all_but,   // every option except the refused ones and their abbreviations
    none_but,  // only options of the grammar, spelled in full
};

struct ReadOnlyRow {
    std::string_view programs;
    ReadOnlyOptions options = ReadOnlyOptions::none_but;
    shell::Grammar grammar = {};
    std::string_view refused = {};              // for all_but
    std::uint8_t operands = shell::kAnyNumber;  // maximum number
    std::string_view operands_need = {};        // operands are accepted only with one of these options
};

// Returns the row of a program, or null.
[[nodiscard]] const ReadOnlyRow* read_only_row(std::string_view program) noexcept;
// Returns the row of `git SUBCOMMAND`, or null.
[[nodiscard]] const ReadOnlyRow* read_only_git_row(std::string_view subcommand) noexcept;

}  // namespace postern::policy
