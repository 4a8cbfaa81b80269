#include "shell/interpreters.h"

#include "base/ascii.h"
#include "shell/shells.h"
#include "shell/small_languages.h"
#include "shell/standard_input.h"

#include <algorithm>
#include <string>
#include <unordered_map>

namespace postern::shell {
namespace {

void unsure_options(Invocation& call, const Scan& scan) {
    for (const std::size_t index : scan.unsure) {
        const Word& word = call.words[index];
        if (may_split(word) || !word.starts_dynamic()) {
            call.doubt(Doubt::option, "a word known only at run time could be an option of " + call.name, word);
        }
    }
}

// Replaces holes that come from arithmetic by a number, which is harmless anywhere in a program.
std::string with_numbers(const Word& program, std::string text) {
    if (program.dynamic == kArithmetic) std::ranges::replace(text, kHole, '1');
    return text;
}

void report(Invocation& call, const Effects& effects, const Word& program) {
    if (!effects.runs) return;
    for (const std::string& code : effects.code) call.code(literal_word(code, program.span));
    call.doubt(Doubt::inline_code, "this " + call.name + " program can run commands", program);
}

void program_file(Invocation& call, const Word& file) {
    if (is_hidden_script(file))
        call.doubt(Doubt::script_input, call.name + " reads its program from a place known only at run time", file);
}

void awk(Invocation& call) {
    constexpr Grammar kAwk{
        .shorts = "F:v:f:e:i:l:E:o::d::D::p::L::W:cCghbnNOPrsStVMIk",
        .longs =
            "field-separator= assign= file= source= include= load= exec= dump-variables=? debug=? profile=? "
            "pretty-print=? lint=? version help sandbox csv posix traditional re-interval bignum optimize "
            "no-optimize characters-as-bytes use-lc-numeric non-decimal-data copyright gen-pot trace"};
    const Scan scan = shell::scan(kAwk, call.words);
    if (find_option(scan, "V version help copyright")) return;
    unsure_options(call, scan);
    bool given = false;
    for (const Option& option : scan.options) {
        const std::string_view name = option.name;
        if (listed("e source", name))
            report(call, awk_effects(with_numbers(option.value, option.value.text)), option.value);
        if (listed("f file E exec i include", name) && option.has_value) program_file(call, option.value);
        if (listed("l load D debug", name))
            call.doubt(Doubt::inline_code, call.name + " loads code named by an option", call.words[option.index]);
        given = given || listed("e source f file E exec", name);
    }
    if (given || scan.operands.empty()) return;
    const Word& program = call.words[scan.operands.front()];
    report(call, awk_effects(with_numbers(program, program.text)), program);
}

void sed(Invocation& call) {
    constexpr Grammar kSed{
        .shorts = "nEre:f:i::I::l:szubashV",
        .longs =
            "quiet silent expression= file= in-place=? line-length= null-data zero-terminated regexp-extended "
            "separate unbuffered posix debug sandbox follow-symlinks binary help version",
        .free_operands = kAnyNumber};
    const Scan scan = shell::scan(kSed, call.words);
    if (find_option(scan, "help version")) return;
    unsure_options(call, scan);
    std::string text;
    const Word* program = nullptr;
    bool given = false;
    for (const Option& option : scan.options) {
        if (listed("f file", option.name) && option.has_value) program_file(call, option.value);
        given = given || listed("f file e expression", option.name);
        if (!listed("e expression", option.name)) continue;
        (text += with_numbers(option.value, option.value.text)) += '\n';
        program = &option.value;
    }
    if (!given && !scan.operands.empty()) {
        // `sed -i '' SCRIPT` of BSD has the suffix in the empty word, which GNU sed takes for the program.
        const bool suffix = call.words[scan.operands[0]].text.empty() && call.words[scan.operands[0]].literal() &&
                            scan.operands.size() > 1;
        program = &call.words[scan.operands[suffix ? 1 : 0]];
        text = with_numbers(*program, program->text);
    }
    if (program && !find_option(scan, "sandbox")) report(call, sed_effects(text), *program);
}

// Returns true for ex commands that only save, leave or go to a line.
bool is_plain_ex(std::string_view command) {
    while (command.starts_with(':')) command.remove_prefix(1);
    if (command.ends_with('!')) command.remove_suffix(1);
    const bool number = command.find_first_not_of("0123456789$") == std::string_view::npos;
    return number || listed("q qa qall wq wqa wqall x xa xall w wa wall quit", command) ||
           (command.starts_with("set ") && command.find_first_of("=|!") == std::string_view::npos);
}

void ex_command(Invocation& call, const Word& word) {
    if (word.literal() && is_plain_ex(word.text)) return;
    const std::size_t bang = word.text.find('!');
    if (bang == 0 || (bang == 1 && word.text.front() == ':')) {
        Word code = word;
        code.text.erase(0, bang + 1);
        call.code(code);
    }
    call.doubt(Doubt::inline_code, call.name + " runs commands given to it", word);
}

void vim(Invocation& call) {
    constexpr Grammar kVim{
        .shorts = "bc:CdDeEfFgHhi:lLmMnNO::o::p::P:q:rRsS:t:T:u:U:vVw:W:xXyYZA",
        .longs =
            "cmd= clean noplugin startuptime= version help not-a-term remote remote-send= remote-expr= servername= "
            "headless embed listen= server= ttyfail literal nofork",
        .free_operands = kAnyNumber};
    const Scan scan = shell::scan(kVim, call.words);
    if (find_option(scan, "version help h")) return;
    unsure_options(call, scan);
    for (const Option& option : scan.options) {
        if (listed("c cmd", option.name)) ex_command(call, option.value);
        if (listed("remote-send remote-expr", option.name))
            call.doubt(Doubt::inline_code, "sends commands to an editor", call.words[option.index]);
        if (listed("S", option.name))
            call.doubt(Doubt::sourced_file, call.name + " -S runs a file of editor commands", call.words[option.index]);
        if (option.name == "u" && option.has_value && !listed("NONE NORC DEFAULTS /dev/null", option.value.text)) {
            call.doubt(Doubt::sourced_file, call.name + " -u runs a file of editor commands", option.value);
        }
    }
    for (const std::size_t operand : scan.operands) {
        Word word = call.words[operand];
        if (word.text.size() < 2 || word.text.front() != '+' || word.text[1] == '/') continue;
        word.text.erase(0, 1);
        ex_command(call, word);
    }
    const bool ex = call.name == "ex" || find_option(scan, "e E");
    const StandardInput input = standard_input(call.command, call.previous);
    const bool silent =
        input.from == InputFrom::inherited || (input.from == InputFrom::file && input.text.text == "/dev/null");
    if ((ex && !silent) || find_option(scan, ex ? "-" : "s"))
        call.doubt(Doubt::script_input, call.name + " reads editor commands from a script or standard input");
}

// Tells whether a text given to the program contains one of the needles.
struct Talk {
    std::string_view needles;  // separated by blanks, in lower case; `~` stands for a blank
    bool operator()(std::string_view text) const {
        bool found = false;
        const std::string lower = lower_case(text);
        for_each_name(needles, [&](std::string_view needle) {
            std::string plain(needle);
            std::ranges::replace(plain, '~', ' ');
            found = found || lower.find(plain) != std::string::npos;
        });
        return found;
    }
};

void check_text(Invocation& call, const Word& word, const Talk& talk) {
    if (talk(word.text) || has_hole(word.text.substr(0, 1))) {
        call.doubt(Doubt::inline_code, call.name + " is given commands that can run programs", word);
    }
}

// Checks the standard input of a client that has commands for running programs. A file is opaque, like a script.
void check_input(Invocation& call, const Talk& talk) {
    const StandardInput input = standard_input(call.command, call.previous);
    if (input.known) {
        if (talk(input.text.text))
            call.doubt(Doubt::inline_code, call.name + " is given commands that can run programs", call.words.front());
    } else if (input.from == InputFrom::elsewhere) {
        call.doubt(Doubt::script_input, call.name + " reads commands from standard input");
    }
}

void sqlite(Invocation& call) {
    const Talk talk{".shell .system .sh~ .sy~ | .load .lo~ load_extension edit( .excel .www .e~"};
    const Scan scan =
        shell::scan({.longs = "cmd= init= separator= nullvalue= newline= lookaside== mmap= maxsize= vfs= version help",
                     .free_operands = kAnyNumber,
                     .single_dash = true,
                     .exact = true},
                    call.words);
    if (find_option(scan, "version help")) return;
    unsure_options(call, scan);
    for (const Option& option : scan.options) {
        if (option.name == "cmd") check_text(call, option.value, talk);
        if (option.name == "init") program_file(call, option.value);
    }
    const auto concatenated = [](const Word& w) { return w.text.find("||") != std::string::npos; };
    for (std::size_t i = 1; i < scan.operands.size(); ++i) {
        Word word = call.words[scan.operands[i]];
        if (!word.text.starts_with('.') && concatenated(word)) std::erase(word.text, '|');  // SQL's own operator
        if (word.literal())
            check_text(call, word, talk);
        else if (may_be_option(word) || talk(word.text))
            call.doubt(Doubt::inline_code, "the text given to " + call.name + " is known only at run time", word);
    }
    if (scan.operands.size() < 2) check_input(call, talk);
}

void psql(Invocation& call) {
    const Talk talk{"\\! \\o~| \\g~| \\gx~| \\w~| ~program~' \\setenv \\e~ `"};
    const Scan scan = shell::scan(
        {.shorts = "ac:d:ef:F:h:HlL:no:p:P:qR:sStT:U:v:VwWxXz0129A?:",
         .longs = "command= file= dbname= host= port= username= variable= set= output= log-file= version help",
         .free_operands = kAnyNumber},
        call.words);
    if (find_option(scan, "V version help")) return;
    unsure_options(call, scan);
    bool given = false;
    for (const Option& option : scan.options) {
        if (listed("f file", option.name)) program_file(call, option.value);
        if (listed("o output L log-file", option.name) && option.value.text.starts_with('|'))
            check_text(call, option.value, talk);
        given = given || listed("c command f file", option.name);
        if (!listed("c command", option.name)) continue;
        // The value of one -c is either SQL or a single backslash command.
        if (option.value.text.starts_with('\\') || Talk{"program"}(option.value.text))
            check_text(call, option.value, talk);
        else if (may_be_option(option.value))
            call.doubt(Doubt::inline_code, "the text given to psql is known only at run time", option.value);
    }
    if (!given) check_input(call, talk);
}

void mysql(Invocation& call) {
    const Talk talk{"\\! system~ \\p~ pager~ \\e; edit; tee~|"};
    const Scan scan =
        shell::scan({.shorts = "e:h:P:u:p::D:S:BCEfGHinNoqrsTtVvwX?AbL",
                     .longs = "execute= host= port= user= password=? database= socket= default-character-set= pager=? "
                              "tee= init-command= defaults-file= version help",
                     .free_operands = kAnyNumber},
                    call.words);
    if (find_option(scan, "V version help")) return;
    unsure_options(call, scan);
    if (find_option(scan, "pager")) call.doubt(Doubt::runs_option, call.name + " --pager names a program to run");
    bool given = false;
    for (const Option& option : scan.options) {
        if (!listed("e execute", option.name)) continue;
        given = true;
        check_text(call, option.value, talk);
    }
    if (!given) check_input(call, talk);
}

// Returns true for gdb commands that only examine the program under test or run it.
bool is_plain_gdb(std::string_view command) {
    const std::string_view verb = command.substr(0, command.find_first_of(" /"));
    const bool looks = listed(
        "bt backtrace where run r start continue c quit q info i list l disassemble disas break b tbreak hbreak watch "
        "up down "
        "finish next n nexti ni step s stepi si frame f thread x delete kill display undisplay until advance file help "
        "show",
        verb);
    const bool sets = command.starts_with("set pagination ") || command.starts_with("set confirm ") ||
                      command.starts_with("set print ") || command.starts_with("set args ") ||
                      command.starts_with("set logging ") || command.starts_with("set width ") ||
                      command.starts_with("set height ");
    const bool hides = Talk{"! | shell python guile pipe source compile eval make $( call print"}(command);
    return (looks || sets) && (!hides || command.starts_with("set print "));
}

void gdb(Invocation& call) {
    constexpr Grammar kGdb{.shorts = "x:p:c:s:e:d:D:l:b:t:nqo:O:S:k:K:Q",
                           .longs =
                               "ex= iex= eval-command= init-eval-command= command= init-command= ix= batch "
                               "batch-silent nx nh quiet q args exec= symbols= "
                               "core= pid= directory= cd= data-directory= interpreter= tty= version help "
                               "return-child-result nw tui silent "
                               "one-line= one-line-before-file= source= source-before-file= one-line-on-crash= "
                               "source-on-crash= file= attach-pid=",
                           .ends = "args",
                           .free_operands = kAnyNumber,
                           .single_dash = true};
    const Scan scan = shell::scan(kGdb, call.words);
    if (find_option(scan, "version help")) return;
    unsure_options(call, scan);
    for (const Option& option : scan.options) {
        const bool command = listed(
            "ex iex eval-command init-eval-command o one-line O one-line-before-file k one-line-on-crash", option.name);
        if (command && (!option.value.literal() || !is_plain_gdb(option.value.text))) ex_command(call, option.value);
        if (listed("x command init-command ix s source S source-before-file", option.name) &&
            call.name != "gdb-symbols") {
            call.doubt(Doubt::sourced_file, call.name + " runs a file of commands", call.words[option.index]);
        }
        if (option.name == "args" && !scan.operands.empty()) call.run_from(scan.operands.front());
    }
    const StandardInput input = standard_input(call.command, call.previous);
    if (!find_option(scan, "batch batch-silent") && input.from != InputFrom::inherited)
        call.reads_code_from_input(false);
}

void line_editor(Invocation& call) {  // ed, dc, lftp: a `!` in their input starts a shell
    const Talk talk{"!"};
    for (std::size_t i = 1; i < call.words.size(); ++i) {
        const std::string_view text = call.words[i].text;
        const std::size_t bang = text.find('!');
        const bool comparison = bang != std::string_view::npos && bang + 1 < text.size() &&
                                std::string_view("<=>").find(text[bang + 1]) != std::string_view::npos;
        if (bang != std::string_view::npos && !comparison)
            call.doubt(Doubt::inline_code, call.name + " is given commands that can run programs", call.words[i]);
    }
    check_input(call, talk);
}

void less(Invocation& call) {
    for (std::size_t i = 1; i < call.words.size(); ++i) {
        const Word& word = call.words[i];
        if (word.text.starts_with('+') && word.text.find_first_of("!|vs") != std::string::npos &&
            !word.text.starts_with("+/")) {
            call.doubt(Doubt::inline_code, call.name + " is given commands that can run programs", word);
        }
        if (word.text.starts_with("-k") || word.text.starts_with("--lesskey") ||
            (word.starts_dynamic() && may_split(word))) {
            call.doubt(Doubt::option, call.name + " has an option that can bring commands", word);
        }
    }
}

void scheduled(Invocation& call) {  // at, batch, crontab: shell code on standard input
    const Scan scan = shell::scan({.shorts = "q:f:mMlvdc:rt:bVu:eis:n"}, call.words);
    if (find_option(scan, "l d r c b V")) return;
    if (call.name == "crontab") {
        call.doubt(Doubt::script_input, "crontab installs commands that run later");
    } else if (const Option* file = find_option(scan, "f")) {
        program_file(call, file->value);
    } else {
        call.reads_code_from_input(true);
    }
}

struct Scriptable {
    std::string_view names;
    void (*unwrap)(Invocation&);
};

constexpr Scriptable kPrograms[] = {
    {"awk gawk mawk nawk oawk original-awk goawk", awk},
    {"sed gsed ssed", sed},
    {"vim vi nvim ex view gvim vimdiff rvim rview nvi vimx evim eview", vim},
    {"gdb lldb gdb-multiarch", gdb},
    {"sqlite3 sqlite", sqlite},
    {"psql", psql},
    {"mysql mariadb", mysql},
    {"ed red dc lftp ftp", line_editor},
    {"less more most", less},
    {"at batch crontab", scheduled},
};

}  // namespace

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
