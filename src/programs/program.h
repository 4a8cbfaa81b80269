// The book of programs: what each word of a program's command line means.
//
// A row is six texts. To teach Postern a program, add a row to the table of its kind (table_*.cc).
//
//   names     "sort gsort", all names of the program; "git/push" for a subcommand; "py:pip" for what `python -m pip` runs,
//             an option with the role `cmd:py`; further names are aliases of the row.
//   habits    how words are read, see Habit.
//   options   blank-separated: [!]NAME[,NAME…][+NAME…][MARKS][ARITY ROLE][>ROLE]
//               NAME    one character is `-o`, a longer name is `--output` (with the habit `single` also `-output`)
//               !       `--no-NAME` exists, too
//               +NAME   it does what these options do together: `D+delete+force`
//               MARKS   `.` shows something and does nothing else    `$` destroys    `^` ends the options
//                       `&` makes files in the working directory that no word names; if the program does so anyway, it
//                       makes none there with this
//                       `%` brings code that would not run without it    `<` code is read from standard input, too
//               ARITY   none: a flag    `=` a value    `=?` a value only if glued    `=#` digits, glued
//                       `==` two values, the second has the role    `=2` two values, both have it
//                       `=;` all words up to `;` or `+`
//               >ROLE   with this option operands that are files, and a command, have that role
//   operands  roles in order; `*` after a role repeats it, `?` makes it optional; roles after a repeated one are those of
//             the last operands; `cmd`, `sh` and `rest` take all words that remain. `cmd?`: without a command it starts a
//             shell. `A* cmd`: assignments may stand before the command. `-? cmd`: an operand may stand before the options
//   more      `destroys`: every call is destructive    `contacts`: it talks to hosts    `runs`: it runs code that the
//             words do not name (a build, a test suite)    `carries`: to allow the command inside is to allow the call
//             `makes`: it makes files in the working directory that no word names, if no word is a directory for them;
//             `unpacks`: directories, too    `here`: without an operand that is a file the working directory stands for
//             it, if its role has a `/`, and for a destination    `input:py`: without an operand or option that holds
//             code it reads code in this language from its standard input
//   same      subcommands that have several names, "push=image/push rmi=image/rm=image/remove": the first is the one that
//             rules are compared by. With `*` at the end any beginning stands for the name that alone begins so.
//
// Roles are listed at WordRole; an option with the role `!` takes values that the row does not explain. A `/` after a role
// says "with everything below" (`R/`). `:to` marks the destination of a copy (`W:to`), which may be a directory, `:archive`
// an operand that keeps its role whatever options say, `:rev` a name that is a file only behind `--`, and `:file` a word
// that is one although others like it may be packages, tests or images. A digit after a role says that the option stands
// for that operand (`e=C:sed1`).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace postern::programs {

struct ProgramRow {
    std::string_view names;
    std::string_view habits = {};
    std::string_view options = {};
    std::string_view operands = {};
    std::string_view more = {};
    std::string_view same = {};
};

// What a word is for.
enum class WordRole : std::uint8_t {
    data,          // -     text, a number, a name: nothing that is opened or run
    informs,       // .     makes the program show something and do nothing else
    reads,         // R     a file that is read
    lists,         // R@    a file that is read and names further files
    writes,        // W     a file that is made, changed or removed
    changes,       // M     a file that is read and changed
    walks,         // L     a file or directory whose name or kind is looked at, or that is searched for names
    fills,         // D     a directory in which files are made
    enters,        // CD    the directory in which the rest of the words is read
    sends,         // @R    data, but `@name` is a file that is read
    runs,          // X     a program; words after the first are its arguments
    shell,         // S     text for a shell
    command,       // cmd   this word and all after it are a command
    shell_words,   // sh    this word and all after it are joined and given to a shell; of an option, its value alone
    code,          // C     code in a language: C:awk
    code_file,     // F     a file of code, or of settings that can run code
    loads,         // P     a library, a plugin, a directory of programs
    setting,       // K     KEY=VALUE of a kind that has telling keys: K:git
    assignment,    // A     NAME=VALUE
    url,           // U
    host,          // H     host, host:port or user@host
    remote_read,   // HR    host:path, or a file that is read
    remote_write,  // HW    host:path, or a file that is written
    anything,      // any   an argument of code that nobody has read: it may be a file that is read or written
};

// How words are read. Without a habit: options may stand anywhere, long names may be abbreviated.
//   posix    options end at the first operand            one      they end at the second
//   exact    long names are not abbreviated              single   long names may have one dash
//   bundle   the first word is a cluster without a dash  plus     `+x` is an option
//   numbers  `-5` is an option                           sub      the first operand is a subcommand
//   settings every unknown `--name=value` is data        plain    there are no options: each word is an operand
//   expr     `--` ends nothing (find)                     atfile   an operand `@name` stands for words in a file
//   begins   a subcommand may be abbreviated
// Operands may be KEY=VALUE with roles: `{if=R,of=W}`.

// All rows, by kind of program.
[[nodiscard]] std::span<const std::span<const ProgramRow>> book() noexcept;

}  // namespace postern::programs
