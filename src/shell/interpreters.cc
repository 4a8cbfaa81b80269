#include "shell/interpreters.h"

#include "shell/exec_options.h"
#include "shell/scriptable_programs.h"
#include "shell/shells.h"

#include <algorithm>
#include <string>
#include <vector>

namespace postern::shell {
namespace {

using programs::OptionUse;
using programs::Reading;
using programs::Row;
using programs::WordRole;

// Tells whether the program exists to run a file of code that its first operand names, or code from its standard input.
bool obeys_code(const Row& row) {
    if (!row.input.empty()) return true;
    if (!row.runs || row.operands.empty()) return false;
    if (row.operands.front().repeats) return false;
    const WordRole first = row.operands.front().meaning.role;
    const bool has_arguments = row.operands.size() > 1 && row.operands[1].meaning.role == WordRole::anything;
    return first == WordRole::code || (first == WordRole::code_file && has_arguments);
}

// Modules of python that run code or start programs given as operands or read from standard input, with their
// submodules.
constexpr std::string_view kPythonCodeModules =
    "timeit pdb bdb code IPython idlelib asyncio ptpython bpython xonsh doctest imaplib smtpd webbrowser antigravity "
    "wsgiref pydoc turtledemo test distutils";
constexpr std::string_view kPythonScriptModules = "profile cProfile trace runpy";

std::string_view first_part(std::string_view module) {
    return module.substr(0, module.find('.'));
}

void python_module(Invocation& call, const Reading& reading, const Word& module) {
    const std::string_view package = first_part(module.text);
    if (has_hole(module.text))
        return call.doubt(Doubt::inline_code, "the python module is known only at run time", module);
    if (listed(kPythonCodeModules, package))
        return call.doubt(Doubt::inline_code, "python -m " + module.text + " runs code given to it", module);
    if (!listed(kPythonScriptModules, package)) return;
    if (reading.operands.empty()) return;
    const Scan own = shell::scan(
        {.shorts = "o:s:mC:f:cgrRTtl",
         .longs = "module ignore-module= ignore-dir= coverdir= file= outfile= sort= count trace listfuncs trackcalls "
                  "report no-report missing summary timing"},
        call.words, reading.operands.front());
    if (own.operands.empty()) return;
    const Word& script = call.words[own.operands.front()];
    // With a module instead of a script the rest of the line is that module's. `-m` of trace is another option.
    if (package == "runpy" || find_option(own, package == "trace" ? "module" : "m")) {
        if (has_hole(script.text) || listed(kPythonCodeModules, first_part(script.text)))
            call.doubt(Doubt::inline_code, "python runs code given to " + module.text, script);
        return;
    }
    if (is_hidden_script(script)) {
        call.doubt(Doubt::script_input, "python runs a script that is known only at run time", script);
    }
}

// Raises a doubt for -W and -X of python if they import a module: the category of a warning may be in one.
void python_settings(Invocation& call, const Reading& reading) {
    constexpr std::string_view kSettings =
        "dev utf8 importtime faulthandler tracemalloc showrefcount showalloccount no_debug_ranges frozen_modules perf "
        "int_max_str_digits warn_default_encoding gil cpu_count";
    for (const OptionUse& option : reading.options) {
        if (!listed("W X", option.name) || !option.value) continue;
        const std::string_view value = option.value->text;
        const bool imports = option.name == "W" && value.find('.') != std::string_view::npos;
        const bool sets = option.name == "X" && !listed(kSettings, value.substr(0, value.find('=')));
        if (imports || sets || has_hole(value))
            call.doubt(Doubt::inline_code, call.name + " may load code named by option " + std::string(option.name),
                       *option.value);
    }
}

bool is_python(const Row& row) {
    return row.input == "py";
}

// Tells whether an option gives the program, or asks for something else than running one.
bool is_given(const Reading& reading) {
    const std::vector<programs::OperandRow>& roles = reading.row->operands;
    const bool names_script = !roles.empty() && roles.front().meaning.role == WordRole::code_file;
    return std::ranges::any_of(reading.options, [&](const OptionUse& option) {
        if (option.row == nullptr) return false;
        const auto& operands = option.row->operands;
        const WordRole role = option.row->value.role;
        return option.row->stands_for == 1 || role == WordRole::code ||
               (role == WordRole::code_file && !names_script) || (operands && operands->role != WordRole::changes);
    });
}

void script(Invocation& call, const Reading& reading) {
    const Row& row = *reading.row;
    if (reading.operands.empty()) {
        if (!row.input.empty()) call.reads_code_from_input(row.input == "sh");
        return;
    }
    if (row.operands.empty()) return;
    const WordRole role = row.operands.front().meaning.role;
    const Word& word = call.words[reading.operands.front()];
    if (role == WordRole::code) {
        call.doubt(Doubt::inline_code, call.name + " runs code given as an argument", word);
    } else if (role != WordRole::code_file) {
        if (!row.input.empty()) call.reads_code_from_input(row.input == "sh");
    } else if (word.text == "-" || word.text == "/dev/stdin") {
        call.reads_code_from_input(false);
    } else if (is_remote_script(word.text) || is_hidden_script(word)) {
        call.doubt(Doubt::script_input, call.name + " runs a script that is known only at run time", word);
    }
}

}  // namespace

bool is_interpreter(std::string_view name) {
    if (is_shell(name)) return true;
    const Row* row = programs::find_row(name);
    if (row == nullptr) row = programs::find_row(without_version(name));
    return row != nullptr && obeys_code(*row);
}

bool unwrap_interpreter(Invocation& call, const Reading& reading) {
    if (reading.row == nullptr) return false;
    if (unwrap_scriptable(call, *reading.row)) return true;
    if (!obeys_code(*reading.row)) return false;
    if (reading.only_informs) return true;
    unwrap_exec_options(call, reading);
    if (!takes_exec_options(*reading.row)) {
        for (const std::size_t index : reading.unsure) report_unsure_option(call, call.words[index]);
    }
    for (const OptionUse& option : reading.options) {
        if (option.row != nullptr && option.row->reads_input) call.reads_code_from_input(false);
    }
    if (is_python(*reading.row)) {
        python_settings(call, reading);
        for (const OptionUse& option : reading.options) {
            if (option.name != "m" || !option.value) continue;
            python_module(call, reading, *option.value);
            return true;
        }
    }
    if (!is_given(reading)) script(call, reading);
    return true;
}

}  // namespace postern::shell
