// Parses lists, pipelines and simple commands.
#include "shell/parser.h"

#include "shell/assignments.h"
#include "shell/characters.h"

#include <algorithm>
#include <array>
#include <utility>

namespace postern::shell {

Parser::Parser(Collector& collector, std::string_view text, PlaceId place, const Span* fixed)
    : collector_(collector), source_(text), place_(place), fixed_(fixed) {}

Parser::Nested::Nested(Parser& parser, PlaceId place) : parser_(parser), saved_place_(parser.place_) {
    parser_.place_ = place;
    if (!parser_.collector_.enter()) parser_.failed_ = true;
}

Parser::Nested::~Nested() {
    parser_.place_ = saved_place_;
    parser_.collector_.leave();
}

PlaceId Parser::place(PlaceKind kind, std::size_t begin, std::string label) {
    return collector_.add_place({.kind = kind, .parent = place_, .label = std::move(label), .span = span_from(begin)});
}

Span Parser::span_from(std::size_t begin) const {
    if (fixed_ != nullptr) return *fixed_;
    return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(std::max(begin, source_.pos()))};
}

bool Parser::doubt(Doubt doubt, std::string what, std::size_t begin) {
    collector_.add_unknown({.doubt = doubt, .what = std::move(what), .span = span_from(begin), .place = place_});
    return false;
}

// Checks a variable that a loop or ${x:=…} assigns.
void Parser::note_assigned(const std::string& name, std::size_t begin) {
    if (changes_what_runs(name)) doubt(Doubt::environment, name + " changes which code programs run", begin);
}

void Parser::syntax_error(std::string what) {
    if (!stopped()) doubt(Doubt::syntax, std::move(what), source_.pos());
    failed_ = true;
}

void Parser::parse_all() {
    while (!collector_.exhausted()) {
        parse_list();
        if (!failed_ && source_.peek() == SourceText::kEnd) break;
        syntax_error("there is something here that no command can begin with");
        // Bash stops at the error. Parsing continues at the next line, so that commands there are not hidden from deny
        // rules.
        while (source_.peek_raw() != SourceText::kEnd && source_.peek_raw() != '\n') source_.advance_raw();
        source_.advance_raw();
        failed_ = false;
        // Heredocs announced by the command with the error belong to no command.
        std::erase_if(heredocs_, [](const PendingHeredoc& h) { return h.command == kNoCommand; });
        pipe_from_ = kNoCommand;
        pipe_input_ = false;
        if (source_.peek_raw() == SourceText::kEnd) break;
    }
    read_heredocs();
}

void Parser::skip_blanks() {
    while (is_blank(source_.peek())) source_.advance();
}

void Parser::take_newline() {
    source_.advance();
    if (!heredocs_.empty()) read_heredocs();
}

void Parser::skip_blank_lines() {
    while (!stopped()) {
        skip_blanks();
        if (source_.peek() == '\n') {
            take_newline();
        } else if (source_.peek() == '#') {
            while (source_.peek_raw() != '\n' && source_.peek_raw() != SourceText::kEnd) source_.advance_raw();
        } else {
            return;
        }
    }
}

void Parser::skip_separators() {
    while (!stopped()) {
        skip_blank_lines();
        const int c = source_.peek();
        const int next = source_.peek_second();
        if (c == ';' && next != ';' && next != '&') {
            source_.advance();
        } else if (c == '&' && next != '&' && next != '>') {
            source_.advance();
        } else {
            return;
        }
    }
}

Parser::Reserved Parser::peek_reserved() {
    struct Entry {
        std::string_view text;
        Reserved word;
    };
    static constexpr std::array<Entry, 22> kWords{{
        {"if", Reserved::if_},        {"then", Reserved::then},     {"elif", Reserved::elif},
        {"else", Reserved::else_},    {"fi", Reserved::fi},         {"while", Reserved::while_},
        {"until", Reserved::until},   {"for", Reserved::for_},      {"select", Reserved::select},
        {"do", Reserved::do_},        {"done", Reserved::done},     {"case", Reserved::case_},
        {"esac", Reserved::esac},     {"in", Reserved::in},         {"function", Reserved::function},
        {"time", Reserved::time},     {"coproc", Reserved::coproc}, {"{", Reserved::open_brace},
        {"}", Reserved::close_brace}, {"!", Reserved::bang},        {"[[", Reserved::open_cond},
        {"]]", Reserved::close_cond},
    }};
    std::array<char, 9> buffer{};
    std::size_t length = 0;
    const std::size_t begin = source_.pos();
    for (int c = source_.peek(); c != SourceText::kEnd && !is_metacharacter(c); c = source_.peek()) {
        if (length == buffer.size()) break;
        buffer[length++] = static_cast<char>(c);
        source_.advance();
    }
    source_.seek(begin);
    const std::string_view text(buffer.data(), length);
    for (const Entry& entry : kWords) {
        if (entry.text == text) return entry.word;
    }
    return Reserved::none;
}

