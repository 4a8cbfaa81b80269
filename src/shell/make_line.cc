#include "shell/make_line.h"

#include "shell/assignments.h"
#include "shell/characters.h"
#include "shell/shells.h"

#include <algorithm>
#include <string>

namespace postern::shell {
namespace {

constexpr Grammar kMake{
    .shorts = "C:f:I:j::l::o:W:E:O::bBdeikmnpqrRsStvwh",
    .longs =
        "directory= file= makefile= include-dir= jobs=? load-average=? max-load=? old-file= new-file= what-if= "
        "assume-old= assume-new= eval= output-sync=? debug=? shuffle=? always-make environment-overrides "
        "ignore-errors keep-going just-print dry-run recon print-data-base question no-builtin-rules "
        "no-builtin-variables silent quiet no-silent no-keep-going stop touch trace version help print-directory "
        "no-print-directory warn-undefined-variables",
    .free_operands = kAnyNumber};

// Variables that conventionally hold a place, a name or a choice, never a program.
constexpr std::string_view kDataVariables =
    "V VERBOSE DEBUG PREFIX prefix DESTDIR exec_prefix bindir sbindir libdir includedir datadir datarootdir mandir "
    "sysconfdir localstatedir O BUILD BUILDDIR BUILD_DIR BUILD_TYPE CONFIG ARCH VERSION TAG PLATFORM GOOS GOARCH "
    "TEST TESTS OS ENV NAME";

bool is_plain_word(std::string_view text) {
    return std::ranges::all_of(
        text, [](char c) { return is_name_char(c) || std::string_view("./,:+@%-").find(c) != std::string_view::npos; });
}

// Returns true for an option of a compiler that names neither a program nor a library: -O2, -Wall, -DNAME=1, -Iinclude.
bool is_plain_flag(std::string_view flag) {
    if (!flag.starts_with('-') || flag.starts_with("-B") || flag.starts_with("-Xlinker")) return false;
    const bool valued = flag.starts_with("-D") || flag.starts_with("-I") || flag.starts_with("-L") ||
                        flag.starts_with("-l") || flag.starts_with("-std=") || flag.starts_with("-march=");
    return std::ranges::all_of(flag, [&](char c) {
        return is_name_char(c) || c == '-' || c == '+' || (valued && (c == '=' || c == '.' || c == '/'));
    });
}

// Returns true for options in a variable that by its name holds some. Elsewhere a dash may be the one in front of a
// recipe, which is not part of the command.
bool is_plain_flags(std::string_view name, std::string_view value) {
    bool plain = name.ends_with("FLAGS") || name.ends_with("OPTS") || name.ends_with("LIBS") || name.ends_with("ARGS");
    for_each_name(value, [&](std::string_view flag) { plain = plain && is_plain_flag(flag); });
    return plain;
}

// Returns true for values that no recipe can take for a program.
bool is_plain_data(std::string_view name, std::string_view value) {
    const bool number = value.find_first_not_of("0123456789.") == std::string_view::npos;
    // CC=gcc and the like name the tool that the rules want.
    const bool tool = changes_what_runs(name) && !changes_what_runs(name, literal_word(std::string(value), {}));
    return number || is_plain_flags(name, value) || listed("yes no y n on off true false", value) ||
           (is_plain_word(value) && (tool || listed(kDataVariables, name)));
}

// Returns true for variables with which make itself decides what it runs and reads.
bool is_of_make(std::string_view name) {
    return name.starts_with('.') || name.starts_with("MAKE") || listed("SHELL GNUMAKEFLAGS MFLAGS VPATH GPATH", name);
}

// Judges NAME=VALUE. A value that is one plain word is a command at worst, and rules see it as one.
void variable(Invocation& call, std::string_view name, const Word& value) {
    const bool readable =
        !name.empty() && std::ranges::all_of(name, [](char c) { return is_name_char(c) || c == '.' || c == '-'; });
    if (readable && value.literal() && !is_of_make(name)) {
        if (is_plain_data(name, value.text)) return;
        Word command = value;
        command.text.erase(0, std::min(command.text.find_first_not_of("@+-"), command.text.size()));
        if (is_plain_word(value.text)) return call.code(command);
    }
    call.code(value);
    call.doubt(Doubt::runs_option, "this variable decides what " + call.name + " runs", value);
}

void operand(Invocation& call, const Word& word) {
    const std::size_t equals = word.text.find('=');
    if (equals == std::string::npos) {
        // Recipes see the name of a target as text, too.
        if (!is_plain_word(word.text) && !may_split(word))
            call.doubt(Doubt::inline_code, call.name + " is given a target that is no plain name", word);
        return;
    }
    const std::string_view before = std::string_view(word.text).substr(0, equals);
    std::string_view name = before.substr(0, before.find_last_not_of(" \t:+?!") + 1);
    Word value = word;
    value.text.erase(0, equals + 1);
    value.base = Base::none;
    if (before.ends_with('!')) {
        call.code(value);
        return call.doubt(Doubt::runs_option, call.name + " runs this to set a variable", word);
    }
    if (value.dynamic == kArithmetic) {
        std::ranges::replace(value.text, kHole, '1');
        value.dynamic = 0;
    }
    variable(call, name, value);
}

}  // namespace

void unwrap_make(Invocation& call) {
    const Scan scan = shell::scan(kMake, call.words);
    for (const Option& option : scan.options) {
        const Word& at = call.words[option.index];
        if (!option.known) call.doubt(Doubt::option, call.name + " has an option that is not known here", at);
        if (listed("E eval", option.name))
            call.doubt(Doubt::inline_code, call.name + " evaluates text as a makefile", at);
        if (listed("f file makefile", option.name) && is_hidden_script(option.value)) {
            call.doubt(Doubt::script_input, call.name + " reads its makefile from a place known only at run time",
                       option.value);
        }
    }
    for (const std::size_t index : scan.unsure) {
        const Word& word = call.words[index];
        if (may_split(word) || (!word.starts_dynamic() && has_hole(word.text)))
            call.doubt(Doubt::option, "a word known only at run time could be an option of " + call.name, word);
    }
    for (const std::size_t index : scan.operands) operand(call, call.words[index]);
    for (const Assignment& assignment : call.command.assignments) {
        if (!inert(assignment.name, assignment.value) && !changes_what_runs(assignment.name) &&
            assignment.elements.empty())
            variable(call, assignment.name, assignment.value);
    }
}

}  // namespace postern::shell
