// Reads the command lines of editors and pagers.
#include "shell/characters.h"
#include "shell/ex_commands.h"
#include "shell/scriptable_programs.h"
#include "shell/standard_input.h"

#include <algorithm>

namespace postern::shell {
namespace {

void ex_command(Invocation& call, const Word& word) {
    if (word.literal() && is_plain_ex(word.text)) return;
    const std::size_t bang = word.text.find_first_not_of(": ");
    if (bang != std::string::npos && word.text[bang] == '!') {
        Word code = word;
        code.text.erase(0, bang + 1);
        call.code(code);
    }
    call.doubt(Doubt::inline_code, call.name + " runs commands given to it", word);
}

// Judges one option of vim.
void vim_option(Invocation& call, const Option& option) {
    const Word& at = call.words[option.index];
    if (listed("c cmd", option.name)) {
        ex_command(call, option.value);
    } else if (listed("remote-send remote-expr", option.name)) {
        call.doubt(Doubt::inline_code, "sends commands to an editor", at);
    } else if (option.name == "S" || (option.name == "l" && call.name == "nvim")) {
        call.doubt(Doubt::sourced_file, call.name + " runs a file of editor commands", at);
    } else if (listed("u U", option.name) && !listed("NONE NORC DEFAULTS /dev/null", option.value.text)) {
        call.doubt(Doubt::sourced_file, call.name + " -u runs a file of editor commands", at);
    } else if (listed("w W startuptime log", option.name) || (option.name == "i" && option.value.text != "NONE") ||
               (option.name == "V" && option.value.text.find_first_not_of("0123456789") != std::string::npos)) {
        call.doubt(Doubt::option, call.name + " writes a file named by an option", at);
    }
}

// Tells whether vim reads keys or commands from its standard input. `vim -` reads the text to edit from it.
bool reads_commands(const Invocation& call, const Scan& scan, bool ex) {
    const StandardInput input = standard_input(call.command, call.previous);
    if (input.from == InputFrom::inherited || (input.from == InputFrom::file && input.text.text == "/dev/null"))
        return false;
    const bool text = std::ranges::any_of(scan.operands, [&](std::size_t operand) {
        return call.words[operand].text == "-" && (scan.after_dashes == 0 || operand < scan.after_dashes);
    });
    return ex || !text;
}

}  // namespace

void unwrap_vim(Invocation& call) {
    constexpr Grammar kVim{
        .shorts = "bc:CdDeEfFgHhi:lLmMnNO::o::p::P:q:rRsS:t:T:u:U:vV::w:W:xXyYZA",
        .longs =
            "cmd= clean noplugin startuptime= log= version help not-a-term remote remote-silent remote-wait remote-tab "
            "remote-send= remote-expr= servername= serverlist headless embed listen= server= ttyfail literal nofork",
        .free_operands = kAnyNumber,
        .exact = true};
    const Scan scan = shell::scan(kVim, call.words);
    report_uncertain_options(call, scan);
    bool ex = call.name == "ex";
    for (const Option& option : scan.options) {
        vim_option(call, option);
        ex = ex || listed("e E", option.name);
        if (option.name == "s" && !ex)
            call.doubt(Doubt::script_input, call.name + " reads keys from a file", call.words[option.index]);
    }
    for (const std::size_t operand : scan.operands) {
        Word word = call.words[operand];
        if (word.text.find("://") != std::string::npos)
            call.doubt(Doubt::runs_option, call.name + " may start a program to fetch this address", word);
        if (word.text.size() < 2 || word.text.front() != '+') continue;
        word.text.erase(0, 1);
        ex_command(call, word);
    }
    if (reads_commands(call, scan, ex))
        call.doubt(Doubt::script_input, call.name + " reads editor commands from standard input");
}

void unwrap_ed(Invocation& call) {
    const Scan scan = shell::scan(
        {.shorts = "EGhlp:rsvV",
         .longs = "extended-regexp traditional help loose-exit-status prompt= restricted quiet silent script verbose "
                  "version strip-trailing-cr unsafe-names",
         .free_operands = kAnyNumber},
        call.words);
    report_uncertain_options(call, scan);
    for (const std::size_t operand : scan.operands) {
        Word word = call.words[operand];
        if (!word.text.starts_with('!')) continue;
        word.text.erase(0, 1);
        call.code(word);
        call.doubt(Doubt::inline_code, call.name + " edits the output of a command", word);
    }
    check_input(call, is_plain_ed);
}

// Reads dc, lftp and ftp, where a `!` starts a shell and a `|` a program.
void unwrap_dc(Invocation& call) {
    const auto is_plain = [](std::string_view text) {
        for (std::size_t at = text.find_first_of("!|"); at != std::string_view::npos;
             at = text.find_first_of("!|", at + 1)) {
            const bool comparison = at + 1 < text.size() && std::string_view("<=>").find(text[at + 1]) < 3;
            if (text[at] == '|' || !comparison) return false;
        }
        return true;
    };
    for (std::size_t i = 1; i < call.words.size(); ++i) {
        const bool commands = call.name == "lftp" && listed("-c -e -f --norc -ce", call.words[i].text);
        if (commands || !is_plain(call.words[i].text))
            call.doubt(Doubt::inline_code, call.name + " is given commands that can run programs", call.words[i]);
    }
    check_input(call, is_plain);
}

void unwrap_less(Invocation& call) {
    for (std::size_t i = 1; i < call.words.size(); ++i) {
        const Word& word = call.words[i];
        const std::string_view text = word.text;
        const bool control =
            std::ranges::any_of(text, [](char c) { return c != kHole && static_cast<unsigned char>(c) < ' '; });
        if (text.starts_with('+') || (text.starts_with("-p") && control)) {
            const std::string_view keys = text.substr(std::min(text.find_first_not_of('+'), text.size()));
            const bool search = keys.starts_with('/') || keys.starts_with('?') || text.starts_with("-p");
            const bool moves = keys.find_first_not_of("0123456789GgFp%") == std::string_view::npos;
            if (control || (!search && !moves) || !word.literal())
                call.doubt(Doubt::inline_code, call.name + " is given commands that can run programs", word);
        }
        if (text.starts_with("-k") || text.starts_with("--lesskey") || (word.starts_dynamic() && may_split(word)))
            call.doubt(Doubt::option, call.name + " has an option that can bring commands", word);
    }
}

}  // namespace postern::shell
