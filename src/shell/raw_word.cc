#include "shell/raw_word.h"

#include "base/ascii.h"

#include <charconv>
#include <cstdlib>
#include <optional>
#include <utility>

namespace postern::shell {
namespace {

constexpr std::size_t kMaxBraceDepth = 24;

// A piece of a raw word during brace expansion.
struct Piece {
    std::string text;
    std::vector<Mark> marks;
};

Piece slice(const Piece& p, std::size_t begin, std::size_t end) {
    const auto b = static_cast<std::ptrdiff_t>(begin);
    const auto e = static_cast<std::ptrdiff_t>(end);
    return {p.text.substr(begin, end - begin), {p.marks.begin() + b, p.marks.begin() + e}};
}

Piece join(const Piece& a, const Piece& b) {
    Piece out = a;
    out.text += b.text;
    out.marks.insert(out.marks.end(), b.marks.begin(), b.marks.end());
    return out;
}

bool is_plain(const Piece& p, std::size_t i, char c) {
    return p.text[i] == c && p.marks[i] == Mark::plain;
}

// Expands {1..5}, {a..e}, {10..0..2}.
std::optional<std::vector<Piece>> expand_sequence(const Piece& inner, std::size_t max_words, bool& too_many) {
    for (const Mark m : inner.marks) {
        if (m != Mark::plain) return std::nullopt;
    }
    const std::string_view s = inner.text;
    const std::size_t dots = s.find("..");
    if (dots == std::string_view::npos) return std::nullopt;
    const std::string_view from = s.substr(0, dots);
    std::string_view to = s.substr(dots + 2);
    std::string_view step_text;
    if (const std::size_t second = to.find(".."); second != std::string_view::npos) {
        step_text = to.substr(second + 2);
        to = to.substr(0, second);
        if (step_text.empty()) return std::nullopt;
    }
    const auto number = [](std::string_view t) -> std::optional<long> {
        if (t.starts_with('+')) t.remove_prefix(1);
        long v = 0;
        const auto [end, ec] = std::from_chars(t.data(), t.data() + t.size(), v);
        if (ec != std::errc{} || end != t.data() + t.size() || t.empty()) return std::nullopt;
        return v;
    };
    long step = 1;
    if (!step_text.empty()) {
        const auto v = number(step_text);
        if (!v) return std::nullopt;
        step = *v == 0 ? 1 : std::labs(*v);
    }
    const auto one_letter = [](std::string_view t) { return t.size() == 1 && is_letter(t[0]); };
    long first = 0;
    long last = 0;
    const bool letters = one_letter(from) && one_letter(to);
    if (letters) {
        first = static_cast<unsigned char>(from[0]);
        last = static_cast<unsigned char>(to[0]);
    } else {
        const auto a = number(from);
        const auto b = number(to);
        if (!a || !b) return std::nullopt;
        first = *a;
        last = *b;
    }
    const auto padded = [](std::string_view t) {
        return t.size() > 1 && (t[0] == '0' || (t[0] == '-' && t[1] == '0'));
    };
    const std::size_t width = !letters && (padded(from) || padded(to)) ? std::max(from.size(), to.size()) : 0;
    std::vector<Piece> out;
    for (long v = first; first <= last ? v <= last : v >= last; v += first <= last ? step : -step) {
        if (out.size() >= max_words) {
            too_many = true;
            return std::nullopt;
        }
        std::string text = letters ? std::string(1, static_cast<char>(v)) : std::to_string(std::labs(v));
        if (!letters) {
            const std::size_t sign = v < 0 ? 1 : 0;
            if (text.size() + sign < width) text.insert(0, width - text.size() - sign, '0');
            if (v < 0) text.insert(0, 1, '-');
        }
        const std::size_t n = text.size();
        out.push_back({std::move(text), std::vector<Mark>(n, Mark::quoted)});
    }
    return out;
}

// Returns the position of each `{`'s partner, or 0. One pass keeps a megabyte of `{` cheap.
std::vector<std::size_t> partners(const Piece& p) {
    std::vector<std::size_t> partner(p.text.size(), 0);
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < p.text.size(); ++i) {
        if (is_plain(p, i, '{')) open.push_back(i);
        if (is_plain(p, i, '}') && !open.empty()) {
            partner[open.back()] = i;
            open.pop_back();
        }
    }
    return partner;
}

std::vector<Piece> split_at_commas(const Piece& p, std::size_t begin, std::size_t end) {
    std::vector<Piece> out;
    std::size_t depth = 0;
    std::size_t start = begin;
    for (std::size_t i = begin; i < end; ++i) {
        if (is_plain(p, i, '{')) ++depth;
        if (is_plain(p, i, '}') && depth > 0) --depth;
        if (depth == 0 && is_plain(p, i, ',')) {
            out.push_back(slice(p, start, i));
            start = i + 1;
        }
    }
    out.push_back(slice(p, start, end));
    return out;
}

// Returns false for too many words or too deep nesting.
bool expand_braces(const Piece& p, std::size_t max_words, std::size_t depth, std::vector<Piece>& out) {
    if (depth > kMaxBraceDepth) return false;
    const std::vector<std::size_t> partner = partners(p);
    for (std::size_t i = 0; i < p.text.size(); ++i) {
        const std::size_t close = partner[i];
        if (close == 0) continue;
        std::vector<Piece> choices = split_at_commas(p, i + 1, close);
        bool literal_choices = false;
        if (choices.size() == 1) {
            bool too_many = false;
            auto sequence = expand_sequence(choices.front(), max_words, too_many);
            if (too_many) return false;
            if (!sequence) continue;
            choices = std::move(*sequence);
            literal_choices = true;
        }
        std::vector<Piece> tails;
        if (!expand_braces(slice(p, close + 1, p.text.size()), max_words, depth + 1, tails)) return false;
        const Piece head = slice(p, 0, i);
        for (const Piece& choice : choices) {
            std::vector<Piece> middles;
            if (literal_choices) {
                middles.push_back(choice);
            } else if (!expand_braces(choice, max_words, depth + 1, middles)) {
                return false;
            }
            for (const Piece& middle : middles) {
                for (const Piece& tail : tails) {
                    if (out.size() >= max_words) return false;
                    out.push_back(join(join(head, middle), tail));
                }
            }
        }
        return true;
    }
    if (out.size() >= max_words) return false;
    out.push_back(p);
    return true;
}

// Expands a leading tilde. `~` alone or `~/…` stands for the home directory; ~user, ~+ and ~- are known only at run
// time.
void expand_tilde(Piece& p, Word& word) {
    if (p.text.empty() || !is_plain(p, 0, '~')) return;
    std::size_t end = 1;
    while (end < p.text.size() && p.text[end] != '/') {
        if (p.marks[end] != Mark::plain) return;
        ++end;
    }
    if (end == 1) {
        word.base = Base::home;
        return;
    }
    p.text.replace(0, end, 1, kHole);
    p.marks.erase(p.marks.begin() + 1, p.marks.begin() + static_cast<std::ptrdiff_t>(end));
    p.marks[0] = Mark::hole;
    word.dynamic = static_cast<std::uint8_t>(word.dynamic | kTilde);
}

// Expands the tildes of `x=~/a:~/b`. Bash expands a tilde after `=` and after the colons behind it, even in an argument
// that only looks like an assignment.
void expand_inner_tildes(Piece& p, Word& word, bool after_equals) {
    for (std::size_t i = 0; i + 1 < p.text.size(); ++i) {
        after_equals = after_equals || is_plain(p, i, '=');
        const bool here = after_equals && (is_plain(p, i, '=') || is_plain(p, i, ':'));
        if (!here || !is_plain(p, i + 1, '~')) continue;
        p.text[i + 1] = kHole;
        p.marks[i + 1] = Mark::hole;
        word.dynamic = static_cast<std::uint8_t>(word.dynamic | kTilde);
    }
}

// Replaces each unquoted pattern character by a hole, because its expansion depends on the existing files.
void expand_patterns(Piece& p, Word& word) {
    bool found = false;
    std::size_t last_bracket = std::string::npos;
    for (std::size_t i = p.text.size(); i-- > 0;) {
        if (is_plain(p, i, ']')) {
            last_bracket = i;
            break;
        }
    }
    std::string text;
    for (std::size_t i = 0; i < p.text.size(); ++i) {
        const bool star = is_plain(p, i, '*') || is_plain(p, i, '?');
        const bool bracket = is_plain(p, i, '[') && last_bracket != std::string::npos && last_bracket > i + 1;
        if (star || bracket) {
            found = true;
            if (text.empty() || text.back() != kHole) text += kHole;
            // A bracket expression may end at any later `]`, so everything up to the last one is unknown.
            if (bracket) i = last_bracket;
            continue;
        }
        text += p.text[i];
    }
    if (!found) return;
    p.text = std::move(text);
    word.dynamic = static_cast<std::uint8_t>(word.dynamic | kGlob);
    word.splits = true;
}

Word make_word(Piece piece, const RawWord& raw, Expand expand) {
    Word word;
    word.span = raw.span;
    word.quoted = raw.quoted;
    for (const Mark m : piece.marks) {
        if (m == Mark::hole || m == Mark::split_hole) word.dynamic = raw.dynamic;
        if (m == Mark::split_hole && expand == Expand::all) word.splits = true;
    }
    if (expand != Expand::nothing && piece.text.find('~') != std::string::npos) {
        expand_tilde(piece, word);
        expand_inner_tildes(piece, word, expand == Expand::tilde_only);
    }
    if (expand == Expand::all) expand_patterns(piece, word);
    if (raw.base != Base::none && !piece.text.empty() && piece.text[0] == kHole &&
        (piece.text.size() == 1 || piece.text[1] == '/')) {
        word.base = raw.base;
    }
    if (word.base == Base::home && word.dynamic == 0 && piece.text[0] != '~') word.base = Base::none;
    word.text = std::move(piece.text);
    return word;
}

}  // namespace

