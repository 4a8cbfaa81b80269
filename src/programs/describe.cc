#include "programs/describe.h"

#include "base/quote.h"

#include <algorithm>

namespace postern::programs {
namespace {

// The verb for a role, or an empty text for one that nobody needs to be told of.
std::string_view verb_for(WordRole role) {
    switch (role) {
        case WordRole::reads:
        case WordRole::lists:
        case WordRole::remote_read: return "reads";
        case WordRole::writes:
        case WordRole::remote_write: return "writes";
        case WordRole::changes: return "changes";
        case WordRole::walks: return "goes through";
        case WordRole::fills: return "makes files in";
        case WordRole::enters: return "works in";
        case WordRole::runs:
        case WordRole::command: return "runs";
        case WordRole::shell:
        case WordRole::shell_words: return "gives to a shell";
        case WordRole::code: return "evaluates";
        case WordRole::code_file: return "obeys";
        case WordRole::loads: return "loads";
        case WordRole::setting: return "sets";
        case WordRole::url:
        case WordRole::host: return "connects to";
        case WordRole::anything: return "passes on";
        case WordRole::data:
        case WordRole::informs:
        case WordRole::sends:
        case WordRole::assignment: return {};
    }
    return {};
}

std::string shown(const Word& word) {
    std::string out;
    for (const char c : word.text) out += c == kHole ? std::string("…") : std::string(1, c);
    return printable(out);
}

}  // namespace

std::string describe(const Reading& reading, std::span<const Word> words) {
    if (reading.row == nullptr) return {};
    std::string out;
    std::string_view last;
    const auto say = [&](std::string_view verb, const std::string& what) {
        out += out.empty() ? "" : verb == last ? " and " : ", ";
        if (verb != last) (out += verb) += ' ';
        out += what;
        last = verb;
    };
    for (const WordUse& use : reading.uses) {
        const bool file = use.meaning.role == WordRole::sends && use.word.text.starts_with('@');
        const bool removes = use.meaning.role == WordRole::writes && reading.destroys;
        const std::string_view verb = file ? "reads" : removes ? "writes or removes" : verb_for(use.meaning.role);
        if (!verb.empty() && !use.word.text.empty()) say(verb, shown(file ? part_of(use.word, 1) : use.word));
    }
    const bool names_command =
        std::ranges::any_of(reading.uses, [](const WordUse& use) { return use.meaning.role == WordRole::command; });
    if (reading.row->runs && !reading.only_informs && !names_command) say("runs", "code that its words do not name");
    for (const std::size_t index : reading.unexplained) say("has a word that is not explained:", shown(words[index]));
    return out;
}

}  // namespace postern::programs
