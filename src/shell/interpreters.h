// Finds out where interpreters get their code from. A script file is opaque and raises no doubt; code in an option, on
// standard input or in a file known only at run time raises one.
#pragma once

#include "shell/invocation.h"

#include <span>
#include <string_view>

namespace postern::shell {

struct Interpreter {
    std::string_view names;
    Grammar grammar = {};
    std::string_view code = {};   // options whose value is code
    std::string_view files = {};  // options whose value is a file of code
    std::string_view loads = {};  // options that load a module: a doubt only if it is hidden (data: URL, dynamic)
    std::string_view program_options =
        {};  // options that name the program in another way: no script operand, no standard input
    std::string_view info_options = {};  // --version and the like
    std::string_view input = {};         // options with which standard input is always read
    bool operand_is_code = false;        // the first operand is the program itself
    bool reads_input = true;             // without an operand the program comes from standard input
};

[[nodiscard]] std::span<const Interpreter> interpreter_table() noexcept;

// Returns whether the program of this name runs code from a file that its arguments may name.
[[nodiscard]] bool is_interpreter(std::string_view name);

// Handles the command and returns true if it is an interpreter, an editor, a debugger or a database client.
bool unwrap_interpreter(Invocation& call);

// scriptable_programs.cc: the same for perl and for programs with a small language of their own: awk, sed, editors,
// debuggers, database clients.
bool unwrap_scriptable(Invocation& call);

}  // namespace postern::shell
