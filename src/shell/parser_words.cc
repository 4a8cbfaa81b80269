// Words: quoting, and the assignments that look like words.
#include "shell/ansi_c.h"
#include "shell/characters.h"
#include "shell/parser.h"

#include <utility>

namespace postern::shell {

void Parser::read_single_quotes(RawWord& word) {
    source_.advance();
    const std::size_t close = source_.text().substr(0, source_.end()).find('\'', source_.pos());
    if (close == std::string_view::npos) return syntax_error("a single quote is never closed");
    word.add(source_.text().substr(source_.pos(), close - source_.pos()), Mark::quoted);
    word.quoted = true;
    source_.seek(close + 1);
}

void Parser::read_ansi_c(RawWord& word) {
    source_.advance();
    const std::size_t begin = source_.pos();
    while (source_.peek_raw() != '\'') {
        if (source_.peek_raw() == '\\') source_.advance_raw();
        if (source_.peek_raw() == SourceText::kEnd) return syntax_error("a $' quote is never closed");
        source_.advance_raw();
    }
    word.add(decode_ansi_c(source_.text().substr(begin, source_.pos() - begin)), Mark::quoted);
    word.quoted = true;
    source_.advance_raw();
}

// In double quotes a backslash quotes only $ ` " \; in a heredoc not even the quote.
void Parser::read_backslash(RawWord& word, Quoting quoting) {
    source_.advance();
    const int c = source_.peek_raw();
    if (quoting == Quoting::none) {
        // At the very end: dropped from a file, kept in `bash -c`.
        if (c == SourceText::kEnd) return word.add_hole(kParameter, Mark::hole);
        word.quoted = true;
    } else {
        const bool special = c == '$' || c == '`' || c == '\\' || (c == '"' && quoting == Quoting::double_quotes);
        if (!special) word.add('\\', Mark::quoted);
        if (!special || c == SourceText::kEnd) return;
    }
    word.add(static_cast<char>(c), Mark::quoted);
    source_.advance_raw();
}

void Parser::read_quoted_text(RawWord& word, Quoting quoting) {
    while (!stopped()) {
        const int c = source_.peek();
        switch (c) {
            case SourceText::kEnd: return;
            case '\\': read_backslash(word, quoting); break;
            case '$': read_dollar(word, quoting); break;
            case '`': read_backtick(word, quoting); break;
            case kHole:
                word.add_hole(kParameter, Mark::hole);
                source_.advance();
                break;
            default: word.add(static_cast<char>(c), Mark::quoted); source_.advance();
        }
    }
}

void Parser::read_double_quotes(RawWord& word) {
    source_.advance();
    word.quoted = true;
    while (!stopped()) {
        const int c = source_.peek();
        switch (c) {
            case SourceText::kEnd: return syntax_error("a double quote is never closed");
            case '"': return source_.advance();
            case '\\': read_backslash(word, Quoting::double_quotes); break;
            case '$': read_dollar(word, Quoting::double_quotes); break;
            case '`': read_backtick(word, Quoting::double_quotes); break;
            case kHole:
                word.add_hole(kParameter, Mark::hole);
                source_.advance();
                break;
            default: word.add(static_cast<char>(c), Mark::quoted); source_.advance();
        }
    }
}

// @(a|b) and its like, at the opening parenthesis. `name@()` begins a function definition instead.
bool Parser::read_extended_pattern(RawWord& word) {
    if (word.text.empty() || word.marks.back() != Mark::plain) return false;
    if (std::string_view("?*+@!").find(word.text.back()) == std::string_view::npos) return false;
    if (source_.peek_second() == ')') return false;
    word.text.back() = kHole;
    word.marks.back() = Mark::split_hole;
    word.dynamic = static_cast<std::uint8_t>(word.dynamic | kGlob);
    RawWord inner;
    std::size_t depth = 0;
    while (!stopped()) {
        const int c = source_.peek();
        if (c == SourceText::kEnd) {
            syntax_error("a pattern's parenthesis is never closed");
            return true;
        }
        // Without extglob this is an error; inside an array, or over several lines, bash then goes on with what follows.
        if (c == '\n' || (in_array_ && depth == 0))
            doubt(Doubt::syntax, "an extended pattern that depends on extglob", source_.pos());
        if (c == '(') ++depth;
        if (c == ')' && --depth == 0) {
            source_.advance();
            return true;
        }
        switch (c) {
            case '\'': read_single_quotes(inner); break;
            case '"': read_double_quotes(inner); break;
            case '\\': read_backslash(inner, Quoting::none); break;
            case '$': read_dollar(inner, Quoting::none); break;
            case '`': read_backtick(inner, Quoting::none); break;
            default: source_.advance();
        }
    }
    return true;
}

// False when no word begins here.
bool Parser::read_word(RawWord& word, WordMode mode) {
    const std::size_t begin = source_.pos();
    std::size_t regex_depth = 0;
    bool any = false;
    while (!stopped()) {
        const int c = source_.peek();
        if (c == SourceText::kEnd) break;
        if ((c == '<' || c == '>') && source_.peek_second() == '(') {
            read_process_substitution(word);
            any = true;
            continue;
        }
        if (mode == WordMode::regex) {
            if (c == '(') ++regex_depth;
            if (c == ')' && regex_depth == 0) break;
            if (c == ')') --regex_depth;
            const bool ends = is_blank(c) || c == '\n' || c == '&' || c == ';';
            if (ends && regex_depth == 0) break;
        } else if (is_metacharacter(c)) {
            if (c == '(' && read_extended_pattern(word)) continue;
            break;
        }
        any = true;
        switch (c) {
            case '\'': read_single_quotes(word); break;
            case '"': read_double_quotes(word); break;
            case '\\': read_backslash(word, Quoting::none); break;
            case '$': read_dollar(word, Quoting::none); break;
            case '`': read_backtick(word, Quoting::none); break;
            case kHole:
                word.add_hole(kParameter, Mark::split_hole);
                source_.advance();
                break;
            default: word.add(static_cast<char>(c), Mark::plain); source_.advance();
        }
    }
    word.span = span_from(begin);
    if (word.quoted) collector_.note_text(word.text);
    return any;
}

std::string Parser::read_name() {
    std::string name;
    if (!is_name_start(source_.peek())) return name;
    while (is_name_char(source_.peek())) {
        name += static_cast<char>(source_.peek());
        source_.advance();
    }
    return name;
}

// NAME=value, NAME+=value, NAME[…]=value, NAME=(…), where bash takes them for assignments.
bool Parser::parse_assignment(Command& command) {
    const std::size_t begin = source_.pos();
    Assignment assignment;
    assignment.name = read_name();
    std::size_t subscript = 0;
    std::size_t close = 0;
    if (!assignment.name.empty() && source_.peek() == '[') {
        subscript = source_.pos() + 1;
        close = find_closing(subscript, ']');
        if (close != std::string_view::npos) source_.seek(close + 1);
    }
    bool is_assignment = !assignment.name.empty();
    if (is_assignment && source_.peek() == '+' && source_.peek_second() == '=') {
        assignment.append = true;
        source_.advance();
    }
    is_assignment = is_assignment && source_.peek() == '=';
    if (!is_assignment) {
        if (subscript != 0) doubt(Doubt::syntax, "a subscript where a command's name should be", begin);
        source_.seek(begin);
        return false;
    }
    source_.advance();
    if (subscript != 0) {
        assignment.subscript = true;
        read_arithmetic_region(subscript, close, source_.pos());
    }
    if (source_.peek() == '(') {
        read_array(assignment);
        RawWord glued;  // x=(…)y is still an assignment
        (void)read_word(glued, WordMode::plain);
    } else {
        RawWord value;
        value.span = span_from(source_.pos());
        (void)read_word(value, WordMode::plain);
        assignment.value = finish_single(std::move(value), Expand::tilde_only);
    }
    assignment.span = span_from(begin);
    command.assignments.push_back(std::move(assignment));
    return true;
}

// [subscript]= before an element. False: it is none, and a word follows.
bool Parser::read_element_subscript() {
    const std::size_t begin = source_.pos();
    const std::size_t close = find_closing(begin + 1, ']');
    if (close != std::string_view::npos) {
        source_.seek(close + 1);
        if (source_.peek() == '+' && source_.peek_second() == '=') source_.advance();
        if (source_.take('=')) {
            collector_.note_arithmetic_evaluation();
            read_arithmetic_region(begin + 1, close, source_.pos());
            return true;
        }
    }
    // Bash reads to the closing bracket all the same, over blanks and `#`.
    const std::string_view text = source_.text().substr(begin, close == std::string_view::npos ? close : close - begin);
    if (text.find_first_of(" \t\n#") != std::string_view::npos)
        doubt(Doubt::syntax, "a bracket in an array that is no subscript", begin);
    source_.seek(begin);
    return false;
}

void Parser::read_array(Assignment& assignment) {
    const std::size_t begin = source_.pos();
    const bool announced = !heredocs_.empty();
    source_.advance();
    const bool outer = std::exchange(in_array_, true);
    read_elements(assignment);
    in_array_ = outer;
    const std::string_view written = source_.text().substr(begin, source_.pos() - begin);
    if (announced && written.find('\n') != std::string_view::npos)
        doubt(Doubt::syntax, "a heredoc is announced before an array of several lines", begin);
}

void Parser::read_elements(Assignment& assignment) {
    while (!stopped()) {
        skip_blank_lines();
        if (source_.peek() == SourceText::kEnd) return syntax_error("an array's parenthesis is never closed");
        if (source_.take(')')) return;
        const bool subscripted = source_.peek() == '[' && read_element_subscript();
        RawWord raw;
        if (!read_word(raw, WordMode::plain) && !subscripted) {
            return syntax_error("an array holds something that is not a word");
        }
        for (Word& word : finish(std::move(raw), Expand::all, collector_.limits().brace_words)) {
            assignment.elements.push_back(std::move(word));
        }
    }
}

}  // namespace postern::shell
