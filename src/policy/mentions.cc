#include "policy/mentions.h"

#include "base/text.h"
#include "policy/bash_match.h"
#include "programs/reading.h"

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>

namespace postern::policy {
namespace {

using programs::part_of;
using programs::WordRole;
using shell::Command;
using shell::Word;

constexpr std::string_view kFileScheme = "file://";

// Characters that end a name or a path inside a text.
constexpr std::string_view kBetween = " \t\n\r'\"`,;=:|&<>(){}[]!*?\\$#";

// Calls `each` with the places where a word of its own may begin inside a word: behind an option's letter, `=`, `@` and
// the first colon.
template <class Function>
void for_each_glued(std::string_view text, Function each) {
    const bool option = text.size() > 1 && text.front() == '-';
    if (!option) each(0U);
    if (option && text.size() > 2 && text[1] != '-') each(2U);
    if (text.starts_with('@')) each(1U);
    if (const std::size_t equals = text.find('='); equals != text.npos) {
        each(equals + 1);
        if (text.substr(equals + 1).starts_with('@')) each(equals + 2);
    }
    if (const std::size_t colon = text.find(':'); colon != text.npos) each(colon + 1);
}

// Calls `each` with begin and length of every part of the text between blanks, quotes, brackets and operators.
template <class Function>
void for_each_part(std::string_view text, Function each) {
    for (std::size_t at = 0; (at = text.find_first_not_of(kBetween, at)) != text.npos;) {
        const std::size_t end = std::min(text.find_first_of(kBetween, at), text.size());
        if (end - at < text.size()) each(at, end - at);
        at = end;
    }
}

// Returns the file that a URL names, by its scheme or without one, as git takes paths; nullopt if it is none.
std::optional<FileUse> file_of_url(const Word& word) {
    if (word.text.starts_with(kFileScheme)) return FileUse{.use = Use::read, .word = part_of(word, kFileScheme.size())};
    if (word.text.find("://") != std::string::npos) return std::nullopt;
    return FileUse{.use = Use::read, .word = word};
}

// Returns how a word with this role is used as a file; nullopt if it is none.
std::optional<FileUse> file_use_of(const programs::WordUse& use) {
    FileUse out{.use = Use::read, .word = use.word};
    switch (use.meaning.role) {
        case WordRole::reads:
        case WordRole::lists:
        case WordRole::code_file:
        case WordRole::loads:
        case WordRole::remote_read:
        case WordRole::walks:
            return out;  // most list names or pick files by their kind; file_access has those that read all
        case WordRole::sends:
            if (!use.word.text.starts_with('@')) return std::nullopt;
            out.word = part_of(use.word, 1);
            return out;
        case WordRole::url: return file_of_url(use.word);
        case WordRole::writes:
        case WordRole::changes:
        case WordRole::remote_write:
        case WordRole::anything:
        case WordRole::enters:  // what is read or written there is named by other words, or by none
        case WordRole::fills: out.use = Use::write; return out;
        case WordRole::data:
        case WordRole::informs:
        case WordRole::runs:
        case WordRole::shell:
        case WordRole::command:
        case WordRole::shell_words:
        case WordRole::code:
        case WordRole::setting:
        case WordRole::assignment:
        case WordRole::host: return std::nullopt;
    }
    return std::nullopt;
}

bool is_remote(WordRole role) {
    return role == WordRole::remote_read || role == WordRole::remote_write || role == WordRole::url;
}

bool may_run(const programs::Meaning& meaning) {
    switch (meaning.role) {
        case WordRole::runs:
        case WordRole::shell:
        case WordRole::command:
        case WordRole::shell_words:
        case WordRole::code_file:
        case WordRole::loads:
        case WordRole::setting: return true;
        case WordRole::code: return meaning.kind != "jq";  // a language that starts no programs
        case WordRole::assignment:
            return meaning.kind != "variable";  // of the shell; used later, it is a word of its own
        case WordRole::data:
        case WordRole::informs:
        case WordRole::reads:
        case WordRole::lists:
        case WordRole::writes:
        case WordRole::changes:
        case WordRole::walks:
        case WordRole::fills:
        case WordRole::enters:
        case WordRole::sends:
        case WordRole::url:
        case WordRole::host:
        case WordRole::remote_read:
        case WordRole::remote_write:
        case WordRole::anything: return false;
    }
    return true;
}

// Returns the places of words that belong to a command found inside this one.
std::vector<shell::Span> inner_words(const shell::Analysis& analysis, std::uint32_t index) {
    std::vector<shell::Span> out;
    for (std::size_t i = index + 1; i < analysis.commands.size(); ++i) {
        const std::uint32_t via = analysis.commands[i].via;
        if (via == shell::kNoCommand || via < index) break;  // what is found inside follows at once
        if (via != index) continue;
        for (const Word& word : analysis.commands[i].words) out.push_back(word.span);
    }
    return out;
}

}  // namespace

Mentions::Mentions(const shell::Analysis& analysis, std::uint32_t index, programs::ProgramPlaces places)
    : Mentions(analysis, index, programs::read(analysis.commands[index].words, places)) {}

Mentions::Mentions(const shell::Analysis& analysis, std::uint32_t index, const programs::Reading& reading)
    : command_(analysis.commands[index]) {
    if (!command_.words.empty()) count(analysis, index, reading);
    find_names();
}

void Mentions::count(const shell::Analysis& analysis, std::uint32_t index, const programs::Reading& reading) {
    const std::vector<shell::Span> inner = inner_words(analysis, index);
    // Behind a word that no row explains nobody knows where an inner command begins.
    const std::size_t first_open =
        reading.row == nullptr || reading.unexplained.empty() ? command_.words.size() : reading.unexplained.front();
    const auto counts = [&](std::size_t word) {
        return word > first_open || std::ranges::find(inner, command_.words[word].span) == inner.end();
    };
    if (!reading.explains_all()) {
        for (std::size_t i = 1; i < command_.words.size(); ++i) {
            if (counts(i)) counted_.push_back({.index = i, .word = command_.words[i]});
        }
        return;
    }
    for (const programs::WordUse& use : reading.uses) {
        const auto file = file_use_of(use);
        const bool only_shown = reading.only_informs && use.meaning.role == WordRole::command;  // `command -v rm`
        const bool judged_inside = !counts(use.index);
        const bool program = may_run(use.meaning) && !only_shown && !judged_inside;
        // A file of code is also read by the program itself.
        const bool read = file && (!judged_inside || use.meaning.role == WordRole::code_file);
        if (!read && !program) continue;
        counted_.push_back({.index = use.index,
                            .word = file ? file->word : use.word,
                            .program = program,
                            .use = file ? file->use : Use::write,
                            .glued = !is_remote(use.meaning.role),
                            .text = program});
    }
}

std::vector<PathMention> Mentions::paths() const {
    std::vector<PathMention> out;
    std::unordered_set<std::string> seen;
    for (const Counted& counted : counted_) {
        const auto add = [&](Word word, Match match) {
            if (word.text.empty() && word.literal()) return;
            const bool write = counted.use == Use::write;
            if (!seen.insert(word.text + (write ? 'w' : 'r') + (match == Match::yes ? 'y' : 'm')).second) return;
            out.push_back({{.use = counted.use, .word = std::move(word)}, match});
        };
        if (!counted.glued) {
            add(counted.word, Match::yes);
            continue;
        }
        for_each_glued(counted.word.text, [&](std::size_t at) { add(part_of(counted.word, at), Match::yes); });
        if (!counted.text) continue;
        for_each_part(counted.word.text, [&](std::size_t at, std::size_t length) {
            Word part = part_of(counted.word, at);
            part.text.resize(length);
            add(std::move(part), Match::maybe);
        });
    }
    return out;
}

std::vector<Word> Mentions::may_be_run() const {
    std::vector<Word> out;
    for (const Counted& counted : counted_) {
        if (!counted.program) continue;
        for_each_glued(counted.word.text, [&](std::size_t at) { out.push_back(part_of(counted.word, at)); });
    }
    return out;
}

void Mentions::find_names() {
    for (std::size_t i = 0; i < counted_.size(); ++i) {
        if (!counted_[i].program) continue;
        const std::string_view text = counted_[i].word.text;
        const auto add = [&](std::size_t begin, std::size_t length, Match match) {
            const std::string_view name = base_name(text.substr(begin, length));
            if (!name.empty()) names_.push_back({.name = name, .counted = i, .begin = begin, .match = match});
        };
        for_each_glued(text, [&](std::size_t begin) { add(begin, text.npos, Match::yes); });
        for_each_part(text, [&](std::size_t begin, std::size_t length) { add(begin, length, Match::maybe); });
    }
    std::ranges::sort(names_, {}, &Named::name);
}

Match Mentions::meets(const CommandPattern& pattern) const {
    constexpr std::ptrdiff_t kMostTries = 32;  // a line that repeats a name more often is not worth the time
    const std::string_view program = base_name(pattern.program());
    if (program.empty()) return Match::no;
    auto named = std::ranges::lower_bound(names_, program, {}, &Named::name);
    const auto end = std::ranges::upper_bound(names_, program, {}, &Named::name);
    if (end - named > kMostTries) return Match::yes;
    Match best = Match::no;
    for (; named != end; ++named) best = std::max(best, meets(pattern, *named));
    return best;
}

Match Mentions::meets(const CommandPattern& pattern, const Named& named) const {
    const Counted& counted = counted_[named.counted];
    if (named.match == Match::yes) {
        Command inner{.words = {part_of(counted.word, named.begin)}};
        const auto rest = command_.words.begin() + static_cast<std::ptrdiff_t>(counted.index) + 1;
        inner.words.insert(inner.words.end(), rest, command_.words.end());
        return match_generously(pattern, inner);
    }
    // In a text only the words that must be there are looked for, anywhere behind the name.
    const std::string_view behind = std::string_view(counted.word.text).substr(named.begin);
    const bool all = std::all_of(pattern.words().begin() + 1, pattern.words().end(), [&](std::string_view word) {
        return word.find('*') != word.npos || word.starts_with('-') || behind.find(word) != behind.npos;
    });
    return all ? Match::maybe : Match::no;
}

}  // namespace postern::policy