bool Parser::take_reserved(Reserved word) {
    skip_blanks();
    if (peek_reserved() != word) return false;
    while (source_.peek() != SourceText::kEnd && !is_metacharacter(source_.peek())) source_.advance();
    return true;
}

void Parser::expect_reserved(Reserved word, const char* text) {
    if (stopped()) return;
    skip_separators();
    if (!take_reserved(word)) syntax_error(std::string("`") + text + "` is missing");
}

// Reads commands until a token that closes a construct, or the end. The caller checks the token.
void Parser::parse_list() {
    while (!stopped()) {
        skip_separators();
        const int c = source_.peek();
        if (c == SourceText::kEnd || c == ')' || c == ';') return;  // `;` here is `;;`, `;&` or `;;&`
        switch (peek_reserved()) {
            case Reserved::then:
            case Reserved::elif:
            case Reserved::else_:
            case Reserved::fi:
            case Reserved::do_:
            case Reserved::done:
            case Reserved::esac:
            case Reserved::close_brace: return;
            default: break;
        }
        const std::size_t before = source_.pos();
        const std::size_t first = collector_.commands().size();
        parse_and_or();
        if (source_.peek() == '&') mark_background(first);
        if (source_.pos() == before && !stopped()) return syntax_error("a command is missing here");
    }
}

void Parser::mark_background(std::size_t first) {
    auto& commands = collector_.commands();
    for (std::size_t i = first; i < commands.size(); ++i) commands[i].background = true;
}

void Parser::parse_and_or() {
    while (!stopped()) {
        parse_pipeline();
        skip_blanks();
        const int c = source_.peek();
        if ((c != '&' && c != '|') || source_.peek_second() != c) return;
        source_.advance();
        source_.advance();
        skip_blank_lines();
    }
}

void Parser::parse_pipeline() {
    const std::size_t begin = source_.pos();
    const std::size_t first_command = collector_.commands().size();
    const std::size_t first_place = collector_.places().size();
    const bool outer_pipe_input = pipe_input_;
    bool prefixed = true;
    while (prefixed && !stopped()) {
        skip_blanks();
        prefixed = take_reserved(Reserved::bang);
        if (take_reserved(Reserved::time)) {
            prefixed = true;
            skip_blanks();
            while (source_.peek() == '-' && (source_.peek_second() == 'p' || source_.peek_second() == '-')) {
                const std::size_t option = source_.pos();
                source_.advance();
                source_.advance();
                if (!is_metacharacter(source_.peek()) && source_.peek() != SourceText::kEnd) {
                    source_.seek(option);
                    break;
                }
                skip_blanks();
            }
        }
    }
    bool piped = false;
    while (!stopped()) {
        last_simple_ = kNoCommand;
        parse_command();
        skip_blanks();
        if (source_.peek() != '|' || source_.peek_second() == '|') break;
        source_.advance();
        source_.take('&');
        skip_blank_lines();
        piped = true;
        pipe_from_ = last_simple_;
        pipe_input_ = true;
    }
    pipe_from_ = kNoCommand;
    pipe_input_ = outer_pipe_input;
    if (piped) move_into_pipeline(first_command, first_place, begin);
}

// Moves the commands and places found at this level since `begin` into a new pipeline place. The parser recognises a
// pipeline only at its first `|`.
void Parser::move_into_pipeline(std::size_t first_command, std::size_t first_place, std::size_t begin) {
    const PlaceId pipeline = place(PlaceKind::pipeline, begin);
    auto& commands = collector_.commands();
    for (std::size_t i = first_command; i < commands.size(); ++i) {
        if (commands[i].place == place_) commands[i].place = pipeline;
    }
    auto& places = collector_.places();
    for (std::size_t i = first_place; i < places.size(); ++i) {
        if (i != pipeline && places[i].parent == place_) places[i].parent = pipeline;
    }
}

void Parser::parse_command() {
    skip_blanks();
    const std::size_t begin = source_.pos();
    // Bash prints a substitution and parses the print again. A compound command comes out joined if a heredoc is
    // announced before it.
    const auto doubt_compound = [&] {
        if (substitutions_ > 0 && !heredocs_.empty())
            doubt(Doubt::syntax, "a compound command follows a heredoc inside a substitution", begin);
    };
    if (source_.peek() == '(') {
        doubt_compound();
        pipe_from_ = kNoCommand;
        if (source_.peek_second() != '(' || !parse_arithmetic_command()) parse_subshell();
        return parse_trailing_redirections(begin);
    }
    const Reserved reserved = peek_reserved();
    if (reserved != Reserved::none && reserved != Reserved::in && reserved != Reserved::close_cond) {
        doubt_compound();
        const std::uint32_t pipe_from = std::exchange(pipe_from_, kNoCommand);
        switch (reserved) {
            case Reserved::open_brace: parse_group(); break;
            case Reserved::if_: parse_if(); break;
            case Reserved::while_:
            case Reserved::until: parse_while(); break;
            case Reserved::for_:
            case Reserved::select: parse_for(); break;
            case Reserved::case_: parse_case(); break;
            case Reserved::open_cond: parse_conditional(); break;
            case Reserved::function: parse_function(); break;
            case Reserved::coproc: parse_coproc(); break;
            case Reserved::bang:
            case Reserved::time:
                // `time` is an ordinary name and `!` an error unless they begin a pipeline.
                pipe_from_ = pipe_from;
                return parse_simple_command();
            default: return syntax_error("a keyword stands where a command should");
        }
        return parse_trailing_redirections(begin);
    }
    parse_simple_command();
}

