#include "policy/read_only.h"

#include "programs/reading.h"
#include "shell/assignments.h"
#include "shell/invocation.h"
#include "shell/small_languages.h"

#include <algorithm>
#include <cctype>
#include <span>
#include <string_view>

namespace postern::policy {
namespace {

using shell::Word;
using Words = std::span<const Word>;

bool plain_name(const Word& word) {
    return word.literal() &&
           std::ranges::all_of(word.text, [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
}

// Accepts a variable of the shell that does not decide which code runs later. A name with a subscript is evaluated.
bool sets_harmless_variable(const Word& word) {
    const std::size_t equals = word.text.find('=');
    if (equals == std::string::npos) return plain_name(word) && !shell::changes_what_runs(word.text);
    return shell::inert(std::string_view(word.text).substr(0, equals), programs::part_of(word, equals + 1));
}

// Returns true for code of a little language that prints and does nothing else, for a git setting that is only asked for,
// and for variables.
bool changes_nothing(const programs::Meaning& meaning, const Word& word) {
    if (meaning.role == programs::WordRole::assignment)
        return meaning.kind == "variable" && sets_harmless_variable(word);
    if (meaning.role == programs::WordRole::setting)
        return meaning.kind == "git-key" && word.literal() && word.text.find('.') != std::string::npos;
    if (meaning.role != programs::WordRole::code) return false;
    if (meaning.kind == "jq") return true;  // it can only read and print
    if (!word.literal()) return false;
    // Functions of yq load files; without a call it can only read and print.
    if (meaning.kind == "yq") return word.text.find('(') == std::string::npos;
    if (meaning.kind != "sed" && meaning.kind != "awk") return false;
    const shell::Effects effects =
        meaning.kind == "sed" ? shell::sed_effects(word.text) : shell::awk_effects(word.text);
    return !effects.runs && !effects.writes && !effects.reads_files;
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
    // The format may turn out to be -v with a subscript, which is evaluated.
    if (name == "printf" && command.words.size() > 1 && command.words[1].starts_dynamic()) return false;
    if ((name == "test" || name == "[") && !test_is_read_only(command.words)) return false;
    if (name == "cd" && !std::ranges::all_of(command.words, &Word::literal)) return false;
    return programs::is_harmless(programs::read(command.words), changes_nothing);
}

}  // namespace postern::policy
