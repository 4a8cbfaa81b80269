// Programs with a small language of their own: awk, sed, editors, debuggers, database clients. Each function reads the
// command line of one family; readers of the languages themselves are in files of their own. The book of programs says
// which program has which language.
#pragma once

#include "programs/row.h"
#include "shell/invocation.h"

#include <string>

namespace postern::shell {

void unwrap_awk(Invocation& call);     // text_filters.cc
void unwrap_sed(Invocation& call);     // text_filters.cc
void unwrap_vim(Invocation& call);     // editors.cc
void unwrap_ed(Invocation& call);      // editors.cc
void unwrap_dc(Invocation& call);      // editors.cc
void unwrap_less(Invocation& call);    // editors.cc
void unwrap_gdb(Invocation& call);     // debuggers.cc
void unwrap_lldb(Invocation& call);    // debuggers.cc
void unwrap_sqlite(Invocation& call);  // database_clients.cc
void unwrap_psql(Invocation& call);    // database_clients.cc
void unwrap_mysql(Invocation& call);   // database_clients.cc

// Handles the command and returns true if there is a reader for the language of its program.
bool unwrap_scriptable(Invocation& call, const programs::Row& row);

// Raises a doubt for options that the grammar does not list and for words that may turn out to be options.
void report_uncertain_options(Invocation& call, const Scan& scan);

// Raises a doubt if a file of commands is known only at run time.
void check_program_file(Invocation& call, const Word& file);

// Returns the text of a program with holes that come from arithmetic replaced by a number, which is harmless anywhere.
[[nodiscard]] std::string with_numbers(const Word& program);

// Judges a text of commands; `is_plain` reads it.
void check_text(Invocation& call, const Word& text, bool (*is_plain)(std::string_view));
// Does the same for standard input. A file is opaque, like a script.
void check_input(Invocation& call, bool (*is_plain)(std::string_view));

}  // namespace postern::shell
