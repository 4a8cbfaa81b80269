// Reads the command lines of awk and sed.
#include "shell/characters.h"
#include "shell/scriptable_programs.h"
#include "shell/small_languages.h"

#include <algorithm>

namespace postern::shell {
namespace {

void report(Invocation& call, const Effects& effects, const Word& program) {
    if (!effects.runs) return;
    for (const std::string& code : effects.code) call.code(literal_word(code, program.span));
    call.doubt(Doubt::inline_code, "this " + call.name + " program can run commands", program);
}

// Values of options that gawk takes for a file name and other implementations take for the program.
bool is_file_name(const Word& word) {
    return std::ranges::all_of(word.text, [](char c) {
        return is_name_char(c) || c == kHole || std::string_view("./+-").find(c) != std::string_view::npos;
    });
}

// Judges one option. Returns true if it gives (part of) the program.
bool awk_option(Invocation& call, const Option& option, std::string& text) {
    const Word& at = call.words[option.index];
    if (listed("e source", option.name)) {
        (text += with_numbers(option.value)) += '\n';
    } else if (listed("f file E exec i include", option.name)) {
        check_program_file(call, option.value);
        if (!is_file_name(option.value))
            call.doubt(Doubt::inline_code, call.name + " may take this for a program", option.value);
    } else if (listed("l load D debug", option.name)) {
        call.doubt(Doubt::inline_code, call.name + " loads code named by an option", at);
    } else if (option.name == "W" &&
               !listed("i interactive v version u usage lint posix traditional", option.value.text)) {
        call.doubt(Doubt::inline_code, call.name + " -W can name a program to run", at);
    } else if (listed("o d p pretty-print dump-variables profile", option.name) && option.has_value) {
        call.doubt(Doubt::option, call.name + " writes a file named by an option", at);
    }
    return listed("e source f file E exec", option.name);
}

}  // namespace

void unwrap_awk(Invocation& call) {
    constexpr Grammar kAwk{
        .shorts = "F:v:f:e:i:l:E:o::d::D::p::L::W:cCghbnNOPrsStVMIk",
        .longs =
            "field-separator= assign= file= source= include= load= exec= dump-variables=? debug=? profile=? "
            "pretty-print=? lint=? version help sandbox csv posix traditional re-interval bignum optimize "
            "no-optimize characters-as-bytes use-lc-numeric non-decimal-data copyright gen-pot trace"};
    const Scan scan = shell::scan(kAwk, call.words);
    report_uncertain_options(call, scan);
    std::string text;
    const Word* program = nullptr;
    bool given = false;
    for (const Option& option : scan.options) {
        given = awk_option(call, option, text) || given;
        if (listed("e source", option.name)) program = &option.value;
    }
    if (!given && !scan.operands.empty()) {
        program = &call.words[scan.operands.front()];
        text = with_numbers(*program);
    }
    if (program) report(call, awk_effects(text), *program);
}

void unwrap_sed(Invocation& call) {
    constexpr Grammar kSed{
        .shorts = "nEre:f:i::I::l:szubashV",
        .longs =
            "quiet silent expression= file= in-place=? line-length= null-data zero-terminated regexp-extended "
            "separate unbuffered posix debug sandbox follow-symlinks binary help version",
        .free_operands = kAnyNumber};
    const Scan scan = shell::scan(kSed, call.words);
    report_uncertain_options(call, scan);
    const std::size_t first = scan.operands.empty() ? call.words.size() : scan.operands.front();
    std::string text;
    const Word* program = nullptr;
    bool given = false;
    bool sandboxed = false;
    for (const Option& option : scan.options) {
        // Behind an operand, POSIXLY_CORRECT makes `--sandbox` a file name; in front of it, it bars later scripts only.
        sandboxed = sandboxed || (option.name == "sandbox" && option.index < first);
        if (listed("f file", option.name) && option.has_value) check_program_file(call, option.value);
        given = given || listed("f file e expression", option.name);
        if (!listed("e expression", option.name) || sandboxed) continue;
        (text += with_numbers(option.value)) += '\n';
        program = &option.value;
    }
    if (!given && !scan.operands.empty() && !sandboxed) {
        // `sed -i '' SCRIPT` of BSD has the suffix in the empty word, which GNU sed takes for the program.
        const bool suffix = call.words[first].text.empty() && call.words[first].literal() && scan.operands.size() > 1;
        program = &call.words[scan.operands[suffix ? 1 : 0]];
        text = with_numbers(*program);
    }
    if (program) report(call, sed_effects(text), *program);
}

}  // namespace postern::shell
