// Finds the commands that a Bash command line would run, as far as its text tells.
//
// `commands` lists every command that the text runs. Anything that could run but cannot be read off the text is covered
// by an entry in `unknowns`, so nothing is silently dropped; the recorder oracle checks this promise against real bash.
// The module does no I/O and does not judge commands: src/policy does.
#pragma once

#include "programs/word.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace postern::shell {

using programs::Base;
using programs::Dynamic;
using programs::kHole;
using programs::Span;
using programs::Word;
using enum programs::Dynamic;

struct Assignment {
    std::string name{};  // without subscript
    Word value{};        // empty for an array literal, whose elements are in `elements`
    std::vector<Word> elements{};
    bool append = false;     // +=
    bool subscript = false;  // name[…]=
    Span span{};
    bool operator==(const Assignment&) const = default;
};

enum class RedirectionKind : std::uint8_t {
    read,         // <
    write,        // >  >|  &>  >&file
    append,       // >>  &>>
    read_write,   // <>
    duplicate,    // <&  >&  with a digit, `-` or a move (N-)
    heredoc,      // <<  <<-
    here_string,  // <<<
};

inline constexpr int kFirstNamedDescriptor = 10;  // the lowest that `{name}>file` gets

struct Redirection {
    RedirectionKind kind = RedirectionKind::read;
    int fd = -1;    // -1 for the default of the operator; a {name} counts as kFirstNamedDescriptor
    Word target{};  // file, descriptor; for heredoc and here_string the text itself
    Span span{};
    bool operator==(const Redirection&) const = default;
};

// Kind of construct that a command stands in. Places form a tree; place 0 is the whole text.
enum class PlaceKind : std::uint8_t {
    top,
    pipeline,
    group,
    subshell,
    condition,
    loop,
    branch,
    case_arm,
    function,
    coproc,
    substitution,
    process_substitution,
    arithmetic,
    heredoc,
    shell_code,
    eval,
    trap,
    alias,
    wrapper,
    callback,
};
using PlaceId = std::uint32_t;

struct Place {
    PlaceKind kind = PlaceKind::top;
    PlaceId parent = 0;
    std::string label{};  // the function's name, the wrapper's name …; may be empty
    Span span{};
    bool operator==(const Place&) const = default;
};

// Source of a command's standard input, as far as the command's own text and its pipeline say.
enum class Input : std::uint8_t { inherited, pipe, file, text };

inline constexpr std::uint32_t kNoCommand = 0xffffffff;

struct Command {
    std::vector<Word> words{};  // words[0] names the program; empty if there are only assignments or redirections
    std::vector<Assignment> assignments{};
    std::vector<Redirection> redirections{};
    Span span{};
    PlaceId place = 0;
    std::uint32_t via = kNoCommand;  // the command in whose arguments this one was found: `env rm` gives rm via env
    std::uint32_t piped_from = kNoCommand;  // the simple command just before it in the same pipeline
    Input input = Input::inherited;
    bool only_carries = false;  // a wrapper in its plainest form (timeout, nice …): allowing the inner command suffices
    bool calls_function = false;  // the name is a function defined in this text; its body is among the commands
    bool background = false;      // part of a list that ends in `&`

    [[nodiscard]] std::string_view name() const& noexcept {
        return words.empty() ? std::string_view{} : words.front().text;
    }
    // Returns the name without its directory.
    [[nodiscard]] std::string_view program() const& noexcept { return name().substr(name().rfind('/') + 1); }
    bool operator==(const Command&) const = default;
};

enum class Doubt : std::uint8_t {
    syntax,          // bash would refuse this, or the parser does not understand it
    limit,           // too long, too deep, too many
    command_name,    // the program's name is known only at run time
    option,          // a word known only at run time could be an option that runs something
    inline_code,     // code in another language, or shell code put together at run time
    script_input,    // a shell or interpreter reads its program from standard input or a descriptor
    sourced_file,    // source, ., --init-file
    environment,     // an assignment that changes which code later programs run
    alias,           // alias, hash -p, enable -f: names mean something else afterwards
    runs_option,     // a literal option that makes the program run another one
    written_file,    // runs a file that this same text writes
    directory,       // a tool that obeys configuration found in a directory entered or named by this text
    characters,      // control or look-alike characters in a command name
    evaluated_text,  // literal text that bash's arithmetic or indirection would evaluate as code
};

struct Unknown {
    Doubt doubt = Doubt::syntax;
    std::string what{};  // one sentence part: "the program's name comes from $x"
    Span span{};
    PlaceId place = 0;
    std::uint32_t command = kNoCommand;  // the command concerned, or kNoCommand
    bool operator==(const Unknown&) const = default;
};

struct Analysis {
    std::vector<Place> places;
    std::vector<Command> commands;  // in the order bash would meet them; an inner command follows its wrapper
    std::vector<Unknown> unknowns;
    std::vector<Assignment> loops;  // the variable of each `for … in`, with the words as its elements
    bool operator==(const Analysis&) const = default;
};

struct AnalysisLimits {
    std::size_t bytes = 1u << 20;  // of the text; longer is refused with Doubt::limit
    std::size_t depth = 128;       // nested constructs
    std::size_t code_depth = 32;   // code strings inside code strings
    std::size_t commands = 20000;
    std::size_t brace_words = 256;  // words out of one brace expansion
    std::size_t work = 4u << 20;    // bytes parsed again plus words unwrapped
};

// Analyses the text of `bash -c TEXT`.
[[nodiscard]] Analysis analyse(std::string_view text, const AnalysisLimits& limits = {});

// Analyses one program with its arguments, without a shell. Spans count bytes of the arguments joined by one blank.
[[nodiscard]] Analysis analyse_argv(const std::vector<std::string>& argv, const AnalysisLimits& limits = {});

[[nodiscard]] std::string_view to_string(Doubt doubt) noexcept;
[[nodiscard]] std::string_view to_string(PlaceKind kind) noexcept;

}  // namespace postern::shell
