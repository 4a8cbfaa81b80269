// Parses expansions: `$…`, backticks and process substitution. The value, known only at run time, becomes a hole; the
// commands inside are parsed in place.
#include "shell/characters.h"
#include "shell/parser.h"

#include <algorithm>
#include <utility>

namespace postern::shell {
namespace {

bool is_special_parameter(int c) {
    return is_digit(c) || c == '@' || c == '*' || c == '#' || c == '?' || c == '-' || c == '$' || c == '!';
}

Base base_of(std::string_view parameter) {
    if (parameter == "HOME") return Base::home;
    return parameter == "PWD" ? Base::working_directory : Base::none;
}

}  // namespace

void Parser::read_dollar(RawWord& word, Quoting quoting) {
    const Mark hole = quoting == Quoting::none ? Mark::split_hole : Mark::hole;
    source_.advance();
    const int c = source_.peek();
    if (c == '(') {
        source_.advance();
        if (source_.peek() == '(') {
            const std::size_t inside = source_.pos();
            source_.advance();
            if (read_arithmetic(source_.pos())) return word.add_hole(kArithmetic, hole);
            read_failed_arithmetic(inside);
            return word.add_hole(kSubstitution, hole);
        }
        read_substitution(PlaceKind::substitution);
        return word.add_hole(kSubstitution, hole);
    }
    if (c == '{') {
        source_.advance();
        return read_parameter(word, quoting);
    }
    if (c == '[') {
        const std::size_t inside = source_.pos() + 1;
        const std::size_t close = find_closing(inside, ']');
        if (close == std::string_view::npos) return syntax_error("$[ is never closed");
        read_arithmetic_region(inside, close, close + 1);
        return word.add_hole(kArithmetic, hole);
    }
    if (quoting == Quoting::none && c == '\'') return read_ansi_c(word);
    if (quoting == Quoting::none && c == '"') return read_double_quotes(word);
    if (is_name_start(c)) {
        const std::string name = read_name();
        if (word.text.empty()) word.base = base_of(name);
        return word.add_hole(kParameter, hole);
    }
    if (is_special_parameter(c)) {
        source_.advance();
        // Bash takes the second `$` of `$$(` for the start of a substitution while it looks for the end of the word.
        const int next = source_.peek();
        if (c == '$' && (next == '(' || next == '{' || next == '['))
            doubt(Doubt::syntax, "$$ directly before a bracket", source_.pos());
        // "$@" expands to any number of words even in quotes.
        return word.add_hole(kParameter, c == '@' ? Mark::split_hole : hole);
    }
    word.add('$', quoting == Quoting::none ? Mark::plain : Mark::quoted);
}

// Removes backslashes before $ ` \ once (in double quotes before " too), then parses the text like any other.
void Parser::read_backtick(RawWord& word, Quoting quoting) {
    const std::size_t begin = source_.pos();
    source_.advance();
    std::string code;
    while (source_.peek_raw() != '`') {
        const int c = source_.peek_raw();
        if (c == SourceText::kEnd) return syntax_error("a backquote is never closed");
        source_.advance_raw();
        if (c == '\\') {
            const int next = source_.peek_raw();
            const bool taken_off =
                next == '$' || next == '`' || next == '\\' || (next == '"' && quoting == Quoting::double_quotes);
            if (next == SourceText::kEnd) continue;
            if (!taken_off) code += '\\';
            code += static_cast<char>(next);
            source_.advance_raw();
            continue;
        }
        code += static_cast<char>(c);
    }
    source_.advance_raw();
    const Span span = span_from(begin);
    collector_.parse_code(code, place(PlaceKind::substitution, begin), span);
    word.add_hole(kSubstitution, quoting == Quoting::none ? Mark::split_hole : Mark::hole);
}

Parser::SuspendedHeredocs::SuspendedHeredocs(Parser& parser)
    : parser_(parser),
      heredocs_(std::exchange(parser.heredocs_, {})),
      first_body_end_(std::exchange(parser.first_body_end_, 0)),
      last_simple_(parser.last_simple_),
      pipe_from_(std::exchange(parser.pipe_from_, kNoCommand)) {
    ++parser_.substitutions_;
}

Parser::SuspendedHeredocs::~SuspendedHeredocs() {
    if (!parser_.heredocs_.empty()) {
        parser_.doubt(Doubt::syntax, "a heredoc inside a substitution has no end there", parser_.source_.pos());
    }
    heredocs_.insert(heredocs_.end(), parser_.heredocs_.begin(), parser_.heredocs_.end());
    parser_.heredocs_ = std::move(heredocs_);
    parser_.first_body_end_ = first_body_end_;
    parser_.last_simple_ = last_simple_;
    parser_.pipe_from_ = pipe_from_;
    --parser_.substitutions_;
}

// Parses a `$((` that turns out to hold commands. Bash has by then found its end by counting parentheses, not by
// grammar.
void Parser::read_failed_arithmetic(std::size_t begin) {
    const std::size_t close = find_closing(begin, ')');
    if (close == std::string_view::npos) return syntax_error("$(( is never closed");
    const std::string_view text = source_.text().substr(begin, close - begin);
    if (text.find("<<") != std::string_view::npos || text.find('#') != std::string_view::npos ||
        text.find("case") != std::string_view::npos) {
        doubt(Doubt::syntax, "$(( holds commands that bash may cut off elsewhere", begin);
    }
    const SourceText::Region region(source_, begin, close, close + 1);
    const SuspendedHeredocs apart(*this);
    const Nested nested(*this, place(PlaceKind::substitution, begin));
    parse_list();
    if (!stopped() && source_.peek() != SourceText::kEnd) syntax_error("a substitution holds more than commands");
}

void Parser::read_substitution(PlaceKind kind) {
    const std::size_t begin = source_.pos();
    const SuspendedHeredocs apart(*this);
    const Nested nested(*this, place(kind, begin));
    parse_list();
    if (first_body_end_ != 0) check_rest_after_heredoc(begin);
    if (!stopped() && !source_.take(')')) syntax_error("a substitution's parenthesis is never closed");
}

// Raises a doubt if anything but blanks follows a heredoc in a substitution. Bash prints a substitution and parses the
// print again when it runs it, and commands after a heredoc can come out joined together.
void Parser::check_rest_after_heredoc(std::size_t begin) {
    const std::string_view rest = source_.text().substr(first_body_end_, source_.pos() - first_body_end_);
    if (rest.find_first_not_of(" \t\n") != std::string_view::npos) {
        doubt(Doubt::syntax, "commands follow a heredoc inside a substitution", begin);
    }
}

void Parser::read_process_substitution(RawWord& word) {
    source_.advance();
    source_.advance();
    const std::size_t begin = source_.pos();
    read_substitution(PlaceKind::process_substitution);
    const std::string_view inside = source_.text().substr(begin, source_.pos() - begin);
    const bool empty = inside.find_first_not_of(" \t\n)") == std::string_view::npos;  // expands to nothing
    word.add_hole(kProcess, empty ? Mark::split_hole : Mark::hole);
}

void Parser::read_parameter(RawWord& word, Quoting quoting) {
    const std::size_t begin = source_.pos();
    const Mark hole = quoting == Quoting::none ? Mark::split_hole : Mark::hole;
    int c = source_.peek();
    if (is_blank(c) || c == '\n' || c == '|') {  // ${ command; } and ${| command; } of newer shells
        source_.advance();
        {
            const SuspendedHeredocs apart(*this);
            const Nested nested(*this, place(PlaceKind::substitution, begin));
            parse_list();
            if (!stopped()) expect_reserved(Reserved::close_brace, "}");
        }
        return word.add_hole(kSubstitution, hole);
    }
    bool indirect = false;
    if (c == '!' || c == '#') {
        const int next = source_.peek_second();
        if (is_name_start(next) || is_special_parameter(next)) {
            indirect = c == '!';
            source_.advance();
        }
    }
    std::string name = read_name();
    if (name.empty() && is_special_parameter(source_.peek())) {
        name = static_cast<char>(source_.peek());
        source_.advance();
        while (is_digit(name[0]) && is_digit(source_.peek())) source_.advance();
    }
    if (name.empty()) doubt(Doubt::syntax, "this form of ${…} is not bash", begin);
    if (indirect) collector_.note_arithmetic_evaluation();
    const bool subscripted = source_.peek() == '[';
    if (subscripted) {
        const std::size_t inside = source_.pos() + 1;
        const std::size_t close = find_closing(inside, ']');
        if (close != std::string_view::npos) {
            const std::string_view subscript = source_.text().substr(inside, close - inside);
            if (subscript.find_first_of("{}\"'") != std::string_view::npos) word.braces_inside = true;
            if (subscript.find('}') != std::string_view::npos)
                doubt(Doubt::syntax, "a brace in a subscript may end the expansion", begin);
            read_arithmetic_region(inside, close, close + 1);
        }
    }
    c = source_.peek();
    const int second = source_.peek_second();
    if (c == '}' && word.text.empty() && !indirect) word.base = base_of(name);
    if (c == '@' && second == 'P')
        doubt(Doubt::inline_code, "${" + name + "@P} expands its value like a prompt, which runs commands", begin);
    if (c == '=' || (c == ':' && second == '=')) note_assigned(name, begin);
    const bool offset = c == ':' && second != '-' && second != '=' && second != '?' && second != '+';
    if (offset) collector_.note_arithmetic_evaluation();
    const bool pattern = c == '#' || c == '%' || c == '/' || c == '^' || c == ',' || c == '~';
    const Nested nested(*this, place_);
    const std::size_t rest = source_.pos();
    read_parameter_rest(quoting, !offset && (quoting == Quoting::none || pattern));
    const std::string_view operand = source_.text().substr(rest, source_.pos() - rest);
    // Quoted text in the operand may be expanded again elsewhere.
    if (operand.find_first_of("\\'") != std::string_view::npos) collector_.note_text(operand);
    // Bash performs brace expansion first, with different rules for braces and quotes inside ${…}.
    if (operand.find_first_of("{\"'") != std::string_view::npos) word.braces_inside = true;
    const bool choice = operand.find(',') != std::string_view::npos || operand.find("..") != std::string_view::npos;
    if (choice && operand.find("\"{") != std::string_view::npos) word.choice_inside = true;
    // "${a[@]}" and "$@" expand to any number of words even in quotes; so may `${!prefix@}`, and a default that holds
    // one.
    const bool many = subscripted || indirect || name == "@" || operand.find('@') != std::string_view::npos;
    word.add_hole(kParameter, many ? Mark::split_hole : hole);
}

void Parser::read_parameter_rest(Quoting quoting, bool single_quotes_quote) {
    RawWord ignored;
    while (!stopped()) {
        const int c = source_.peek();
        if (c == SourceText::kEnd) return syntax_error("${ is never closed");
        switch (c) {
            case '}': return source_.advance();
            case '\\':
                source_.advance();
                source_.advance_raw();
                break;
            case '\'': {
                const std::size_t inside = source_.pos() + 1;
                const std::size_t close = source_.text().substr(0, source_.end()).find('\'', inside);
                if (close == std::string_view::npos) return syntax_error("a single quote is never closed");
                collector_.note_text(source_.text().substr(inside, close - inside));
                if (!single_quotes_quote) read_fragment(inside, close);
                source_.seek(close + 1);
                break;
            }
            case '"': read_double_quotes(ignored); break;
            case '$':
                // Bash removes the quotes first and then finds `$(`.
                if (quoting != Quoting::none && source_.peek_second() == '"')
                    doubt(Doubt::syntax, "a $\" inside a quoted ${…}", source_.pos());
                read_dollar(ignored, quoting);
                break;
            case '`': read_backtick(ignored, quoting); break;
            case '<':
            case '>':
                if (source_.peek_second() == '(') {  // even in a heredoc
                    read_process_substitution(ignored);
                    break;
                }
                source_.advance();
                break;
            default: source_.advance();
        }
    }
}

// Reads text that bash first skips as quoted and later expands after all. An expansion that does not end inside the
// text becomes a doubt; the text around it is still read.
void Parser::read_fragment(std::size_t begin, std::size_t end) {
    RawWord ignored;
    const SourceText::Region region(source_, begin, end, end);
    const bool failed_before = failed_;
    read_quoted_text(ignored, Quoting::double_quotes);
    failed_ = failed_before;
}

bool Parser::read_arithmetic(std::size_t begin) {
    const std::size_t close = find_closing(begin, ')');
    if (close == std::string_view::npos) return false;
    // Bash looks for the end before it reads the heredocs announced on this line.
    const bool over_lines = source_.text().substr(begin, close - begin).find('\n') != std::string_view::npos;
    if (over_lines && !heredocs_.empty())
        doubt(Doubt::syntax, "a heredoc is announced before a (( of several lines", begin);
    source_.seek(close + 1);
    if (source_.peek() != ')') return false;
    read_arithmetic_region(begin, close, source_.pos() + 1);
    return true;
}

void Parser::read_arithmetic_region(std::size_t begin, std::size_t end, std::size_t resume) {
    const std::string_view text = source_.text().substr(begin, end - begin);
    if (text == "@" || text == "*") return source_.seek(resume);
    for (const char c : text) {
        if (is_name_start(c) || c == '$' || c == '`' || c == kHole) {
            collector_.note_arithmetic_evaluation();
            break;
        }
    }
    const SourceText::Region region(source_, begin, end, resume);
    if (text.find_first_of("$`") == std::string_view::npos) return;
    // Text in a subscript can be expanded twice, so quoting it once is not enough.
    static constexpr std::string_view kQuoted[] = {"\\$(", "'$(", "'`", "\"\\`"};
    const bool quoted =
        std::ranges::any_of(kQuoted, [text](std::string_view q) { return text.find(q) != std::string_view::npos; });
    if (quoted) doubt(Doubt::evaluated_text, "quoted text in an arithmetic expression may be evaluated", begin);
    const Nested nested(*this, place(PlaceKind::arithmetic, begin));
    RawWord ignored;
    read_quoted_text(ignored, Quoting::double_quotes);
}

// Returns the position of the bracket that closes the one before `begin`, or npos. Quotes and nested expansions are
// skipped by counting their brackets, without grammar, as bash does.
std::size_t Parser::find_closing(std::size_t begin, char close) {
    const std::string_view text = source_.text().substr(0, source_.end());
    std::string closers(1, close);
    std::size_t i = begin;
    const auto skip_to = [&](char quote, bool escapes) {
        for (++i; i < text.size() && text[i] != quote; ++i) {
            if (escapes && text[i] == '\\') ++i;
        }
    };
    bool several_lines = false;
    std::size_t substitution = std::string_view::npos;
    for (; i < text.size(); ++i) {
        const char c = text[i];
        const char expected = closers.back();
        several_lines = several_lines || (c == '\n' && closers.size() == 1);
        if (c == '\\') {
            ++i;
        } else if (c == '\'') {
            skip_to('\'', i > begin && text[i - 1] == '$');
        } else if (c == '"' || c == '`') {
            skip_to(c, true);
        } else if (c == '$' && i + 1 < text.size() && (text[i + 1] == '{' || text[i + 1] == '(')) {
            closers += text[++i] == '{' ? '}' : ')';
            if (text[i] == '(') substitution = std::min(substitution, i);
        } else if (c == expected) {
            closers.pop_back();
            if (closers.empty()) break;
        } else if ((c == '(' && expected == ')') || (c == '[' && expected == ']')) {
            closers += expected;
        } else if (c == ')' && close == ')') {  // in ${x:)} bash may or may not take it for the end
            doubt(Doubt::syntax, "a parenthesis without its partner in an arithmetic expression", i);
        }
    }
    if (!collector_.spend(i - begin)) failed_ = true;
    if (close == ')') {
        const auto holds = [&](std::size_t from, std::initializer_list<std::string_view> parts) {
            const std::size_t end = std::min(i, text.size());  // a backslash at the end makes `i` step past it
            const std::string_view part_of = text.substr(std::min(from, end), end - std::min(from, end));
            return std::ranges::any_of(parts, [&](auto s) { return part_of.find(s) != std::string_view::npos; });
        };
        // Bash reads a substitution by grammar, not by counting parentheses, and a # may begin a comment.
        if (holds(substitution, {"case", " #", "\t#", "\n#"}) || (holds(begin, {" #", "\t#"}) && holds(begin, {"\n"})))
            doubt(Doubt::syntax, "an arithmetic expression may hold unpaired parentheses", begin);
    }
    if (i >= text.size()) return std::string_view::npos;
    if (several_lines && close == ']') doubt(Doubt::syntax, "a subscript goes over several lines", begin);
    return i;
}

}  // namespace postern::shell
