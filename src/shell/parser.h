// Parses Bash in one pass and hands each simple command to the Collector as soon as it is complete.
//
// The parser follows bash's own grammar closely where the grammar decides which commands run. It is lenient where bash
// would only complain: bash runs nothing of a text that it refuses, so reading such a text generously is safe. Anything
// the parser cannot follow becomes an Unknown. After a syntax error it continues at the next line, because bash runs
// each complete line before it reaches a later error.
#pragma once

#include "shell/collector.h"
#include "shell/raw_word.h"
#include "shell/source.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace postern::shell {

class Parser {
public:
    // `fixed` is the span given to all findings when the text is a string inside another text; null at the top.
    Parser(Collector& collector, std::string_view text, PlaceId place, const Span* fixed);

    void parse_all();

private:
    // Effect of quotes in the text being read.
    enum class Quoting { none, double_quotes, heredoc };
    enum class WordMode { plain, pattern, regex, subscripted };
    enum class Reserved : std::uint8_t {
        none,
        if_,
        then,
        elif,
        else_,
        fi,
        while_,
        until,
        for_,
        select,
        do_,
        done,
        case_,
        esac,
        in,
        function,
        time,
        coproc,
        open_brace,
        close_brace,
        bang,
        open_cond,
        close_cond,
    };
    struct PendingHeredoc {
        std::uint32_t command = kNoCommand;
        std::size_t redirection = 0;
        std::string delimiter{};
        bool literal = false;
        bool strip_tabs = false;
        PlaceId place = 0;
    };

    // parser.cc: lists, pipelines, simple commands
    void parse_list();
    void parse_and_or();
    void mark_background(std::size_t first);  // the commands from this one on
    void parse_pipeline();
    void parse_command();
    void parse_simple_command();
    bool names_descriptor(const RawWord& raw);
    bool parse_function_rest(std::string name, std::size_t begin);
    void move_into_pipeline(std::size_t first_command, std::size_t first_place, std::size_t begin);
    void skip_blanks();
    void skip_separators();   // blanks, newlines, comments, ; and &
    void skip_blank_lines();  // blanks, newlines, comments
    void take_newline();
    Reserved peek_reserved();
    bool take_reserved(Reserved word);
    void expect_reserved(Reserved word, const char* text);

    // parser_compound.cc
    void parse_subshell();
    void parse_group();
    void parse_if();
    void parse_while();
    void parse_for();
    void parse_case();
    void parse_function();
    void parse_coproc();
    void parse_conditional();
    bool parse_arithmetic_command();
    void parse_do_body(bool brace_allowed, std::string label = {});
    void parse_trailing_redirections(std::size_t begin);
    void parse_body(PlaceKind kind, std::string label = {});

    // parser_redirections.cc
    bool parse_redirection(Command& command, int fd = -1);
    bool at_redirection();
    void read_heredocs();
    void read_heredoc(const PendingHeredoc& heredoc);
    void finish_command(Command command);

    // parser_words.cc
    bool read_word(RawWord& word, WordMode mode);
    void read_single_quotes(RawWord& word);
    void read_double_quotes(RawWord& word);
    void read_ansi_c(RawWord& word);
    void read_quoted_text(RawWord& word, Quoting quoting);  // until the end of the region
    void read_backslash(RawWord& word, Quoting quoting);
    bool read_extended_pattern(RawWord& word);
    bool parse_assignment(Command& command);
    bool read_element_subscript();
    void read_array(Assignment& assignment);
    void read_elements(Assignment& assignment);
    std::string read_name();

    // parser_expansions.cc
    void read_dollar(RawWord& word, Quoting quoting);
    void read_backtick(RawWord& word, Quoting quoting);
    void read_substitution(PlaceKind kind);          // after `(`, up to and with `)`
    void read_failed_arithmetic(std::size_t begin);  // after `$(`, when `$((` did not begin arithmetic
    void check_rest_after_heredoc(std::size_t begin);
    void read_parameter(RawWord& word, Quoting quoting);  // after `${`
    void read_parameter_rest(Quoting quoting, bool single_quotes_quote);
    void read_process_substitution(RawWord& word);
    bool read_arithmetic(std::size_t begin);  // after `((`; false if it is a subshell instead
    void read_arithmetic_region(std::size_t begin, std::size_t end, std::size_t resume);
    void read_fragment(std::size_t begin, std::size_t end);
    std::size_t find_closing(std::size_t begin, char close);

    // bookkeeping
    [[nodiscard]] Span span_from(std::size_t begin) const;
    bool doubt(Doubt doubt, std::string what, std::size_t begin);
    void note_assigned(const std::string& name, std::size_t begin);
    void syntax_error(std::string what);
    [[nodiscard]] bool stopped() const { return failed_ || collector_.exhausted(); }

    // Enters a nested construct. Parsing stops if the depth limit is hit.
    class Nested {
    public:
        Nested(Parser& parser, PlaceId place);
        Nested(const Nested&) = delete;
        Nested& operator=(const Nested&) = delete;
        ~Nested();

    private:
        Parser& parser_;
        PlaceId saved_place_;
    };
    // Suspends heredocs and pipeline while a substitution is read: heredocs announced outside are not read inside it,
    // and the pipeline around it continues afterwards.
    class SuspendedHeredocs {
    public:
        explicit SuspendedHeredocs(Parser& parser);
        SuspendedHeredocs(const SuspendedHeredocs&) = delete;
        SuspendedHeredocs& operator=(const SuspendedHeredocs&) = delete;
        ~SuspendedHeredocs();

    private:
        Parser& parser_;
        std::vector<PendingHeredoc> heredocs_;
        std::size_t first_body_end_;
        std::uint32_t last_simple_;
        std::uint32_t pipe_from_;
    };
    PlaceId place(PlaceKind kind, std::size_t begin, std::string label = {});

    Collector& collector_;
    SourceText source_;
    PlaceId place_;
    const Span* fixed_;
    std::vector<PendingHeredoc> heredocs_;
    std::size_t first_body_end_ = 0;  // of the first heredoc read in the current substitution; 0 if there is none
    std::size_t substitutions_ = 0;   // number of substitutions around the current position
    bool in_array_ = false;
    bool failed_ = false;                     // a syntax error: unwinds to parse_all
    std::uint32_t last_simple_ = kNoCommand;  // the command just parsed, if it was a simple one
    std::uint32_t pipe_from_ = kNoCommand;    // for the next simple command
    bool pipe_input_ = false;
};

}  // namespace postern::shell
