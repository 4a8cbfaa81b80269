// Parses compound commands: loops, conditions, groups, functions and the like.
#include "base/text.h"
#include "shell/characters.h"
#include "shell/endless_loop.h"
#include "shell/option_grammar.h"
#include "shell/parser.h"

#include <algorithm>
#include <utility>

namespace postern::shell {
namespace {

// Tells whether the condition of a loop is written so that the loop never ends: `while true`, `until ! :`.
bool is_constant(std::string_view condition, bool until) {
    condition = trimmed(condition, " \t\n;");
    bool negated = until;
    for (; condition.starts_with("! "); negated = !negated) condition = trimmed(condition.substr(2), " \t\n");
    const bool holds = listed("true :", condition) || condition == "[ 1 ]" || condition == "[[ 1 ]]" ||
                       condition == "test 1" || condition == "let 1" || condition == "((1))" ||
                       condition == "(( 1 ))" || condition == "[ true ]" || condition == "[[ true ]]";
    return negated ? condition == "false" : holds;
}

}  // namespace

void Parser::parse_body(PlaceKind kind, std::string label) {
    if (stopped()) return;
    const Nested nested(*this, place(kind, source_.pos(), std::move(label)));
    parse_list();
}

// Records redirections on the whole construct as a command of their own that runs nothing.
void Parser::parse_trailing_redirections(std::size_t begin) {
    Command command;
    command.place = place_;
    while (!stopped()) {
        skip_blanks();
        int fd = -1;
        if (!at_redirection()) {
            const std::size_t here = source_.pos();
            RawWord raw;
            const bool named =
                source_.peek() == '{' && read_word(raw, WordMode::plain) && names_descriptor(raw) && at_redirection();
            if (!named) {
                source_.seek(here);
                break;
            }
            fd = kFirstNamedDescriptor;
        }
        if (!parse_redirection(command, fd)) break;
    }
    last_simple_ = kNoCommand;
    if (command.redirections.empty()) return;
    command.span = span_from(begin);
    pipe_from_ = kNoCommand;
    finish_command(std::move(command));
    last_simple_ = kNoCommand;
}

void Parser::parse_subshell() {
    source_.advance();
    parse_body(PlaceKind::subshell);
    if (!stopped() && !source_.take(')')) syntax_error("a subshell's parenthesis is never closed");
}

void Parser::parse_group() {
    (void)take_reserved(Reserved::open_brace);
    parse_body(PlaceKind::group);
    expect_reserved(Reserved::close_brace, "}");
}

void Parser::parse_if() {
    (void)take_reserved(Reserved::if_);
    while (!stopped()) {
        parse_body(PlaceKind::condition);
        expect_reserved(Reserved::then, "then");
        parse_body(PlaceKind::branch);
        if (take_reserved(Reserved::elif)) continue;
        if (take_reserved(Reserved::else_)) parse_body(PlaceKind::branch);
        return expect_reserved(Reserved::fi, "fi");
    }
}

void Parser::parse_while() {
    const bool until = !take_reserved(Reserved::while_) && take_reserved(Reserved::until);
    const std::size_t begin = source_.pos();
    parse_body(PlaceKind::condition);
    const bool endless = is_constant(source_.text().substr(begin, source_.pos() - begin), until);
    parse_do_body(false, endless ? std::string(kEndless) : "");
}

void Parser::parse_do_body(bool brace_allowed, std::string label) {
    if (stopped()) return;
    skip_separators();
    if (brace_allowed && peek_reserved() == Reserved::open_brace) return parse_group();
    expect_reserved(Reserved::do_, "do");
    parse_body(PlaceKind::loop, std::move(label));
    expect_reserved(Reserved::done, "done");
}

// Parses for NAME [in WORDS], for ((…)), select NAME [in WORDS].
void Parser::parse_for() {
    if (!take_reserved(Reserved::for_)) (void)take_reserved(Reserved::select);
    skip_blanks();
    if (source_.peek() == '(' && source_.peek_second() == '(') {
        source_.advance();
        source_.advance();
        const std::size_t begin = source_.pos();
        if (!read_arithmetic(begin)) return syntax_error("for (( is never closed");
        const std::string_view text = source_.text().substr(begin, source_.pos() - begin);
        const std::size_t first = text.find(';'), second = text.find(';', first + 1);
        const bool endless =
            second != std::string_view::npos && trimmed(text.substr(first + 1, second - first - 1), " \t\n").empty();
        return parse_do_body(true, endless ? std::string(kEndless) : "");
    }
    RawWord name;
    if (!read_word(name, WordMode::plain)) return syntax_error("a loop has no variable");
    note_assigned(name.text, name.span.begin);
    skip_blank_lines();
    Assignment variable{.name = name.text, .span = name.span};
    if (take_reserved(Reserved::in)) {
        while (!stopped()) {
            skip_blanks();
            RawWord word;
            if (source_.peek() == '#' || !read_word(word, WordMode::plain)) break;
            for (Word& one : finish(std::move(word), Expand::all, collector_.limits().brace_words))
                variable.elements.push_back(std::move(one));
        }
    }
    collector_.add_loop(std::move(variable));
    parse_do_body(true);
}

void Parser::parse_case() {
    (void)take_reserved(Reserved::case_);
    skip_blanks();
    RawWord subject;
    if (!read_word(subject, WordMode::plain)) return syntax_error("case has no subject");
    skip_blank_lines();
    if (!take_reserved(Reserved::in)) return syntax_error("`in` is missing");
    while (!stopped()) {
        skip_blank_lines();
        if (take_reserved(Reserved::esac)) return;
        const std::size_t begin = source_.pos();
        const bool parenthesis = source_.take('(');
        while (!stopped()) {
            skip_blank_lines();
            // Bash prints a substitution without this parenthesis, parses the print again, and then reads `esac` as the
            // end.
            if (parenthesis && substitutions_ > 0 && peek_reserved() == Reserved::esac)
                doubt(Doubt::syntax, "a case pattern `esac` inside a substitution", begin);
            RawWord pattern;
            if (!read_word(pattern, WordMode::pattern)) return syntax_error("a case pattern is missing");
            skip_blanks();
            if (!source_.take('|')) break;
        }
        skip_blank_lines();
        if (!source_.take(')')) return syntax_error("a case pattern's parenthesis is missing");
        parse_body(PlaceKind::case_arm);
        if (stopped()) return;
        if (source_.take(';')) {  // parse_list stopped at ;; ;& or ;;&
            if (source_.take(';'))
                source_.take('&');
            else
                source_.take('&');
            continue;
        }
        return expect_reserved(Reserved::esac, "esac");
    }
}

// Parses function NAME [()] BODY.
void Parser::parse_function() {
    const std::size_t begin = source_.pos();
    (void)take_reserved(Reserved::function);
    skip_blanks();
    RawWord raw;
    if (!read_word(raw, WordMode::plain)) return syntax_error("a function has no name");
    std::string name = finish_single(std::move(raw), Expand::nothing).text;
    skip_blanks();
    if (source_.peek() == '(' && parse_function_rest(name, begin)) return;
    skip_blank_lines();
    collector_.define_function(name);
    const Nested nested(*this, place(PlaceKind::function, begin, std::move(name)));
    if (!stopped()) parse_command();
    last_simple_ = kNoCommand;
}

// Parses coproc [NAME] COMMAND. Bash accepts a name only before a compound command.
void Parser::parse_coproc() {
    const std::size_t begin = source_.pos();
    (void)take_reserved(Reserved::coproc);
    skip_blanks();
    const std::size_t after = source_.pos();
    RawWord name;
    if (peek_reserved() == Reserved::none && read_word(name, WordMode::plain)) {
        skip_blanks();
        const Reserved next = peek_reserved();
        const bool compound = source_.peek() == '(' || next == Reserved::open_brace || next == Reserved::if_ ||
                              next == Reserved::while_ || next == Reserved::until || next == Reserved::for_ ||
                              next == Reserved::case_ || next == Reserved::open_cond || next == Reserved::select;
        const bool is_name = name.plain_literal() && is_name_start(name.text.front()) &&
                             std::ranges::all_of(name.text, [](char c) { return is_name_char(c); });
        if (!compound || !is_name) source_.seek(after);
    }
    const Nested nested(*this, place(PlaceKind::coproc, begin));
    pipe_input_ = true;
    if (!stopped()) parse_command();
    last_simple_ = kNoCommand;
}

bool Parser::parse_arithmetic_command() {
    const std::size_t begin = source_.pos();
    source_.advance();
    source_.advance();
    if (read_arithmetic(source_.pos())) return true;
    // Bash pushes the text back and reads it again, but reads heredoc bodies from the text after it.
    const std::size_t close = find_closing(begin + 1, ')');
    const std::string_view text = source_.text().substr(begin, close == std::string_view::npos ? close : close - begin);
    if (text.find("<<") != std::string_view::npos) doubt(Doubt::syntax, "a heredoc inside ((", begin);
    source_.seek(begin);
    return false;
}

// Parses [[ … ]], of which only the words matter. On the right side of =~, a regular expression, ( ) and | are
// ordinary.
void Parser::parse_conditional() {
    (void)take_reserved(Reserved::open_cond);
    WordMode mode = WordMode::plain;
    while (!stopped()) {
        skip_blank_lines();
        if (take_reserved(Reserved::close_cond)) return;
        const int c = source_.peek();
        if (c == SourceText::kEnd) return syntax_error("[[ is never closed");
        const bool substitution = (c == '<' || c == '>') && source_.peek_second() == '(';
        if (is_metacharacter(c) && !substitution && mode == WordMode::plain) {
            if (c == ';') return syntax_error("[[ is never closed");
            source_.advance();
            continue;
        }
        RawWord word;
        if (!read_word(word, mode)) return syntax_error("[[ holds something that is not a word");
        mode = word.plain_literal() && word.text == "=~" ? WordMode::regex : WordMode::plain;
        static constexpr std::string_view kEvaluating[] = {"-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-v", "-R"};
        for (const std::string_view op : kEvaluating) {
            if (word.text == op) collector_.note_arithmetic_evaluation();
        }
        if (word.dynamic != 0 && word.text.size() == 1) collector_.note_arithmetic_evaluation();
    }
}

}  // namespace postern::shell
