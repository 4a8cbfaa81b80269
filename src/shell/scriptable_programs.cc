#include "shell/scriptable_programs.h"

#include "shell/interpreters.h"
#include "shell/perl_options.h"
#include "shell/shells.h"
#include "shell/standard_input.h"

#include <algorithm>
#include <unordered_map>

namespace postern::shell {
namespace {

void unwrap_scheduled(Invocation& call) {  // at, batch, crontab: shell code on standard input
    const Scan scan = shell::scan({.shorts = "q:f:mMlvdc:rt:bVu:eis:n"}, call.words);
    if (find_option(scan, "l d r c b V")) return;
    if (call.name == "crontab") {
        call.doubt(Doubt::script_input, "crontab installs commands that run later");
    } else if (const Option* file = find_option(scan, "f")) {
        check_program_file(call, file->value);
    } else {
        call.reads_code_from_input(true);
    }
}

struct Scriptable {
    std::string_view names;
    void (*unwrap)(Invocation&);
};

constexpr Scriptable kPrograms[] = {
    {"awk gawk mawk nawk oawk original-awk goawk", unwrap_awk},
    {"sed gsed ssed", unwrap_sed},
    {"vim vi nvim ex view gvim vimdiff rvim rview nvi vimx evim eview vim.tiny vim.basic vim.nox", unwrap_vim},
    {"gdb gdb-multiarch", unwrap_gdb},
    {"lldb", unwrap_lldb},
    {"sqlite3 sqlite", unwrap_sqlite},
    {"psql", unwrap_psql},
    {"mysql mariadb", unwrap_mysql},
    {"ed red", unwrap_ed},
    {"dc lftp ftp", unwrap_dc},
    {"less more most", unwrap_less},
    {"at batch crontab", unwrap_scheduled},
    {"perl", unwrap_perl},
};

}  // namespace

void report_uncertain_options(Invocation& call, const Scan& scan) {
    for (const Option& option : scan.options) {
        if (!option.known)
            call.doubt(Doubt::option, call.name + " has an option that is not known here", call.words[option.index]);
    }
    for (const std::size_t index : scan.unsure) {
        const Word& word = call.words[index];
        if (may_split(word) || !word.starts_dynamic()) {
            call.doubt(Doubt::option, "a word known only at run time could be an option of " + call.name, word);
        }
    }
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

bool unwrap_scriptable(Invocation& call) {
    using Index = std::unordered_map<std::string_view, void (*)(Invocation&)>;
    static const Index kIndex = [] {
        Index index;
        for (const Scriptable& program : kPrograms) {
            for_each_name(program.names, [&](std::string_view name) { index.emplace(name, program.unwrap); });
        }
        return index;
    }();
    auto found = kIndex.find(call.name);
    if (found == kIndex.end()) found = kIndex.find(without_version(call.name));
    if (found == kIndex.end()) return false;
    found->second(call);
    return true;
}

}  // namespace postern::shell