namespace {

// Returns true if bash may miscount braces. Bash expands braces before `$`, and quotes among unclosed braces confuse
// it.
bool confuses_brace_expansion(const RawWord& raw) {
    std::size_t opened = 0, closed = 0;
    for (std::size_t i = 0; i < raw.text.size(); ++i) {
        if (raw.marks[i] != Mark::plain) continue;
        if (raw.text[i] == '$') return true;
        opened += raw.text[i] == '{';
        closed += raw.text[i] == '}';
    }
    const bool sequence_in_braces = opened > 1 && raw.text.find("..") != std::string::npos;
    return sequence_in_braces || (raw.quoted && opened != closed);
}

}  // namespace

std::vector<Word> finish(RawWord raw, Expand expand, std::size_t max_words) {
    std::vector<Word> words;
    const bool braces = expand == Expand::all && (raw.choice_inside || raw.text.find('{') != std::string::npos);
    const bool confused = braces && (raw.choice_inside || raw.braces_inside || confuses_brace_expansion(raw));
    Piece whole{std::move(raw.text), std::move(raw.marks)};
    if (braces) {
        std::vector<Piece> pieces;
        if (confused || !expand_braces(whole, max_words, 0, pieces)) {
            const auto why = static_cast<std::uint8_t>(raw.dynamic | kBrace);
            words.push_back({.text = std::string(1, kHole), .span = raw.span, .dynamic = why, .splits = true});
            return words;
        }
        for (Piece& piece : pieces) {
            // An empty word from {a,} vanishes unless it is quoted.
            const bool empty = piece.text.empty() && pieces.size() > 1;
            if (empty && !raw.quoted) continue;
            words.push_back(make_word(std::move(piece), raw, expand));
            if (empty) {
                words.back().dynamic = kBrace;
                words.back().splits = true;
            }
        }
        return words;
    }
    words.push_back(make_word(std::move(whole), raw, expand));
    return words;
}

Word finish_single(RawWord raw, Expand expand) {
    Piece whole{std::move(raw.text), std::move(raw.marks)};
    return make_word(std::move(whole), raw, expand);
}

}  // namespace postern::shell
