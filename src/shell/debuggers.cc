// Reads the command lines of gdb and lldb.
#include "shell/gdb_commands.h"
#include "shell/scriptable_programs.h"
#include "shell/standard_input.h"

#include <algorithm>

namespace postern::shell {
namespace {

// Judges the commands in options. Returns true if one of them starts the program under test.
bool debugger_commands(Invocation& call, const Scan& scan, std::string_view names) {
    bool starts = false;
    for (const Option& option : scan.options) {
        if (!listed(names, option.name)) continue;
        const GdbCommand read = option.value.literal() ? read_gdb_command(option.value.text) : GdbCommand::unknown;
        starts = starts || read == GdbCommand::starts;
        if (read != GdbCommand::unknown) continue;
        if (option.value.text.starts_with('!')) {
            Word code = option.value;
            code.text.erase(0, 1);
            call.code(code);
        }
        call.doubt(Doubt::inline_code, call.name + " runs commands given to it", option.value);
    }
    return starts;
}

void command_files(Invocation& call, const Scan& scan, std::string_view names) {
    if (const Option* file = find_option(scan, names))
        call.doubt(Doubt::sourced_file, call.name + " runs a file of commands", call.words[file->index]);
}

void session_input(Invocation& call, const Scan& scan, std::string_view batch) {
    const StandardInput input = standard_input(call.command, call.previous);
    if (!find_option(scan, batch) && input.from != InputFrom::inherited) call.reads_code_from_input(false);
}

constexpr Grammar kGdb{
    .shorts = "x:p:c:s:e:d:D:l:b:t:i:nqwfmrv",
    .longs =
        "ex= iex= eiex= eval-command= init-eval-command= early-init-eval-command= command= init-command= "
        "early-init-command= ix= eix= batch batch-silent nx nh quiet silent args exec= symbols= se= core= pid= "
        "directory= cd= data-directory= interpreter= ui= tty= version help configuration return-child-result "
        "nowindows nw windows tui write readnow readnever fullname statistics dbx async noasync mapped "
        "annotate= baud= epoch",
    .ends = "args",
    .free_operands = kAnyNumber};

// gdb takes long options with one dash, and any beginning of them. Returns the words with two dashes.
std::vector<Word> with_two_dashes(const std::vector<Word>& words) {
    std::vector<Word> out = words;
    for (std::size_t i = 1; i < out.size() && out[i].text != "--args" && out[i].text != "-args"; ++i) {
        const std::string_view text = out[i].text;
        if (text.size() < 3 || text[0] != '-' || text[1] == '-') continue;
        const std::string_view name = text.substr(1, text.find('=') - 1);
        bool found = false;
        for_each_name(kGdb.longs, [&](std::string_view option) { found = found || option.starts_with(name); });
        if (found) out[i].text.insert(0, 1, '-');
    }
    return out;
}

}  // namespace

void unwrap_gdb(Invocation& call) {
    std::vector<Word> words = with_two_dashes(call.words);
    Invocation gdb{call.command, call.previous, words, call.name, call.found};
    const Scan scan = shell::scan(kGdb, words);
    report_uncertain_options(gdb, scan);
    const bool starts =
        debugger_commands(gdb, scan, "ex iex eiex eval-command init-eval-command early-init-eval-command");
    command_files(gdb, scan, "x command init-command early-init-command ix eix D data-directory");
    const bool batch = find_option(scan, "batch batch-silent") != nullptr;
    if (find_option(scan, "args") && !scan.operands.empty()) {
        gdb.run_from(scan.operands.front());
    } else if (starts || !batch) {
        for (const Option& option : scan.options) {
            if (listed("e exec se", option.name)) gdb.run({option.value});
        }
        if (!scan.operands.empty() && !find_option(scan, "version help")) gdb.run({words[scan.operands.front()]});
    }
    session_input(gdb, scan, "batch batch-silent version help");
}

void unwrap_lldb(Invocation& call) {
    const Scan scan = shell::scan(
        {.shorts = "o:O:k:K:s:S:f:c:p:n:w:a:l:bBQvhexdr:",
         .longs = "one-line= one-line-before-file= one-line-on-crash= source= source-before-file= source-on-crash= "
                  "file= core= attach-pid= attach-name= arch= script-language= batch no-lldbinit version help "
                  "source-quietly wait-for repl=?",
         .free_operands = 1},
        call.words);
    report_uncertain_options(call, scan);
    debugger_commands(call, scan, "o one-line O one-line-before-file k one-line-on-crash");
    command_files(call, scan, "s source S source-before-file K source-on-crash");
    if (const Option* file = find_option(scan, "f file")) call.run({file->value});
    if (!scan.operands.empty()) call.run_from(scan.operands.front());
    session_input(call, scan, "b batch v version h help");
}

}  // namespace postern::shell
