#include "shell/find_words.h"

#include "shell/invocation.h"
#include "shell/option_grammar.h"

#include <algorithm>

namespace postern::shell {
namespace {

// Tests that everything meets, or everything of one user.
constexpr std::string_view kSelectsNothing =
    "-depth -d -xdev -mount -x -mindepth -maxdepth -type -true -follow -noleaf -ignore_readdir_race -a -and ( ) , "
    "-user -uid -group -gid -readable -writable -executable -regextype -warn -nowarn -daystart";
constexpr std::string_view kActions =
    "-delete -exec -execdir -ok -okdir -print -print0 -ls -fprint -fprint0 -fprintf -fls -printf";
constexpr std::string_view kPatterns = "-name -iname -path -ipath -wholename -iwholename -regex -iregex";

bool is_expression(std::string_view text) {
    return text.starts_with('-') || text == "(" || text == ")" || text == "!" || text == ",";
}

// Returns true for a pattern that every name matches.
bool matches_all(const Word& pattern) {
    return std::ranges::all_of(pattern.text, [](char c) { return c == '*' || c == '.' || c == '?' || c == kHole; });
}

}  // namespace

FindWords read_find(const Command& find) {
    FindWords out;
    const std::vector<Word>& words = find.words;
    std::size_t i = 1;
    while (i < words.size() && listed("-H -L -P", words[i].text)) ++i;
    for (; i < words.size() && !is_expression(words[i].text); ++i) out.starts.push_back(words[i]);
    if (out.starts.empty()) out.starts.push_back(literal_word(".", find.span));
    bool negated = false;
    for (; i < words.size(); ++i) {
        const std::string_view text = words[i].text;
        if (text == "!" || text == "-not") {
            negated = true;
            continue;
        }
        if (text == "-o" || text == "-or") {
            out.selected = false;
        } else if (listed(kActions, text)) {
            out.actions.push_back({.index = i, .selected = out.selected});
            const bool runs = text.starts_with("-exec") || text.starts_with("-ok");
            while (runs && i + 1 < words.size() && words[i].text != ";" && words[i].text != "+") ++i;
        } else if (text.starts_with('-') && !listed(kSelectsNothing, text)) {
            const bool all = listed(kPatterns, text) && i + 1 < words.size() && matches_all(words[i + 1]);
            out.selected = out.selected || (!negated && !all);
        }
        negated = false;
    }
    return out;
}

}  // namespace postern::shell
