#include "shell/interpreters.h"

#include "shell/shells.h"

#include <string>
#include <unordered_map>

namespace postern::shell {
namespace {

using Index = std::unordered_map<std::string_view, const Interpreter*>;

Index make_index() {
    Index index;
    for (const Interpreter& interpreter : interpreter_table()) {
        for_each_name(interpreter.names, [&](std::string_view name) { index.emplace(name, &interpreter); });
    }
    return index;
}

const Interpreter* find_interpreter(std::string_view name) {
    static const Index index = make_index();
    const auto found = index.find(name);
    return found == index.end() ? nullptr : found->second;
}

bool is_remote(std::string_view text) {
    return text.starts_with("data:") || text.starts_with("http:") || text.starts_with("https:") ||
           text.starts_with("blob:");
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

void python_module(Invocation& call, const Scan& scan, const Option& option) {
    const Word& module = option.value;
    const std::string_view package = first_part(module.text);
    if (has_hole(module.text))
        return call.doubt(Doubt::inline_code, "the python module is known only at run time", module);
    if (listed(kPythonCodeModules, package))
        return call.doubt(Doubt::inline_code, "python -m " + module.text + " runs code given to it", module);
    if (!listed(kPythonScriptModules, package)) return;
    if (scan.operands.empty()) return;
    const Scan own = shell::scan(
        {.shorts = "o:s:mC:f:cgrRTtl",
         .longs = "module ignore-module= ignore-dir= coverdir= file= outfile= sort= count trace listfuncs trackcalls "
                  "report no-report missing summary timing"},
        call.words, scan.operands.front());
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
void python_settings(Invocation& call, const Scan& scan) {
    constexpr std::string_view kSettings =
        "dev utf8 importtime faulthandler tracemalloc showrefcount showalloccount no_debug_ranges frozen_modules perf "
        "int_max_str_digits warn_default_encoding gil cpu_count";
    for (const Option& option : scan.options) {
        const std::string_view value = option.value.text;
        const bool imports = option.name == "W" && value.find('.') != std::string_view::npos;
        const bool sets = option.name == "X" && !listed(kSettings, value.substr(0, value.find('=')));
        if (imports || sets || (listed("W X", option.name) && has_hole(value)))
            call.doubt(Doubt::inline_code, call.name + " may load code named by option " + std::string(option.name),
                       option.value);
    }
}

void report_options(Invocation& call, const Interpreter& interpreter, const Scan& scan) {
    for (const Option& option : scan.options) {
        const Word& value = option.value;
        const std::string name(option.name);
        if (listed(interpreter.code, option.name)) {
            call.doubt(Doubt::inline_code, call.name + " runs code given in option " + name,
                       option.has_value ? value : call.words[option.index]);
        } else if (listed(interpreter.files, option.name) && option.has_value && is_hidden_script(value)) {
            call.doubt(Doubt::script_input, call.name + " runs a file that is known only at run time", value);
        } else if (listed(interpreter.loads, option.name) && option.has_value &&
                   (is_remote(value.text) || is_hidden_script(value))) {
            call.doubt(Doubt::inline_code, call.name + " loads code given in option " + name, value);
        }
    }
    for (const std::size_t index : scan.unsure) {
        const Word& word = call.words[index];
        if (may_split(word) || !word.starts_dynamic()) {
            call.doubt(Doubt::option, "a word known only at run time could be an option of " + call.name, word);
        }
    }
}

void unwrap_by_table(Invocation& call, const Interpreter& interpreter) {
    const Scan scan = shell::scan(interpreter.grammar, call.words);
    if (find_option(scan, interpreter.info_options)) return;
    report_options(call, interpreter, scan);
    if (find_option(scan, interpreter.input)) call.reads_code_from_input(false);
    if (call.name.starts_with("py")) python_settings(call, scan);
    if (const Option* module = find_option(scan, "m"); module && call.name.starts_with("py")) {
        return python_module(call, scan, *module);
    }
    if (find_option(scan, interpreter.code) || find_option(scan, interpreter.files) ||
        find_option(scan, interpreter.program_options))
        return;
    if (scan.operands.empty()) {
        if (interpreter.reads_input) call.reads_code_from_input(false);
        return;
    }
    const Word& script = call.words[scan.operands.front()];
    if (interpreter.operand_is_code) {
        call.doubt(Doubt::inline_code, call.name + " runs code given as an argument", script);
    } else if (script.text == "-" || script.text == "/dev/stdin") {
        call.reads_code_from_input(false);
    } else if (is_remote(script.text) || is_hidden_script(script)) {
        call.doubt(Doubt::script_input, call.name + " runs a script that is known only at run time", script);
    }
}

// Unwraps deno and bun, whose subcommand decides what the other words mean.
void unwrap_deno(Invocation& call) {
    const Scan scan =
        shell::scan({.shorts = "c:r:L:qAhVe:p:",
                     .longs = "config= reload=? log-level= version help eval= print= require= preload= cwd="},
                    call.words);
    if (find_option(scan, "V version h help")) return;
    if (find_option(scan, "e eval p print"))
        return call.doubt(Doubt::inline_code, call.name + " runs code given in an option");
    for (const std::size_t index : scan.unsure) {
        if (may_split(call.words[index]))
            call.doubt(Doubt::option, "a word known only at run time could be an option of " + call.name,
                       call.words[index]);
    }
    if (scan.operands.empty()) {
        if (call.name == "deno") call.reads_code_from_input(false);
        return;
    }
    const Word& subcommand = call.words[scan.operands.front()];
    if (listed("eval", subcommand.text))
        return call.doubt(Doubt::inline_code, call.name + " runs code given as an argument", subcommand);
    if (subcommand.text == "repl") return call.reads_code_from_input(false);
    const bool runs = subcommand.text == "run" || subcommand.text == "serve";
    for (std::size_t i = scan.operands.front() + (runs ? 1 : 0); i < call.words.size(); ++i) {
        const Word& word = call.words[i];
        if (word.text.starts_with("-") && word.text != "-") continue;
        if (is_remote(word.text) || is_hidden_script(word)) {
            call.doubt(Doubt::script_input, call.name + " runs a script that is known only at run time", word);
        }
        return;
    }
}

}  // namespace

bool is_interpreter(std::string_view name) {
    const std::string_view bare = without_version(name);
    return is_shell(name) || bare == "deno" || bare == "bun" || find_interpreter(name) != nullptr ||
           find_interpreter(bare) != nullptr;
}

bool unwrap_interpreter(Invocation& call) {
    if (unwrap_scriptable(call)) return true;
    const std::string_view bare = without_version(call.name);
    if (bare == "deno" || bare == "bun") {
        unwrap_deno(call);
        return call.name == "deno";
    }
    const Interpreter* interpreter = find_interpreter(call.name);
    if (!interpreter) interpreter = find_interpreter(bare);
    if (!interpreter) return false;
    unwrap_by_table(call, *interpreter);
    return true;
}

}  // namespace postern::shell
