// Reads a command line with the row of its program: what each word is for, and which words no row explains.
//
// Everything that Postern knows about programs is a view of a Reading. A word that is not explained is never dropped:
// deny and ask rules then look at every word of the call.
#pragma once

#include "programs/row.h"
#include "programs/word.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace postern::programs {

// One word, or the value inside it, and what it is for.
struct WordUse {
    Meaning meaning{};
    Word word{};                // the value alone: `W` of `-oW`
    std::size_t index = 0;      // of the word that holds it
    std::string_view option{};  // the option that it belongs to; empty for an operand
    bool operator==(const WordUse&) const = default;
};

// One option of the call. Options that are not explained are among them if the row of a program around the subcommand has
// them, or without a row.
struct OptionUse {
    const OptionRow* row = nullptr;
    std::string_view name{};  // in full, if a row has it
    std::size_t index = 0;    // of the word that holds it
    std::optional<Word> value{};
    bool operator==(const OptionUse&) const = default;
};

struct Reading {
    const Row* row = nullptr;  // the most specific one; null if the program is not in the book
    std::vector<WordUse> uses{};
    std::vector<const OptionRow*> given{};   // options that the call has, in order
    std::vector<OptionUse> options{};        // with those before the subcommand
    std::vector<std::size_t> operands{};     // indexes of words, behind the subcommand
    std::vector<std::size_t> unsure{};       // indexes of words in the place of an option that may be one at run time
    std::size_t after_dashes = 0;            // index of the word after `--`; 0 if there is none
    std::vector<std::size_t> unexplained{};  // indexes of words; all but the name if there is no row
    std::vector<std::size_t> unlisted{};     // of these, options that the row does not have
    std::size_t may_be_options = 0;          // how many of these are unexplained only because they are not known yet
    std::size_t subcommand = 0;              // index of its last word; 0 if there is none
    std::vector<std::size_t> subcommands{};  // indexes of all its words
    bool only_informs = false;               // as `--version` does
    bool destroys = false;
    bool starts_shell = false;  // one that reads its input: no command is given

    [[nodiscard]] bool explains_all() const noexcept { return row != nullptr && unexplained.empty(); }
};

// Where a program must lie so that its name tells what it is. In a text a file of the project may have any name. A program
// that is being started is known by its file, and what it starts itself is judged then.
enum class ProgramPlaces : std::uint8_t { trusted, any };

// Reads words[0…]; words[0] names the program.
[[nodiscard]] Reading read(std::span<const Word> words, ProgramPlaces places = ProgramPlaces::trusted);

// Returns true if the call has the option with this first name.
[[nodiscard]] bool gives(const Reading& reading, std::string_view option);

// What is assumed of an option that the row does not have.
enum class UnlistedOptions : std::uint8_t { flags, valued };

// Reads the words of the program alone: of a command inside the call only its first word has a role. The row is that of
// the module for `-m MODULE`.
[[nodiscard]] Reading read_outer(std::span<const Word> words, ProgramPlaces places = ProgramPlaces::trusted,
                                 UnlistedOptions unlisted = UnlistedOptions::flags);
// Returns the indexes of the words that say what the program is to do: its subcommands, and the first operand that the book
// does not have as one. Options stand between them.
[[nodiscard]] std::vector<std::size_t> act_of(const Reading& reading);

// Tells whether code or a setting in a word changes nothing and runs nothing.
using WordJudge = bool (*)(const Meaning& meaning, const Word& word);

// Returns true if the call changes nothing, runs nothing and talks to nobody, whatever the files hold that it reads. A
// command inside the call is never harmless here: it may get further words, and is judged by itself.
[[nodiscard]] bool is_harmless(const Reading& reading, WordJudge judge = nullptr);

}  // namespace postern::programs
