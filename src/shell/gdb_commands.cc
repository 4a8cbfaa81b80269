#include "shell/gdb_commands.h"

#include "base/text.h"
#include "shell/characters.h"
#include "shell/option_grammar.h"

#include <algorithm>
#include <cstdint>
#include <string>

namespace postern::shell {
namespace {

enum class Words : std::uint8_t {
    none,      // or a number
    location,  // a function, a line, an address, a condition, without calls
    plain,     // words that a shell takes literally
    number,    // on, off, auto and numbers
};

struct Verb {
    std::string_view names;
    Words words;
    GdbCommand meaning;
};

constexpr Verb kVerbs[] = {
    {"bt backtrace where up down quit q kill delete finish next n nexti ni step s stepi si frame f thread undisplay",
     Words::none, GdbCommand::plain},
    {"bt backtrace where quit q", Words::plain, GdbCommand::plain},  // bt full
    {"info i list l disassemble disas break b br tbreak hbreak watch rwatch awatch x until advance ptype whatis help "
     "show",
     Words::location, GdbCommand::plain},
    {"run r start starti", Words::plain, GdbCommand::starts},
    {"continue c", Words::none, GdbCommand::starts},
};

// Settings that change how gdb shows things or asks.
constexpr std::string_view kSettings =
    "pagination confirm width height disassembly-flavor verbose breakpoint print language listsize debuginfod";

constexpr std::string_view kLocation = "_.:*+-,/$&<>=% ";
constexpr std::string_view kPlain = "_.:+-,/=% ";

bool only(std::string_view text, std::string_view signs) {
    return std::ranges::all_of(text,
                               [&](char c) { return is_letter(c) || is_digit(c) || signs.find(c) < signs.size(); });
}

bool fits(std::string_view text, Words words) {
    switch (words) {
        case Words::none: return text.find_first_not_of("0123456789") == std::string_view::npos;
        case Words::location: return only(text, kLocation);
        case Words::plain: return only(text, kPlain);
        case Words::number: return only(text, "-");
    }
    return false;
}

// `set print pretty on`: the first word decides, the others are words without meaning to a shell.
bool is_plain_setting(std::string_view text) {
    const std::string_view name = text.substr(0, text.find(' '));
    if (name == "args") return only(text, kPlain);
    return listed(kSettings, name) && only(text, "- ");
}

}  // namespace

GdbCommand read_gdb_command(std::string_view command) {
    constexpr std::string_view kForEach = "thread apply all ";
    for (command = trimmed(command); command.starts_with(kForEach); command = trimmed(command))
        command.remove_prefix(kForEach.size());
    const std::size_t end = std::min(command.find_first_not_of("abcdefghijklmnopqrstuvwxyz"), command.size());
    const std::string_view verb = command.substr(0, end);
    std::string_view rest = command.substr(end);
    if (verb.empty()) return command.empty() ? GdbCommand::plain : GdbCommand::unknown;
    if (!rest.empty() && rest.front() != ' ' && rest.front() != '/') return GdbCommand::unknown;
    rest = trimmed(rest, " ");
    if (verb == "set") return is_plain_setting(rest) ? GdbCommand::plain : GdbCommand::unknown;
    for (const Verb& row : kVerbs) {
        if (listed(row.names, verb) && fits(rest, row.words)) return row.meaning;
    }
    return GdbCommand::unknown;
}

}  // namespace postern::shell
