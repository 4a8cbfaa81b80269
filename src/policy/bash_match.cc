#include "policy/bash_match.h"

#include "policy/flag_names.h"
#include "programs/subcommands.h"
#include "shell/global_options.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string_view>
#include <utility>

namespace postern::policy {
namespace {

using shell::Base;
using shell::kHole;
using shell::Word;

struct OtherName {
    std::string_view name;
    std::string_view other;
};

constexpr auto kOtherNames = std::to_array<OtherName>({
    {".", "source"},
    {"source", "."},
    {"[", "test"},
    {"test", "["},
    {"python", "python3"},
    {"pip", "pip3"},
    {"nodejs", "node"},
    {"node", "nodejs"},
    {"gawk", "awk"},
    {"mawk", "awk"},
    {"nawk", "awk"},
    {"fdfind", "fd"},
    {"batcat", "bat"},
    {"vim.basic", "vim"},
    {"vim.tiny", "vim"},
    {"bsdtar", "tar"},
    {"gtar", "tar"},
});

// Programs installed under names that end in a version.
constexpr auto kVersioned = std::to_array<std::string_view>(
    {"python", "python3", "pypy", "pypy3", "pip",   "pip3", "node",  "nodejs", "ruby",  "perl", "php",  "lua",
     "luajit", "gcc",     "g++",  "cpp",   "clang", "java", "tclsh", "wish",   "guile", "go",   "psql", "clang++"});

std::string_view last_component(std::string_view path) {
    return path.substr(path.rfind('/') + 1);
}

std::string_view without_version(std::string_view name) {
    std::string_view cut = name;
    while (!cut.empty() && (std::isdigit(static_cast<unsigned char>(cut.back())) || cut.back() == '.'))
        cut.remove_suffix(1);
    if (cut.ends_with('-')) cut.remove_suffix(1);
    return cut;
}

// Appends less specific names: python3.11 is also python3 and python.
void append_other_names(const std::string& name, std::vector<std::string>& names) {
    for (const OtherName& n : kOtherNames) {
        if (n.name == name) names.emplace_back(n.other);
    }
    const std::string_view bare = without_version(name);
    if (bare.size() < name.size() && std::ranges::find(kVersioned, bare) != kVersioned.end()) {
        if (bare.size() + 1 < name.size() && std::isdigit(static_cast<unsigned char>(name[bare.size()]))) {
            names.push_back(name.substr(0, bare.size() + 1));
        }
        names.emplace_back(bare);
    }
}

// Returns the text for matching: `$HOME/x` becomes `~/x`, a wholly unknown word becomes a hole.
std::string_view shown(const Word& word, std::string& storage) {
    if (word.text.empty() && !word.literal()) return std::string_view("\0", 1);
    if (word.base != Base::home || word.text.empty() || word.text.front() == '~') return word.text;
    storage = word.text;
    storage.front() = '~';
    return storage;
}

std::string joined(const std::vector<Word>& words) {
    std::string text, storage;
    for (const Word& word : words) {
        if (&word != &words.front()) text += ' ';
        text += shown(word, storage);
    }
    return text;
}

bool may_vanish(const Word& word) {
    return word.splits && std::ranges::all_of(word.text, [](char c) { return c == kHole; });
}

bool has_hole(std::string_view text) {
    return text.find(kHole) != std::string_view::npos;
}

// A rule split into options, which may stand anywhere, and operands, which keep their order.
struct Wanted {
    std::vector<std::string_view> operands;  // "*" stands for any number of words
    std::vector<std::string_view> flags;
    bool usable = true;
};

Wanted wanted_by(const CommandPattern& pattern) {
    Wanted w;
    bool only_operands = false;
    const auto& words = pattern.words();
    for (std::size_t i = 1; i < words.size(); ++i) {
        const std::string_view word = words[i];
        if (word != "*" && word.find('*') != std::string_view::npos) w.usable = false;
        if (!only_operands && word == "--") {
            only_operands = true;
        } else if (!only_operands && word.size() > 1 && word.front() == '-') {
            w.flags.push_back(word);
        } else {
            w.operands.push_back(word);
        }
    }
    if (pattern.end() == CommandPattern::End::open) w.usable = false;
    if (w.flags.empty() && w.operands.empty()) w.usable = false;
    return w;
}

// Options and operands in a command's words, to be compared with such a rule.
struct Offered {
    struct Operand {
        const Word* word;
        bool maybe_value;  // directly follows an option, so it may be that option's value
    };
    std::vector<Operand> operands;
    std::vector<std::string> flags;  // as written, up to the first hole
    bool more_flags = false;         // a word known only at run time may be any option
};

Offered offered_by(const std::vector<Word>& words, std::string_view program) {
    Offered o;
    bool only_operands = false, after_flag = false;
    for (std::size_t i = 1; i < words.size(); ++i) {
        const Word& word = words[i];
        const std::string& text = word.text;
        const bool old_style = i == 1 && program == "tar" && word.literal() && !text.starts_with('-');
        const bool is_flag = !only_operands && (old_style || (text.size() > 1 && text.front() == '-'));
        if (!only_operands && word.literal() && text == "--") {
            only_operands = true;
            after_flag = false;
        } else if (is_flag) {
            if (has_hole(text)) o.more_flags = true;
            std::string& flag = o.flags.emplace_back(old_style ? 1 : 0, '-');
            flag.append(text, 0, text.find(kHole));
            after_flag = true;
        } else {
            if (!only_operands && word.starts_dynamic() && word.base == Base::none) o.more_flags = true;
            o.operands.push_back({&word, after_flag});
            after_flag = false;
        }
    }
    return o;
}

// Matches the operands. State k says how surely the first k operands of the rule are matched so far.
Match match_operands(const Wanted& wanted, const Offered& offered, bool exact) {
    const std::size_t n = wanted.operands.size();
    std::vector<Match> now(n + 1, Match::no), next;
    now[0] = Match::yes;
    const auto raise = [](Match& m, Match to) { m = std::max(m, to); };
    const auto pass_stars = [&](std::vector<Match>& states) {
        for (std::size_t k = 0; k < n; ++k) {
            if (wanted.operands[k] == "*") raise(states[k + 1], states[k]);
        }
    };
    pass_stars(now);
    std::string storage;
    for (const Offered::Operand& operand : offered.operands) {
        next.assign(n + 1, Match::no);
        const std::string_view text = shown(*operand.word, storage);
        for (std::size_t k = 0; k <= n; ++k) {
            if (now[k] == Match::no) continue;
            if (k == n ? !exact : (wanted.operands[k] == "*" || (operand.maybe_value && !exact)))
                raise(next[k], now[k]);
            if (k < n && text == wanted.operands[k]) raise(next[k + 1], now[k]);
            if (!has_hole(text)) continue;
            if (operand.word->splits) {
                for (std::size_t j = k; j <= n; ++j) raise(next[j], Match::maybe);
            } else if (k < n &&
                       text.substr(0, text.find(kHole)) ==
                           wanted.operands[k].substr(0, std::min(text.find(kHole), wanted.operands[k].size()))) {
                raise(next[k + 1], Match::maybe);
            }
        }
        pass_stars(next);
        now.swap(next);
    }
    return now[n];
}

std::vector<std::string> names_of(const auto& flags, const FlagNames& names) {
    std::vector<std::string> out;
    for (const std::string_view flag : flags) {
        if (flag.size() > 1) names.append_names(flag, out);
    }
    return out;
}

Match match_options(const CommandPattern& pattern, const std::vector<Word>& words) {
    const Wanted wanted = wanted_by(pattern);
    if (!wanted.usable) return Match::no;
    const std::string_view program = last_component(pattern.program());
    const Offered offered = offered_by(words, program);
    const bool exact = pattern.end() == CommandPattern::End::exact;
    Match result = match_operands(wanted, offered, exact);
    if (result == Match::no || (wanted.flags.empty() && !exact)) return result;

    const FlagNames names(program, wanted.operands);
    const std::vector<std::string> needed = names_of(wanted.flags, names), given = names_of(offered.flags, names);
    const auto among = [](const std::vector<std::string>& all, const auto& fits) {
        return std::ranges::any_of(all, fits);
    };
    for (const std::string& flag : needed) {
        if (among(given, [&](const std::string& g) { return may_abbreviate(g, flag); })) continue;
        result = offered.more_flags ? std::min(result, Match::maybe) : Match::no;
    }
    for (const std::string& flag : given) {
        if (exact && !among(needed, [&](const std::string& n) { return may_abbreviate(flag, n); })) return Match::no;
    }
    return result;
}

// Returns the words with the first name of the subcommand (`npm publish` for `npm pub`); nullopt if they have it already.
std::optional<std::vector<Word>> with_first_subcommand(const std::vector<Word>& words) {
    constexpr std::size_t kLongest = 4;  // the program and the names of a subcommand in the book
    std::vector<std::string> texts;
    for (const Word& word : words) {
        if (texts.size() == kLongest || !word.literal() || word.text.starts_with('-')) break;
        texts.push_back(word.text);
    }
    const auto first = programs::with_first_names(texts);
    if (!first) return std::nullopt;
    std::vector<Word> out;
    for (const std::string& text : *first) {
        out.push_back(words.front());
        out.back().text = text;
    }
    out.insert(out.end(), words.begin() + static_cast<std::ptrdiff_t>(texts.size()), words.end());
    return out;
}

Match match_form(const CommandPattern& pattern, const Spellings::Form& form) {
    const std::string_view program = pattern.program();
    const std::string_view name = form.words.front().text;
    if (!program.empty() && program != name && !has_hole(name)) return Match::no;
    Match result = pattern.match(form.text);
    if (result != Match::yes && !program.empty() && program == name) {
        result = std::max(result, match_options(pattern, form.words));
    }
    return form.sure ? result : std::min(result, Match::maybe);
}

}  // namespace

Spellings::Spellings(const shell::Command& command) {
    if (command.words.empty()) return;
    add(command.words, true);
    const Word& first = command.words.front();
    std::vector<std::string> names;
    const std::string base(last_component(first.text));
    if (base.size() < first.text.size() && !base.empty()) names.push_back(base);
    append_other_names(base, names);
    const bool sure = !first.splits || first.literal();
    const auto renamed = [&](std::vector<Word> words, const std::string& name) {
        words.front().text = name;
        words.front().base = Base::none;
        return words;
    };
    for (const std::string& name : names) add(renamed(command.words, name), sure);
    if (base.starts_with("git-") && base.size() > 4 && !has_hole(base)) {
        std::vector<Word> words = renamed(command.words, "git");
        Word subcommand = words.front();
        subcommand.text = base.substr(4);
        words.insert(words.begin() + 1, std::move(subcommand));
        add(std::move(words), sure);
    }
    for (std::size_t i = 0, n = forms_.size(); i < n; ++i) {
        std::vector<Word> shorter = shell::without_global_options(forms_[i].words);
        if (!shorter.empty() && shorter.size() != forms_[i].words.size()) add(std::move(shorter), forms_[i].sure);
    }
    // `python3 -m pip install` matches rules for pip; `docker container run` and `npm pub` match rules for the same by its
    // first name.
    const auto second = [&command](std::string_view text) {
        return command.words.size() > 2 && command.words[1].text == text;
    };
    const std::string_view tool = without_version(base);
    if (second("-m") && (tool == "python" || tool == "pypy"))
        add({command.words.begin() + 2, command.words.end()}, sure);
    for (std::size_t i = 0, n = forms_.size(); i < n; ++i) {
        if (auto words = with_first_subcommand(forms_[i].words)) add(std::move(*words), forms_[i].sure);
    }
    // Unquoted expansions may yield no word, so their neighbours may become adjacent.
    if (std::any_of(command.words.begin() + 1, command.words.end(), may_vanish)) {
        for (std::size_t i = 0, n = forms_.size(); i < n; ++i) {
            std::vector<Word> rest = forms_[i].words;
            rest.erase(std::remove_if(rest.begin() + 1, rest.end(), may_vanish), rest.end());
            add(std::move(rest), false);
        }
    }
}

void Spellings::add(std::vector<Word> words, bool sure) {
    std::string text = joined(words);
    for (const Form& form : forms_) {
        if (form.text == text && form.words.size() == words.size() && form.sure >= sure) return;
    }
    forms_.push_back({std::move(words), std::move(text), sure});
}

Match match_generously(const CommandPattern& pattern, const Spellings& spellings) {
    Match best = Match::no;
    for (const Spellings::Form& form : spellings.forms()) {
        best = std::max(best, match_form(pattern, form));
        if (best == Match::yes) return best;
    }
    const bool same_program = std::ranges::any_of(
        spellings.forms(), [&](const Spellings::Form& form) { return form.words.front().text == pattern.program(); });
    if (const auto first = same_program ? pattern.with_first_name() : std::nullopt)
        best = std::max(best, match_generously(*first, spellings));
    // A rule that names the program by its path applies to that program however it is called.
    const std::string_view program = pattern.program();
    if (program.find('/') != std::string_view::npos && !last_component(program).empty()) {
        best = std::max(best, match_generously(pattern.with_program(last_component(program)), spellings));
    }
    return best;
}

Match match_generously(const CommandPattern& pattern, const shell::Command& command) {
    return match_generously(pattern, Spellings(command));
}

std::string quoted_text(const shell::Command& command) {
    std::string text;
    for (const Word& word : command.words) {
        if (&word != &command.words.front()) text += ' ';
        const bool plain_tilde = word.text.starts_with('~') && word.base == Base::none && word.literal();
        if (word.text.empty() && !word.literal()) {
            text += kHole;
        } else if (plain_tilde) {
            text += "'" + word.text + "'";  // quoted as written, so not the home directory
        } else {
            text += quoted_word(word.text);
        }
    }
    return text;
}

bool match_strictly(const CommandPattern& pattern, const shell::Command& command) {
    return !command.words.empty() && pattern.match_quoted(quoted_text(command));
}

}  // namespace postern::policy
