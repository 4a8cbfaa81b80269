#include "shell/scriptable_programs.h"

#include "programs/reading.h"
#include "shell/make_line.h"
#include "shell/perl_options.h"
#include "shell/shells.h"
#include "shell/standard_input.h"

#include <algorithm>
#include <iterator>

namespace postern::shell {
namespace {

// The commands in the file run later, in another environment.
void unwrap_crontab(Invocation& call) {
    const programs::Reading reading = programs::read(call.words, programs::ProgramPlaces::any);
    const bool only_lists = std::ranges::any_of(
        reading.options, [](const programs::OptionUse& option) { return listed("l r c V", option.name); });
    if (!only_lists) call.doubt(Doubt::script_input, call.name + " installs commands that run later");
}

// A file of macros can run commands, and is often no script but something to be filled in.
void unwrap_m4(Invocation& call) {
    const programs::Reading reading = programs::read(call.words, programs::ProgramPlaces::any);
    if (reading.only_informs) return;
    if (reading.operands.empty()) return call.reads_code_from_input(false);
    call.doubt(Doubt::inline_code, call.name + " runs code given as an argument", call.words[reading.operands.front()]);
}

struct Reader {
    std::string_view language;
    void (*unwrap)(Invocation&);
};

constexpr Reader kReaders[] = {
    {"awk", unwrap_awk},   {"crontab", unwrap_crontab}, {"dc", unwrap_dc},     {"ed", unwrap_ed},
    {"ex", unwrap_vim},    {"gdb", unwrap_gdb},         {"less", unwrap_less}, {"lftp", unwrap_dc},
    {"lldb", unwrap_lldb}, {"m4", unwrap_m4},           {"make", unwrap_make}, {"mysql", unwrap_mysql},
    {"perl", unwrap_perl}, {"psql", unwrap_psql},       {"sed", unwrap_sed},   {"sqlite", unwrap_sqlite},
};

// Returns the language of the code that the program reads: from its input, or in its first operand.
std::string_view language_of(const programs::Row& row) {
    using enum programs::WordRole;
    if (!row.input.empty() || row.operands.empty()) return row.input;
    const programs::Meaning& first = row.operands.front().meaning;
    return first.role == code || first.role == assignment ? first.kind : std::string_view{};
}

}  // namespace

void report_uncertain_options(Invocation& call, const Scan& scan) {
    for (const Option& option : scan.options) {
        if (!option.known)
            call.doubt(Doubt::option, call.name + " has an option that is not known here", call.words[option.index]);
    }
    for (const std::size_t index : scan.unsure) report_unsure_option(call, call.words[index]);
}

void check_program_file(Invocation& call, const Word& file) {
    if (is_hidden_script(file))
        call.doubt(Doubt::script_input, call.name + " reads its program from a place known only at run time", file);
}

std::string with_numbers(const Word& program) {
    std::string text = program.text;
    if (program.dynamic == kArithmetic) std::ranges::replace(text, kHole, '1');
    return text;
}

void check_text(Invocation& call, const Word& text, bool (*is_plain)(std::string_view)) {
    const std::string known = with_numbers(text);
    if (has_hole(known) || (text.dynamic & ~kArithmetic) != 0)
        call.doubt(Doubt::inline_code, "the text given to " + call.name + " is known only at run time", text);
    else if (!is_plain(known))
        call.doubt(Doubt::inline_code, call.name + " is given commands that can run programs or use other files", text);
}

void check_input(Invocation& call, bool (*is_plain)(std::string_view)) {
    const StandardInput input = standard_input(call.command, call.previous);
    if (input.known) {
        check_text(call, input.text, is_plain);
    } else if (input.from == InputFrom::elsewhere) {
        call.doubt(Doubt::script_input, call.name + " reads commands from standard input");
    }
}

bool unwrap_scriptable(Invocation& call, const programs::Row& row) {
    const std::string_view language = language_of(row);
    const auto* const found = std::ranges::find(kReaders, language, &Reader::language);
    if (found == std::end(kReaders)) return false;
    found->unwrap(call);
    return true;
}

}  // namespace postern::shell
