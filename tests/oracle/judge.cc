#include "judge.h"

#include "analysis_invariants.h"
#include "policy/line_effects.h"
#include "shell/analysis.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace postern::oracle {

namespace {

std::string_view base_name(std::string_view path) {
    const std::size_t slash = path.rfind('/');
    return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

bool names(const shell::Command& command, std::string_view program) {
    return !command.words.empty() && command.words.front().literal() &&
           base_name(command.words.front().text) == program;
}

// A hole stands for any text.
bool fits(std::string_view pattern, std::string_view text) {
    if (pattern.empty()) return text.empty();
    if (pattern.front() == shell::kHole) {
        for (std::size_t skip = 0; skip <= text.size(); ++skip) {
            if (fits(pattern.substr(1), text.substr(skip))) return true;
        }
        return false;
    }
    return !text.empty() && text.front() == pattern.front() && fits(pattern.substr(1), text.substr(1));
}

bool any_number(const shell::Word& word) {
    return word.splits || (word.dynamic & (shell::kGlob | shell::kBrace | shell::kInput)) != 0;
}

using Words = std::vector<shell::Word>::const_iterator;
using Texts = std::vector<std::string>::const_iterator;

bool arguments_fit(Words word, Words words_end, Texts text, Texts texts_end) {
    if (word == words_end) return text == texts_end;
    if (any_number(*word)) {
        for (Texts next = text;; ++next) {
            if (arguments_fit(word + 1, words_end, next, texts_end)) return true;
            if (next == texts_end) return false;
        }
    }
    if (text == texts_end) return false;
    const bool tilde = (word->dynamic & shell::kTilde) != 0 || word->base != shell::Base::none;
    const bool one = tilde || (word->literal() ? word->text == *text : fits(word->text, *text));
    return one && arguments_fit(word + 1, words_end, text + 1, texts_end);
}

bool explains(const shell::Command& command, const Record& record) {
    return record.cut || arguments_fit(command.words.begin() + 1, command.words.end(), record.arguments.begin(),
                                       record.arguments.end());
}

}  // namespace

Judgement judge(const std::string& script, const std::vector<Record>& records) {
    Judgement result;
    shell::Analysis analysis = shell::analyse(script);
    // Running what the same text writes is noticed one layer up, where files are known.
    const AbsPath root = AbsPath::root();
    for (shell::Unknown& unknown : policy::effects_of_line(analysis, root, root).unknowns) {
        analysis.unknowns.push_back(std::move(unknown));
    }
    if (std::string fault = invariant_broken(analysis, script.size()); !fault.empty()) {
        result.finding = Finding::broken;
        result.detail = std::move(fault);
        return result;
    }
    bool all_named = true;
    for (const Record& record : records) {
        bool named = false;
        bool explained = false;
        for (const shell::Command& command : analysis.commands) {
            if (!names(command, record.name)) continue;
            named = true;
            explained = explained || explains(command, record);
        }
        if (!named || !explained) result.unexplained.push_back(record);
        all_named = all_named && named;
    }
    for (const shell::Unknown& unknown : analysis.unknowns) {
        result.doubts.emplace_back(std::string(shell::to_string(unknown.doubt)) + ": " + unknown.what);
        result.doubt_bits |= 1u << static_cast<unsigned>(unknown.doubt);
    }
    if (!analysis.unknowns.empty()) {
        const bool only_syntax = result.doubt_bits == 1u << static_cast<unsigned>(shell::Doubt::syntax);
        result.finding = only_syntax && !all_named ? Finding::hidden : Finding::undecided;
        result.excused = !result.unexplained.empty();
    } else if (!all_named) {
        result.finding = Finding::missed;
    } else if (!result.unexplained.empty()) {
        result.finding = Finding::arguments;
    }
    return result;
}

std::string to_string(const Record& record) {
    std::string text = record.name;
    for (const std::string& argument : record.arguments) text += " [" + argument + "]";
    return text;
}

}  // namespace postern::oracle
