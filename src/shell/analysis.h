// What a Bash command line would run, as far as its text tells.
//
// Everything the text makes run is in `commands`; everything that could run and cannot be read off the text is covered
// by an entry in `unknowns`. Nothing is silently dropped: that is the promise the recorder oracle checks against real
// bash. No I/O here, and no opinion about what is good or bad: that is src/policy.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace postern::shell {

// Bytes [begin, end) of the text given to analyse(). What was found inside a string that is itself code
// (`sh -c '…'`, `eval`, `trap`) carries the span of the word that holds it.
struct Span {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    bool operator==(const Span&) const = default;
};

// Stands in Word::text for each part whose value is known only at run time. Bash words cannot contain NUL.
inline constexpr char kHole = '\0';

// Why a word is not literal; a set of bits.
enum Dynamic : std::uint8_t {
    kParameter = 1,     // $x, ${x…}, $1, $@
    kSubstitution = 2,  // $(…), `…`
    kArithmetic = 4,    // $((…)), $[…]
    kProcess = 8,       // <(…), >(…)
    kGlob = 16,         // unquoted * ? […] or an extended pattern: depends on the files there are
    kTilde = 32,        // ~user, ~+, ~-
    kBrace = 64,        // a brace expansion too large to write out
    kInput = 128,       // filled in by a wrapper: what xargs reads, what find finds
};

// What a leading hole or `~` stands for, where that is plain.
enum class Base : std::uint8_t { none, home, working_directory };

struct Word {
    std::string text{};  // after quote removal and brace expansion
    Span span{};
    std::uint8_t dynamic = 0;  // set of Dynamic; 0 means the text is exactly what the program gets
    bool splits = false;       // an unquoted expansion: may become no word, or several
    bool quoted = false;       // some part was quoted or escaped (so it is no reserved word, alias or tilde)
    Base base = Base::none;    // text[0] is `~` or a hole that stands for this directory, followed by "/…" or nothing

    [[nodiscard]] bool literal() const noexcept { return dynamic == 0; }
    // Nothing is known about how it begins, so it may be an option, or anything.
    [[nodiscard]] bool starts_dynamic() const noexcept {
        return (!text.empty() && text.front() == kHole) || (text.empty() && dynamic != 0);
    }
    bool operator==(const Word&) const = default;
};

struct Assignment {
    std::string name{};  // without subscript
    Word value{};        // of an array literal: one word per element is in `elements`, and this is empty
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
    int fd = -1;    // -1: the default of the operator; a {name} counts as kFirstNamedDescriptor
    Word target{};  // file, descriptor; for heredoc and here_string the text itself
    Span span{};
    bool operator==(const Redirection&) const = default;
};

// Where a command stands. Places form a tree; place 0 is the whole text.
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

// Where a command's standard input comes from, as far as its own text and its pipeline say.
enum class Input : std::uint8_t { inherited, pipe, file, text };

inline constexpr std::uint32_t kNoCommand = 0xffffffff;

struct Command {
    std::vector<Word> words{};  // words[0] names the program; empty: only assignments or redirections
    std::vector<Assignment> assignments{};
    std::vector<Redirection> redirections{};
    Span span{};
    PlaceId place = 0;
    std::uint32_t via = kNoCommand;  // the command in whose arguments this one was found: `env rm` gives rm via env
    std::uint32_t piped_from = kNoCommand;  // the simple command just before it in the same pipeline
    Input input = Input::inherited;
    bool only_carries = false;  // a wrapper in its plainest form (timeout, nice …): an allow for the inner one suffices
    bool calls_function = false;  // the name is a function defined in this text; its body is among the commands

    [[nodiscard]] std::string_view name() const& noexcept {
        return words.empty() ? std::string_view{} : words.front().text;
    }
    // The name without its directory.
    [[nodiscard]] std::string_view program() const& noexcept { return name().substr(name().rfind('/') + 1); }
    bool operator==(const Command&) const = default;
};

enum class Doubt : std::uint8_t {
    syntax,          // bash would refuse this, or we do not understand it
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
    std::uint32_t command = kNoCommand;  // the command it is about, if one
    bool operator==(const Unknown&) const = default;
};

struct Analysis {
    std::vector<Place> places;
    std::vector<Command> commands;  // in the order bash would meet them; an inner command follows its wrapper
    std::vector<Unknown> unknowns;
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

// The text of `bash -c TEXT`.
[[nodiscard]] Analysis analyse(std::string_view text, const AnalysisLimits& limits = {});

// One program with its arguments, no shell in between. Spans count bytes of the arguments joined by one blank.
[[nodiscard]] Analysis analyse_argv(const std::vector<std::string>& argv, const AnalysisLimits& limits = {});

[[nodiscard]] std::string_view to_string(Doubt doubt) noexcept;
[[nodiscard]] std::string_view to_string(PlaceKind kind) noexcept;

}  // namespace postern::shell
