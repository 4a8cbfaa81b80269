#include "policy/command_pattern.h"

#include "base/ascii.h"
#include "programs/subcommands.h"
#include "shell/analysis.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <utility>

namespace postern::policy {
namespace {

using shell::kHole;
using End = CommandPattern::End;

constexpr char kBlank = ' ';

bool blank(char c) {
    return c == ' ' || c == '\t';
}

std::string collapsed(std::string_view s) {
    std::string out(s);
    const bool plain = s.find('\t') == s.npos && s.find("  ") == s.npos;
    if (plain && !s.starts_with(kBlank) && !s.ends_with(kBlank)) return out;
    std::ranges::replace(out, '\t', kBlank);
    const auto both_blank = [](char a, char b) { return a == kBlank && b == kBlank; };
    out.erase(std::unique(out.begin(), out.end(), both_blank), out.end());
    if (out.starts_with(kBlank)) out.erase(0, 1);
    if (out.ends_with(kBlank)) out.pop_back();
    return out;
}

// Returns the words without quotes and backslashes, or nullopt if a quote is not closed. A backslash before a star
// stays, because the star is a wildcard either way.
std::optional<std::vector<std::string>> unquoted_words(std::string_view s) {
    std::vector<std::string> words;
    std::string word;
    bool inside = false;
    for (std::size_t i = 0; i < s.size(); ++i) {
        const char c = s[i];
        if (blank(c)) {
            if (inside) words.push_back(std::move(word));
            word.clear();
            inside = false;
            continue;
        }
        inside = true;
        if (c == '\'' || c == '"') {
            const std::size_t close = s.find(c, i + 1);
            if (close == std::string_view::npos) return std::nullopt;
            word += s.substr(i + 1, close - i - 1);
            i = close;
        } else if (c == '\\' && i + 1 < s.size() && !std::isalnum(static_cast<unsigned char>(s[i + 1])) &&
                   s[i + 1] != '*') {
            word += s[++i];
        } else {
            word += c;
        }
    }
    if (inside) words.push_back(std::move(word));
    return words;
}

// Requires one blank between two words, and none around them.
std::vector<std::string> split_at_blanks(std::string_view s) {
    std::vector<std::string> words;
    words.reserve(static_cast<std::size_t>(std::ranges::count(s, kBlank)) + 1);
    for (std::size_t at = 0; at <= s.size();) {
        const std::size_t end = std::min(s.find(kBlank, at), s.size());
        words.emplace_back(s.substr(at, end - at));
        at = end + 1;
    }
    return words;
}

bool ends_well(std::string_view text, std::size_t at, End end) {
    return end == End::open || at == text.size() || (end == End::boundary && text[at] == kBlank);
}

bool is_separator(char c) {
    return c == ';' || c == '|' || c == '&' || c == '\n';
}

enum class Stars { cross_anything, stop_at_separators };

// Runs the pattern as an automaton: `now[i]` says that the first i characters of the pattern can match the text so far.
bool some_filling_matches(std::string_view pattern, std::string_view text, End end, Stars stars) {
    const auto is_star = [pattern](std::size_t i) { return pattern[i] == '*'; };
    const std::size_t n = pattern.size();
    std::vector<char> now(n + 1, 0), next(n + 1, 0);
    now[0] = 1;
    for (std::size_t t = 0; t <= text.size(); ++t) {
        bool any = now[n] != 0;
        for (std::size_t i = 0; i < n; ++i) {  // a star may match nothing
            if (now[i] && is_star(i)) now[i + 1] = 1;
            any = any || now[i];
        }
        if (now[n] && ends_well(text, t, end)) return true;
        if (t == text.size() || !any) return false;
        if (text[t] == kHole && end != End::exact) return true;  // the hole can be the rest of the pattern, and a blank
        std::ranges::fill(next, 0);
        if (text[t] == kHole) {  // the hole can be the next part of the pattern
            bool reached = false;
            for (std::size_t i = 0; i <= n; ++i) {
                reached = reached || now[i];
                next[i] = reached;
            }
        } else {
            const bool crossable = stars == Stars::cross_anything || !is_separator(text[t]);
            for (std::size_t i = 0; i < n; ++i) {
                if (!now[i]) continue;
                if (is_star(i)) {
                    next[i] = next[i] || crossable;
                } else if (pattern[i] == text[t]) {
                    next[i + 1] = 1;
                }
            }
        }
        now.swap(next);
    }
    return false;
}

// Matches the pieces between the stars leftmost, so no backtracking is needed. Holes are ordinary characters that no
// piece contains: only a star, or the text after the pattern's end, can cover them.
bool fits(std::string_view pattern, std::string_view text, End end) {
    std::size_t star = pattern.find('*');
    const std::string_view first = pattern.substr(0, star);
    if (!text.starts_with(first)) return false;
    std::size_t at = first.size();
    if (star == std::string_view::npos) return ends_well(text, at, end);
    pattern.remove_prefix(star + 1);
    for (star = pattern.find('*'); star != std::string_view::npos; star = pattern.find('*')) {
        at = text.find(pattern.substr(0, star), at);
        if (at == std::string_view::npos) return false;
        at += star;
        pattern.remove_prefix(star + 1);
    }
    if (end == End::exact) return text.size() >= at + pattern.size() && text.ends_with(pattern);
    for (at = text.find(pattern, at); at != std::string_view::npos; at = text.find(pattern, at + 1)) {
        if (ends_well(text, at + pattern.size(), end)) return true;
    }
    return false;
}

// Characters that need no quotes. A table, because each character of each rule is looked up at every start.
constexpr auto kPlain = [] {
    std::array<bool, 256> out{};
    for (unsigned c = 0; c < out.size(); ++c) {
        const char character = static_cast<char>(c);
        out[c] = is_letter(character) || is_digit(character) || c >= 0x80 ||
                 std::string_view("_@%+=:,./-~^*").find(character) != std::string_view::npos || character == kHole;
    }
    return out;
}();

bool needs_quotes(std::string_view word) {
    return word.empty() || !std::ranges::all_of(word, [](char c) { return kPlain[static_cast<unsigned char>(c)]; });
}

}  // namespace

Result<CommandPattern> CommandPattern::compile(std::string_view specifier) {
    CommandPattern p;
    std::string text = collapsed(specifier);
    const auto both_stars = [](char a, char b) { return a == '*' && b == '*'; };
    if (text.find("**") != std::string::npos) text.erase(std::unique(text.begin(), text.end(), both_stars), text.end());
    if (text.ends_with(":*") || text.ends_with(" *")) {
        text.resize(text.size() - 2);
        p.end_ = End::boundary;
    } else if (text.ends_with('*')) {
        p.end_ = End::open;
    }
    while (p.end_ != End::exact && (text.ends_with(' ') || (p.end_ == End::open && text.ends_with('*'))))
        text.pop_back();
    if (text.empty() || std::ranges::all_of(text, [](char c) { return c == '*' || c == kBlank; })) {
        return fail(Errc::parse,
                    "Bash(" + std::string(specifier) + ") names no command; write \"Bash\" for all of them");
    }
    if (text.find(kHole) != std::string::npos) return fail(Errc::parse, "a Bash rule may not contain NUL");
    p.spans_commands_ = std::ranges::any_of(text, is_separator);
    const bool quotes = std::ranges::any_of(text, [](char c) { return c == '\'' || c == '"' || c == '\\'; });
    auto words = quotes ? unquoted_words(text) : std::nullopt;
    p.words_ = words ? std::move(*words) : split_at_blanks(text);
    p.build();
    return p;
}

void CommandPattern::build() {
    std::size_t size = words_.size();
    for (const std::string& word : words_) size += word.size();
    plain_.clear();
    plain_.reserve(size);
    quoted_.clear();
    for (const std::string& word : words_) (plain_.empty() ? plain_ : plain_ += kBlank) += word;
    if (std::ranges::any_of(words_, needs_quotes)) {
        for (const std::string& word : words_) (quoted_.empty() ? quoted_ : quoted_ += kBlank) += quoted_word(word);
    }
    const bool cut_short = words_.size() == 1 && end_ == End::open;
    names_program_ = !cut_short && words_.front().find('*') == std::string::npos;
}

Match CommandPattern::match(std::string_view text) const {
    if (fits(plain_, text, end_)) return Match::yes;
    const std::size_t hole = text.find(kHole);
    if (hole == std::string_view::npos) return Match::no;
    // The text before the first hole is fixed, so most rules fail here quickly.
    const std::string_view first = std::string_view(plain_).substr(0, plain_.find('*'));
    const std::size_t common = std::min(first.size(), hole);
    if (text.substr(0, common) != first.substr(0, common)) return Match::no;
    return some_filling_matches(plain_, text, end_, Stars::cross_anything) ? Match::maybe : Match::no;
}

bool CommandPattern::match_quoted(std::string_view text) const {
    return fits(quoted_.empty() ? plain_ : quoted_, text, end_);
}

bool CommandPattern::matches_line(std::string_view line) const {
    return some_filling_matches(plain_, collapsed(line), end_, Stars::stop_at_separators);
}

CommandPattern CommandPattern::with_program(std::string_view program) const {
    CommandPattern p = *this;
    p.words_.front() = std::string(program);
    p.build();
    return p;
}

std::optional<CommandPattern> CommandPattern::with_first_name() const {
    if (!names_program_ || end_ == End::open) return std::nullopt;
    auto words = programs::with_first_names(words_);
    if (!words) return std::nullopt;
    CommandPattern p = *this;
    p.words_ = std::move(*words);
    p.build();
    return p;
}

std::string quoted_word(std::string_view word) {
    if (!needs_quotes(word)) return std::string(word);
    std::string out = "'";
    for (const char c : word) {
        if (c == '\'') {
            out += "'\\''";
        } else {
            out += c;
        }
    }
    return out + "'";
}

}  // namespace postern::policy
