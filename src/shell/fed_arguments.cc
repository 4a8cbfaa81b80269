// Unwraps xargs, parallel, find and fd, which insert words into a command that is otherwise written out.
#include "programs/row.h"
#include "shell/special_wrappers.h"
#include "shell/wrappers.h"

#include <algorithm>
#include <array>
#include <utility>

namespace postern::shell {
namespace {

using programs::ProgramPlaces;
using programs::Reading;
using programs::Takes;
using programs::WordRole;
using programs::WordUse;

Word input_word(const Word& near) {
    Word word;
    word.text = kHole;
    word.span = near.span;
    word.dynamic = kInput;
    word.splits = true;
    return word;
}

// Replaces every occurrence of `mark` by a hole.
void fill_in(Word& word, std::string_view mark) {
    if (mark.empty() || word.text.find(mark) == std::string::npos) return;
    std::string filled;
    std::string_view rest = word.text;
    for (std::size_t at = rest.find(mark); at != std::string_view::npos; at = rest.find(mark)) {
        filled += rest.substr(0, at);
        filled += kHole;
        rest.remove_prefix(at + mark.size());
    }
    filled += rest;
    word.text = std::move(filled);
    word.dynamic = static_cast<std::uint8_t>(word.dynamic | kInput);
}

bool is_parallel_separator(std::string_view text) {
    return text == ":::" || text == ":::+" || text == "::::" || text == "::::+";
}

// Returns how many words an action or test of find takes.
Takes find_takes(std::string_view text) {
    static const programs::Row& find = *programs::find_row("find");
    if (text.size() < 2 || text.front() != '-') return Takes::nothing;
    const programs::OptionRow* const option = programs::find_long(find, text.substr(1));
    return option == nullptr ? Takes::nothing : option->takes;
}

// Reports a word of find's expression that is known only at run time and could be -exec, with the words after it as its
// command.
void judge_find_word(Invocation& call, std::size_t index, std::size_t last_terminator) {
    const Word& word = call.words[index];
    const bool option_like =
        word.starts_dynamic() ? may_be_option(word) : word.text.starts_with('-') && has_hole(word.text);
    if (!option_like) return;
    bool suspicious = may_split(word);
    if (!suspicious && index < last_terminator && index + 1 < call.words.size()) {
        const Word& next = call.words[index + 1];
        const bool expression = next.text.starts_with('-') || next.text == "(" || next.text == "!" || next.text == ")";
        suspicious = !expression || next.starts_dynamic();
    }
    if (suspicious) call.doubt(Doubt::option, "a word known only at run time could be an action of find", word);
}

// Tells whether a cluster of letters ends with the one behind which fd's command begins.
bool fd_runs(std::string_view letters) {
    static const programs::Row& fd = *programs::find_row("fd");
    const auto takes = [&](char letter) {
        const programs::OptionRow* const option = programs::find_short(fd, letter);
        return option == nullptr ? Takes::nothing : option->takes;
    };
    return takes(letters.back()) == Takes::to_semicolon &&
           std::ranges::none_of(letters, [&](char letter) { return takes(letter) == Takes::value; });
}

// Reads the command in words[first…] up to its terminator; returns the index after the terminator.
std::size_t find_action(Invocation& call, std::size_t first) {
    std::vector<Word> inner;
    std::size_t i = first;
    for (; i < call.words.size(); ++i) {
        const Word& word = call.words[i];
        if (word.text == ";" && word.literal()) break;
        std::string known = word.text;
        std::erase(known, kHole);
        if (known == ";" && !word.literal())
            call.doubt(Doubt::option, "a word known only at run time may end the command that find runs", word);
        if (word.text == "+" && word.literal() && !inner.empty() && inner.back().text == std::string(1, kHole)) break;
        inner.push_back(word);
        fill_in(inner.back(), "{}");
    }
    call.run(std::move(inner));
    return i + 1;
}

}  // namespace

void unwrap_xargs(Invocation& call) {
    const Reading reading = programs::read_outer(call.words, ProgramPlaces::any);
    report_unsure(call, reading);
    const WordUse* const command = inner_command(reading);
    if (command == nullptr || reading.only_informs) return;
    const std::size_t first = command->index;
    std::string mark = programs::gives(reading, "i") ? "{}" : "";
    for (const WordUse& use : reading.uses) {
        if (listed("I J i", use.option)) mark = use.word.text;
    }
    std::vector<Word> inner(call.words.begin() + static_cast<std::ptrdiff_t>(first), call.words.end());
    if (mark.empty()) {
        inner.push_back(input_word(inner.back()));
    } else {
        for (Word& word : inner) fill_in(word, mark);
    }
    const auto changes_nothing = [](const programs::OptionUse& option) {
        return (!option.value || option.value->literal()) && option.name != "process-slot-var";
    };
    call.found.only_carries = call.found.doubts.empty() && inner.front().literal() && reading.after_dashes == 0 &&
                              std::ranges::all_of(reading.options, changes_nothing);
    call.run(std::move(inner));
}

void unwrap_parallel(Invocation& call) {
    const Reading reading = programs::read_outer(call.words, ProgramPlaces::any);
    if (reading.only_informs) return;
    for (const WordUse& use : reading.uses) {
        const WordRole role = use.meaning.role;
        if (!use.option.empty() && (role == WordRole::runs || role == WordRole::shell || role == WordRole::code ||
                                    role == WordRole::code_file)) {
            call.doubt(Doubt::runs_option, "parallel --" + std::string(use.option) + " names a program to run",
                       use.word);
        }
    }
    const WordUse* const command = inner_command(reading);
    if (command == nullptr) return call.doubt(Doubt::script_input, "parallel runs the lines it reads");
    const std::size_t first = command->index;
    report_unsure(call, reading);
    const auto begin = call.words.begin();
    const auto separator = std::find_if(begin + static_cast<std::ptrdiff_t>(first), call.words.end(),
                                        [](const Word& w) { return is_parallel_separator(w.text); });
    const auto count = static_cast<std::size_t>(separator - begin);
    if (count == first) {  // the arguments are the commands: parallel ::: 'a' 'b'
        for (std::size_t i = first + 1; i < call.words.size(); ++i) {
            if (!is_parallel_separator(call.words[i].text)) call.code(call.words[i]);
        }
        return;
    }
    Word text = joined(call.words, first, count);
    std::vector<Word> inner(begin + static_cast<std::ptrdiff_t>(first), separator);
    static constexpr std::array<std::string_view, 7> kMarks = {"{}", "{.}", "{/}", "{//}", "{/.}", "{#}", "{%}"};
    for (const std::string_view mark : kMarks) fill_in(text, mark);
    if (!has_hole(text.text)) (text.text += ' ') += kHole;
    // parallel quotes the inserted text for the shell, so it stays one word. A command without shell syntax is
    // therefore read word by word.
    for (Word& word : inner) {
        for (const std::string_view mark : kMarks) fill_in(word, mark);
    }
    inner.push_back(input_word(inner.back()));
    const bool plain = std::ranges::all_of(
        inner, [](const Word& w) { return w.text.find_first_of(" \t\n;|&<>()$`\\\"'*?[#~") == std::string::npos; });
    if (plain) return call.run(std::move(inner));
    call.code(text);
}

void unwrap_find(Invocation& call) {
    std::size_t last_terminator = 0;
    for (std::size_t i = call.words.size(); i-- > 1 && last_terminator == 0;) {
        const Word& word = call.words[i];
        if (word.text == ";" || word.text == "+" || may_be_option(word)) last_terminator = i;
    }
    for (std::size_t i = 1; i < call.words.size();) {
        const Word& word = call.words[i];
        const Takes takes = word.literal() ? find_takes(word.text) : Takes::nothing;
        if (takes == Takes::to_semicolon) {
            i = find_action(call, i + 1);
        } else if (takes == Takes::both_values) {
            i += 3;
        } else if (takes == Takes::value) {
            if (i + 1 < call.words.size() && may_split(call.words[i + 1]) && call.words[i + 1].starts_dynamic())
                judge_find_word(call, i + 1, last_terminator);
            i += 2;
        } else {
            judge_find_word(call, i, last_terminator);
            ++i;
        }
    }
}

void unwrap_fd(Invocation& call) {
    for (std::size_t i = 1; i < call.words.size(); ++i) {
        const Word& word = call.words[i];
        if (may_be_option(word) && may_split(word)) {
            call.doubt(Doubt::option, "a word known only at run time could be an option of " + call.name, word);
        }
        const std::string_view text = word.text;
        const std::size_t equals = text.find('=');
        const std::string_view name = text.substr(0, equals);
        const bool long_form = name.size() > 3 && (std::string_view("--exec").starts_with(name) ||
                                                   std::string_view("--exec-batch").starts_with(name));
        const bool cluster = text.size() > 1 && text[0] == '-' && text[1] != '-' && fd_runs(text.substr(1));
        const std::size_t glued = cluster || !text.starts_with("-x") ? 0 : 2;
        if (!long_form && !cluster && glued == 0) continue;
        std::vector<Word> inner;
        if (long_form && equals != std::string_view::npos)
            inner.push_back(word), inner.back().text.erase(0, equals + 1);
        if (glued != 0) inner.push_back(word), inner.back().text.erase(0, glued);
        for (++i; i < call.words.size() && call.words[i].text != ";"; ++i) inner.push_back(call.words[i]);
        static constexpr std::array<std::string_view, 5> kMarks = {"{}", "{.}", "{/}", "{//}", "{/.}"};
        bool marked = false;
        for (Word& argument : inner) {
            for (const std::string_view mark : kMarks) {
                marked = marked || argument.text.find(mark) != std::string::npos;
                fill_in(argument, mark);
            }
        }
        if (!marked && !inner.empty()) inner.push_back(input_word(inner.back()));
        call.run(std::move(inner));
    }
}

}  // namespace postern::shell
