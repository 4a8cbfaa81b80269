// Reads the command lines of database clients.
#include "shell/scriptable_programs.h"
#include "shell/sql_scripts.h"

namespace postern::shell {
namespace {

// A value that begins with `|` is a command that gets the output; others name a file.
void output(Invocation& call, const Word& value) {
    if (value.text.starts_with('|')) {
        Word code = value;
        code.text.erase(0, 1);
        call.code(code);
        call.doubt(Doubt::runs_option, call.name + " sends its output to a command", value);
    } else if (value.text != "/dev/null") {
        call.doubt(Doubt::option, call.name + " writes a file named by an option", value);
    }
}

}  // namespace

void unwrap_sqlite(Invocation& call) {
    const Scan scan = shell::scan(
        {.longs = "cmd= init= separator= nullvalue= newline= lookaside== pagecache== mmap= maxsize= heap= sorterref= "
                  "vfs= nonce= escape= version help ascii append bail batch box column csv deserialize echo header "
                  "noheader html interactive json line list markdown memtrace nofollow quote readonly safe stats table "
                  "tabs utf8 no-utf8 zip",
         .free_operands = kAnyNumber,
         .single_dash = true,
         .exact = true},
        call.words);
    report_uncertain_options(call, scan);
    for (const Option& option : scan.options) {
        if (option.name == "cmd") check_text(call, option.value, is_plain_sqlite);
        if (option.name == "init") check_program_file(call, option.value);
    }
    for (std::size_t i = 1; i < scan.operands.size(); ++i)
        check_text(call, call.words[scan.operands[i]], is_plain_sqlite);
    if (scan.operands.size() < 2) check_input(call, is_plain_sqlite);
}

void unwrap_psql(Invocation& call) {
    const Scan scan = shell::scan(
        {.shorts = "aAbc:d:eEf:F:h:HlL:no:p:P:qR:sStT:U:v:VwWxXz01?",
         .longs = "command= file= dbname= host= port= username= variable= set= output= log-file= version help=? "
                  "echo-all no-align echo-errors echo-queries echo-hidden html list no-readline quiet single-step "
                  "single-line tuples-only no-password password expanded no-psqlrc field-separator= "
                  "record-separator= table-attr= pset= field-separator-zero record-separator-zero "
                  "single-transaction csv",
         .free_operands = kAnyNumber},
        call.words);
    report_uncertain_options(call, scan);
    bool given = false;
    for (const Option& option : scan.options) {
        if (listed("f file", option.name)) check_program_file(call, option.value);
        if (listed("o output L log-file", option.name)) output(call, option.value);
        // The value of a variable is inserted into the script, where it may be a command.
        if (listed("v set variable P pset", option.name) &&
            (has_hole(option.value.text) || option.value.text.find_first_of("\\`") != std::string::npos))
            call.doubt(Doubt::inline_code, call.name + " is given a variable that can hold commands", option.value);
        given = given || listed("c command f file l list V version help", option.name);
        if (listed("c command", option.name)) check_text(call, option.value, is_plain_psql);
    }
    if (!given) check_input(call, is_plain_psql);
}

void unwrap_mysql(Invocation& call) {
    const Scan scan =
        shell::scan({.shorts = "e:h:P:u:p::D:S:BCEfGHinNoqrsTtVvwX?AbL",
                     .longs = "execute= host= port= user= password=? database= socket= default-character-set= pager=? "
                              "tee= init-command= defaults-file= version help batch skip-column-names silent table "
                              "vertical force protocol= ssl-mode= column-names raw compress",
                     .free_operands = kAnyNumber},
                    call.words);
    report_uncertain_options(call, scan);
    bool given = false;
    for (const Option& option : scan.options) {
        if (option.name == "pager") call.doubt(Doubt::runs_option, call.name + " --pager names a program to run");
        if (option.name == "tee") output(call, option.value);
        given = given || listed("e execute V version help", option.name);
        if (listed("e execute init-command", option.name)) check_text(call, option.value, is_plain_mysql);
    }
    if (!given) check_input(call, is_plain_mysql);
}

}  // namespace postern::shell
