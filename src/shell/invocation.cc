#include "shell/invocation.h"

#include "shell/standard_input.h"

#include <algorithm>
#include <utility>

namespace postern::shell {

void Invocation::doubt(Doubt doubt, std::string what, const Word& at) {
    // Many words of one command may raise the same doubt, so only the first is reported.
    const bool said = !found.doubts.empty() && found.doubts.back().doubt == doubt && found.doubts.back().what == what;
    if (!said) found.doubts.push_back({doubt, std::move(what), at.span});
}

void Invocation::run_from(std::size_t first, std::vector<Assignment> assignments) {
    if (first >= words.size()) return;
    run({words.begin() + static_cast<std::ptrdiff_t>(first), words.end()}, std::move(assignments));
}

void Invocation::run(std::vector<Word> inner, std::vector<Assignment> assignments) {
    if (!inner.empty()) found.commands.push_back({std::move(inner), std::move(assignments), PlaceKind::wrapper});
}

void Invocation::code(const Word& text, PlaceKind place) {
    if (!text.text.empty()) found.code.push_back({text.text, place, text.span});
}

void Invocation::joined_code(std::size_t first, PlaceKind place) {
    if (first < words.size()) code(joined(words, first, words.size()), place);
}

void Invocation::reads_code_from_input(bool shell) {
    const StandardInput input = standard_input(command, previous);
    if (shell && input.known) {
        code(input.text, PlaceKind::shell_code);
        return;
    }
    doubt(Doubt::script_input, name + " reads its program from standard input");
}

Word joined(const std::vector<Word>& words, std::size_t first, std::size_t last) {
    Word all = words[first];
    for (std::size_t i = first + 1; i < last; ++i) {
        all.text += ' ';
        all.text += words[i].text;
        if (words[i].starts_dynamic() && words[i].text.empty()) all.text += kHole;
        all.dynamic = static_cast<std::uint8_t>(all.dynamic | words[i].dynamic);
        all.span.end = std::max(all.span.end, words[i].span.end);
    }
    all.base = Base::none;
    return all;
}

bool is_assignment(const Word& word) noexcept {
    const std::size_t equals = word.text.find('=');
    return equals != std::string::npos && equals != 0 && !has_hole(std::string_view(word.text).substr(0, equals));
}

Assignment to_assignment(const Word& word) {
    const std::size_t equals = word.text.find('=');
    Assignment assignment;
    assignment.name = word.text.substr(0, equals);
    assignment.value = word;
    assignment.value.text.erase(0, equals + 1);
    assignment.span = word.span;
    return assignment;
}

bool has_hole(std::string_view text) noexcept {
    return text.find(kHole) != std::string_view::npos;
}

bool may_split(const Word& word) noexcept {
    return word.splits || (word.dynamic & (kGlob | kBrace)) != 0;
}

bool may_be_option(const Word& word) noexcept {
    return word.starts_dynamic() && word.base == Base::none;
}

Word literal_word(std::string text, Span span) {
    Word word;
    word.text = std::move(text);
    word.span = span;
    return word;
}

void report_unsure_option(Invocation& call, const Word& word) {
    if (may_split(word) || (!word.starts_dynamic() && has_hole(word.text)))
        call.doubt(Doubt::option, "a word known only at run time could be an option of " + call.name, word);
}

}  // namespace postern::shell
