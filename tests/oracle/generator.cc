// Expands the grammar's templates.
#include "generator.h"

#include "grammar.h"
#include "grammar_tables.h"

#include <utility>

namespace postern::oracle {

namespace {

constexpr std::string_view kBlanks[] = {" ", " ", " ", "\t", "  ", " \\\n"};
constexpr std::string_view kOptionalBlanks[] = {"", "", " ", "\t"};
constexpr std::string_view kEnds[] = {"; ", ";", "\n"};
constexpr std::string_view kJoins[] = {"; ", "\n", " && ", " || ", " & ", ";", "&&", "||", " &&\n", " # c\n"};
constexpr std::string_view kPreludes[] = {"x=abc a=(1 2) i=0\n", "x='a b'; ", "declare -A m=([k]=v)\n",
                                          "set -- one two\n"};

}  // namespace

std::span<const Rule> rules_for(char kind) noexcept {
    for (const auto table : {tables::words, tables::commands, tables::wrappers, tables::odd}) {
        if (const auto rules = table(kind); !rules.empty()) return rules;
    }
    return {};
}

std::string Generator::script(std::size_t lines) {
    out_.clear();
    pending_.clear();
    depth_ = 0;
    next_leaf_ = static_cast<int>(rng_.below(kLeafCount));
    budget_ = 30 + rng_.below(170);
    if (rng_.one_in(4)) expand(rng_.pick(kPreludes));
    const std::size_t per_line = budget_ / lines;
    for (std::size_t i = 0; i < lines; ++i) {
        if (i != 0) newline();
        budget_ = out_.size() + per_line;
        list();
    }
    if (!pending_.empty()) newline();
    if (rng_.one_in(6)) expand("%n");
    return std::move(out_);
}

void Generator::expand(std::string_view text) {
    ++depth_;
    std::string function;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\n') {
            newline();
        } else if (text.substr(i, 2) == "%f") {  // each definition has its own name, so that no function calls itself
            if (function.empty()) function = "f" + std::to_string(next_function_++);
            out_ += function;
            ++i;
        } else if (text[i] == '%' && i + 1 < text.size()) {
            expand_kind(text[++i]);
        } else {
            out_ += text[i];
        }
    }
    --depth_;
}

void Generator::expand_kind(char kind) {
    const auto rules = rules_for(kind);
    if (rules.empty()) return expand_builtin(kind);
    if (tired()) return expand(rules.front().text);
    const auto usable = [&](const Rule& rule) {
        if (posix_ && (rule.flags & kPosix) == 0 && !rng_.one_in(40)) return 0u;
        if (constructs_ == Constructs::plain && (rule.flags & (kDynamic | kRefused)) != 0) return 0u;
        return rule.weight;
    };
    unsigned total = 0;
    std::string_view chosen = rules.front().text;
    for (const Rule& rule : rules) {  // one pass: each rule replaces the choice with probability weight / total
        const unsigned weight = usable(rule);
        total += weight;
        if (weight != 0 && rng_.below(total) < weight) chosen = rule.text;
    }
    expand(chosen);
}

void Generator::expand_builtin(char kind) {
    switch (kind) {
        case 'p': out_ += leaf(); return;
        case 'P': leaf_spelled(); return;
        case 'L': list(); return;
        case 'T': return expand(rng_.pick(kEnds));
        case 'b': out_ += rng_.pick(kBlanks); return;
        case 'o': out_ += rng_.pick(kOptionalBlanks); return;
        case 'n': return newline();
        case 'h': return heredoc();
        case 'j': return backticks();
        case 'k': return code_string(false);
        case 'K': return code_string(true);
        default: out_ += kind; return;
    }
}

void Generator::newline() {
    out_ += '\n';
    out_ += std::exchange(pending_, {});
}

std::string Generator::leaf() {
    return "p" + std::to_string(next_leaf_++ % kLeafCount);
}

void Generator::leaf_spelled() {
    const std::string name = leaf();
    out_ += rng_.one_in(4) ? spelled(name) : name;
}

std::string Generator::spelled(const std::string& literal) {
    const std::string head = literal.substr(0, 1);
    const std::string tail = literal.substr(1);
    switch (rng_.below(posix_ ? 8 : 14)) {
        case 0: return "'" + literal + "'";
        case 1: return "\"" + literal + "\"";
        case 2: return "\\" + literal;
        case 3: return head + "''" + tail;
        case 4: return head + "'" + tail + "'";
        case 5: return "\"" + head + "\"'" + tail + "'";
        case 6: return head + "\\\n" + tail;
        case 7: return head + "\\" + tail.substr(0, 1) + "\"" + tail.substr(1) + "\"";
        case 8: return "$'" + literal + "'";
        case 9: return "$'\\x70'" + tail;
        case 10: return "$'\\160" + tail + "'";
        case 11: return "$\"" + literal + "\"";
        case 12:
            return "$'\\u0070"
                   "" +
                   tail + "'";
        default: return "\"" + head + "\\\n" + tail + "\"";
    }
}

void Generator::heredoc() {
    const std::string word = std::string("E") + std::to_string(next_delimiter_++);
    const bool strips = rng_.one_in(4);
    const std::size_t quoting = rng_.below(5);
    out_ += strips ? "<<-" : "<<";
    if (rng_.one_in(4)) out_ += ' ';
    out_ += quoting == 0 ? "'" + word + "'" : quoting == 1 ? "\\" + word : word;

    // The body is written apart, because it stands after the next newline, behind the bodies announced earlier.
    std::string before = std::exchange(out_, {});
    std::string due = std::exchange(pending_, {});
    const std::size_t lines = rng_.below(3);
    for (std::size_t i = 0; i < lines; ++i) {
        if (strips) out_ += '\t';
        expand(rng_.one_in(3) ? "%q" : "a %e");
        newline();
    }
    out_ += (strips && rng_.one_in(2) ? "\t" : "") + word + "\n";
    due += std::exchange(out_, std::move(before));
    pending_ = std::move(due);
}

void Generator::list() {
    expand("%c");
    std::size_t more = tired() ? 0 : rng_.below(depth_ < 3 ? 3 : 2);
    while (more-- > 0 && !tired()) {
        expand(rng_.pick(kJoins));
        expand("%c");
    }
}

std::string Generator::captured_list(bool posix) {
    std::string outer = std::exchange(out_, {});
    std::string due = std::exchange(pending_, {});
    const bool outer_posix = std::exchange(posix_, posix_ || posix);
    depth_ += 2;
    list();
    if (!pending_.empty()) newline();
    depth_ -= 2;
    posix_ = outer_posix;
    pending_ = std::move(due);
    return std::exchange(out_, std::move(outer));
}

void Generator::backticks() {
    for (const char c : captured_list(posix_)) {
        if (c == '\\' || c == '`') out_ += '\\';
        out_ += c;
    }
}

void Generator::code_string(bool posix) {
    const std::string code = captured_list(posix);
    out_ += quoted(rng_, code, posix_);
}

}  // namespace postern::oracle