// Accepts {name} or {name[subscript]} directly before a redirection.
bool Parser::names_descriptor(const RawWord& raw) {
    if (!raw.plain_literal() || raw.text.size() < 3 || !raw.text.starts_with('{') || !raw.text.ends_with('}'))
        return false;
    if (source_.peek() != '<' && source_.peek() != '>') return false;
    const std::string_view name = std::string_view(raw.text).substr(1, raw.text.size() - 2);
    const std::string_view bare = name.substr(0, name.find('['));
    const bool subscripted = bare.size() < name.size();
    if (subscripted && (!name.ends_with(']') || name.size() < bare.size() + 3)) return false;
    if (!is_name_start(bare.empty() ? 0 : bare.front())) return false;
    if (!std::ranges::all_of(bare, [](char c) { return is_name_char(c); })) return false;
    note_assigned(std::string(bare), raw.span.begin);
    return true;
}

void Parser::parse_simple_command() {
    const std::size_t begin = source_.pos();
    Command command;
    command.place = place_;
    while (!stopped()) {
        skip_blanks();
        const int c = source_.peek();
        if (at_redirection()) {
            (void)parse_redirection(command);
            continue;
        }
        if (c == SourceText::kEnd || c == '\n' || c == ';' || c == '&' || c == '|' || c == ')') break;
        if (c == '(') {
            const bool may_define =
                command.words.size() == 1 && command.assignments.empty() && command.redirections.empty();
            if (may_define && parse_function_rest(command.words.front().text, begin)) return;
            syntax_error("a parenthesis stands where a word should");
            break;
        }
        if (c == '#') {
            while (source_.peek_raw() != '\n' && source_.peek_raw() != SourceText::kEnd) source_.advance_raw();
            break;
        }
        if (command.words.empty() && parse_assignment(command)) continue;
        RawWord raw;
        if (!read_word(raw, WordMode::plain)) break;
        if (source_.peek() == '(' && raw.text.ends_with('=') && is_name_start(raw.text.front())) {
            Assignment array;  // declare -a x=(…): the elements are words of their own
            read_array(array);
            raw.add_hole(kParameter, Mark::hole);
        }
        if (names_descriptor(raw) && at_redirection()) {  // {fd}>file
            (void)parse_redirection(command, kFirstNamedDescriptor);
            continue;
        }
        for (Word& word : finish(std::move(raw), Expand::all, collector_.limits().brace_words)) {
            command.words.push_back(std::move(word));
        }
    }
    if (command.words.empty() && command.assignments.empty() && command.redirections.empty()) return;
    command.span = span_from(begin);
    finish_command(std::move(command));
}

// Parses from the parenthesis after a name. Returns false if this is no function definition.
bool Parser::parse_function_rest(std::string name, std::size_t begin) {
    const std::size_t here = source_.pos();
    source_.advance();
    skip_blanks();
    if (!source_.take(')')) {
        source_.seek(here);
        return false;
    }
    skip_blank_lines();
    collector_.define_function(name);
    pipe_from_ = kNoCommand;
    const Nested nested(*this, place(PlaceKind::function, begin, std::move(name)));
    if (!stopped()) parse_command();
    last_simple_ = kNoCommand;
    return true;
}

// Gives a finished command to the collector. The command is unwrapped once its heredocs have been read.
void Parser::finish_command(Command command) {
    command.piped_from = std::exchange(pipe_from_, kNoCommand);
    if (pipe_input_) command.input = Input::pipe;
    for (const Redirection& r : command.redirections) {
        if (r.fd > 0) continue;
        if (r.kind == RedirectionKind::read || r.kind == RedirectionKind::read_write) command.input = Input::file;
        if (r.kind == RedirectionKind::heredoc || r.kind == RedirectionKind::here_string) command.input = Input::text;
    }
    const std::uint32_t index = collector_.add_command(std::move(command));
    last_simple_ = index;
    bool waits = false;
    for (PendingHeredoc& heredoc : heredocs_) {
        if (heredoc.command != kNoCommand) continue;
        heredoc.command = index;
        waits = true;
    }
    if (!waits) collector_.complete(index);
}

}  // namespace postern::shell
