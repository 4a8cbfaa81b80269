#include "policy/read_only.h"

#include "programs/reading.h"
#include "shell/assignments.h"
#include "shell/invocation.h"
#include "shell/small_languages.h"

#include <algorithm>
#include <cctype>
#include <span>
#include <string_view>
#include <vector>

namespace postern::policy {
namespace {

using shell::Word;
using Words = std::span<const Word>;

// Returns true for code of a little language that prints and does nothing else, and for a git setting that is only asked
// for.
bool only_prints(const programs::Meaning& meaning, const Word& word) {
    if (meaning.role == programs::WordRole::setting)
        return meaning.kind == "git-key" && word.literal() && word.text.find('.') != std::string::npos;
    if (meaning.role != programs::WordRole::code) return false;
    if (meaning.kind == "jq") return true;  // it can only read and print
    if (!word.literal() || (meaning.kind != "sed" && meaning.kind != "awk")) return false;
    const shell::Effects effects =
        meaning.kind == "sed" ? shell::sed_effects(word.text) : shell::awk_effects(word.text);
    return !effects.runs && !effects.writes && !effects.reads_files;
}

bool plain_name(const Word& word) {
    return word.literal() &&
           std::ranges::all_of(word.text, [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
}

// Allows -v only with a plain name. `printf -v 'a[$(…)]'` and `test -v` evaluate a subscript as arithmetic, and that
// runs substitutions.
bool printf_is_read_only(Words words) {
    if (words.size() < 2) return true;
    if (!words[1].literal() && words[1].starts_dynamic()) return false;
    const std::string_view text = words[1].text;
    if (text == "-v") return words.size() > 2 && plain_name(words[2]);
    return !text.starts_with("-v");
}

bool test_is_read_only(Words words) {
    constexpr std::string_view kBetween = "= == != < > -eq -ne -lt -le -gt -ge -nt -ot -ef -a -o ] )";
    bool expects_primary = true;
    for (std::size_t i = 1; i < words.size(); ++i) {
        const Word& word = words[i];
        if (word.splits && (word.dynamic & ~shell::kGlob) != 0) return false;
        const bool more = i + 1 < words.size();
        // A dynamic word that no operator follows may turn out to be `-v`.
        if (expects_primary && word.starts_dynamic() && more && !shell::listed(kBetween, words[i + 1].text))
            return false;
        if ((word.text == "-v" || word.text == "-R") && more && !plain_name(words[i + 1])) return false;
        expects_primary = word.literal() && shell::listed("! ( -a -o", word.text);
    }
    return true;
}

// Returns the bare name of a program in /usr/bin or /bin, because PATH finds bare names there. Any other path may be
// another program, so the result is empty.
std::string_view trusted_name(std::string_view name) {
    for (const std::string_view directory : {"/usr/bin/", "/bin/"}) {
        if (name.starts_with(directory)) name.remove_prefix(directory.size());
    }
    return name.find('/') == std::string_view::npos ? name : std::string_view{};
}

// Accepts builtins that only change the shell itself, as `set -e`, `shift`, `export CI=1`, unless they set a variable that
// changes which code runs later.
bool builtin_is_read_only(std::string_view name, Words words) {
    constexpr std::string_view kBuiltins =
        "printf exit return set shift read export declare typeset local readonly unset wait break continue times";
    if (!shell::listed(kBuiltins, name)) return false;
    const programs::Reading reading = programs::read(words);
    return reading.explains_all() && std::ranges::all_of(reading.uses, [](const programs::WordUse& use) {
               if (use.meaning.role != programs::WordRole::assignment)
                   return use.meaning.role == programs::WordRole::data;
               const std::string_view text = use.word.text;
               const std::size_t equals = text.find('=');
               if (equals == text.npos) return use.word.literal() && !shell::changes_what_runs(text);
               return shell::inert(text.substr(0, equals), programs::part_of(use.word, equals + 1));
           });
}

bool assigns_only(const shell::Command& command) {
    return std::ranges::none_of(command.assignments, [](const shell::Assignment& a) {
        return a.subscript || shell::changes_what_runs(a.name);
    });
}

}  // namespace

bool is_read_only(const shell::Command& command) {
    if (command.words.empty()) return assigns_only(command);
    if (command.calls_function || !command.words.front().literal()) return false;
    const bool inert = std::ranges::all_of(
        command.assignments, [](const shell::Assignment& a) { return !a.subscript && shell::inert(a.name, a.value); });
    if (!inert) return false;
    const std::string_view name = trusted_name(command.name());
    if (name.empty()) return false;
    if (name == "printf" && !printf_is_read_only(command.words)) return false;
    if ((name == "test" || name == "[") && !test_is_read_only(command.words)) return false;
    if (name == "cd" && !std::ranges::all_of(command.words, &Word::literal)) return false;
    return programs::is_harmless(programs::read(command.words), only_prints) ||
           builtin_is_read_only(name, command.words);
}

}  // namespace postern::policy
