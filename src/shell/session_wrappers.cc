// Unwraps wrappers that no table row can describe: su, strace, busybox, the dynamic loader, daemon starters, tmux,
// cmake.
#include "shell/special_wrappers.h"
#include "shell/wrappers.h"

#include <utility>

namespace postern::shell {
namespace {

struct TmuxCommand {
    std::string_view names;  // the full name first; any beginning of it is accepted
    std::string_view shorts;
    enum class Does : std::uint8_t { runs_operands, types_keys, runs_first, defines } does;
};

constexpr TmuxCommand kTmux[] = {
    {"new-session new", "AdDEPXc:e:f:F:n:s:t:x:y:", TmuxCommand::Does::runs_operands},
    {"new-window neww", "abdkPSc:e:F:n:t:", TmuxCommand::Does::runs_operands},
    {"split-window splitw", "bdfhIvPZc:e:F:l:p:t:", TmuxCommand::Does::runs_operands},
    {"respawn-pane respawnp", "kc:e:t:", TmuxCommand::Does::runs_operands},
    {"respawn-window respawnw", "kc:e:t:", TmuxCommand::Does::runs_operands},
    {"pipe-pane pipep", "IOot:", TmuxCommand::Does::runs_operands},
    {"run-shell run", "bCc:d:t:", TmuxCommand::Does::runs_operands},
    {"display-popup popup", "BCEb:c:d:e:h:s:S:t:T:w:x:y:", TmuxCommand::Does::runs_operands},
    {"send-keys send", "FHKlMRXc:N:t:", TmuxCommand::Does::types_keys},
    {"if-shell if", "bFt:", TmuxCommand::Does::runs_first},
    {"source-file source", "Fnqvt:", TmuxCommand::Does::defines},
    {"set-option set", "aFgopqsuUwt:", TmuxCommand::Does::defines},
    {"set-hook", "agpRuwt:", TmuxCommand::Does::defines},
    {"set-environment setenv", "Fhgrut:", TmuxCommand::Does::defines},
    {"bind-key bind", "nrN:T:", TmuxCommand::Does::defines},
    {"confirm-before confirm", "bc:p:t:", TmuxCommand::Does::defines},
    {"command-prompt", "1bFiklNpI:t:T:", TmuxCommand::Does::defines},
};

const TmuxCommand* tmux_command(std::string_view name) {
    const TmuxCommand* found = nullptr;
    for (const TmuxCommand& command : kTmux) {
        if (listed(command.names, name)) return &command;
        const std::string_view full = command.names.substr(0, command.names.find(' '));
        if (!found && name.size() > 3 && full.starts_with(name)) found = &command;
    }
    return found;
}

bool is_key_name(std::string_view text) {
    return listed("Enter C-m C-j C-c C-d C-z KPEnter Space Tab Escape BSpace Up Down Left Right", text);
}

// Reads one command of tmux's own language: words[begin…end).
void tmux_step(Invocation& call, std::size_t begin, std::size_t end) {
    const Word& name = call.words[begin];
    if (may_be_option(name)) return call.doubt(Doubt::option, "the tmux command is known only at run time", name);
    const TmuxCommand* command = tmux_command(name.text);
    if (!command) return;
    const Scan scan = shell::scan({.shorts = command->shorts}, std::span(call.words).first(end), begin + 1);
    if (scan.operands.empty()) return;
    const std::size_t first = scan.operands.front();
    switch (command->does) {
        case TmuxCommand::Does::runs_operands: return call.code(joined(call.words, first, end));
        case TmuxCommand::Does::types_keys: {
            Word typed = literal_word({}, call.words[first].span);
            for (std::size_t i = first; i < end; ++i) {
                if (is_key_name(call.words[i].text)) {
                    typed.text += call.words[i].text == "Space" ? ' ' : '\n';
                } else {
                    typed.text += call.words[i].text;
                }
            }
            return call.code(typed);
        }
        case TmuxCommand::Does::runs_first: call.code(call.words[first]); [[fallthrough]];
        case TmuxCommand::Does::defines:
            return call.doubt(Doubt::runs_option, "tmux " + name.text + " can make tmux run programs", name);
    }
}

}  // namespace

void unwrap_su(Invocation& call) {
    const Wrapper* runuser = find_wrapper("runuser");
    const Wrapper* su = find_wrapper("su");
    if (call.name == "runuser" && find_option(shell::scan(runuser->grammar, call.words), "u user")) {
        return unwrap_wrapper(call, *runuser);
    }
    const Scan scan = shell::scan(su->grammar, call.words);
    std::vector<Word> inner;
    for (const std::size_t operand : scan.operands) {
        const Word& word = call.words[operand];
        // The words after the user are arguments of the shell, `-c CODE` among them.
        if (may_split(word) || (!inner.empty() && word.starts_dynamic()))
            call.doubt(Doubt::option, "a word known only at run time could be an option of " + call.name, word);
        if (word.text != "-") inner.push_back(word);
    }
    if (find_option(scan, su->code) || inner.size() < 2) return unwrap_wrapper(call, *su);
    inner.front() = literal_word("sh", call.words.front().span);
    call.run(std::move(inner));
}

void unwrap_strace(Invocation& call) {
    const Wrapper& strace = *find_wrapper("strace");
    const Scan scan = shell::scan(strace.grammar, call.words);
    for (const Option& option : scan.options) {
        if (!listed("o output", option.name) || option.value.text.find_first_of("|!") != 0) continue;
        Word command = option.value;
        command.text.erase(0, 1);
        call.code(command);
        call.doubt(Doubt::runs_option, "strace -o writes to a command", option.value);
    }
    unwrap_wrapper(call, strace);
}

void unwrap_multicall(Invocation& call) {
    if (call.words.size() > 1 && !call.words[1].text.starts_with('-')) call.run_from(1);
}

bool is_loader(std::string_view name) noexcept {
    return name.starts_with("ld-linux") || name.starts_with("ld-musl-") || name == "ld.so" ||
           name.starts_with("ld64.so") || name.starts_with("ld.so.");
}

void unwrap_loader(Invocation& call) {
    constexpr Grammar kLoader{
        .longs =
            "argv0= library-path= preload= audit= inhibit-rpath= inhibit-cache list verify list-tunables "
            "list-diagnostics glibc-hwcaps-prepend= glibc-hwcaps-mask= help version"};
    const Scan scan = shell::scan(kLoader, call.words);
    if (find_option(scan, "list verify list-tunables list-diagnostics help version")) return;
    if (const Option* option = find_option(scan, "library-path preload audit")) {
        call.doubt(Doubt::runs_option, "the loader loads code named by an option", call.words[option->index]);
    }
    for (const std::size_t index : scan.unsure)
        call.doubt(Doubt::option, "a word known only at run time could be an option of the loader", call.words[index]);
    if (!scan.operands.empty()) call.run_from(scan.operands.front());
}

void unwrap_start_stop_daemon(Invocation& call) {
    constexpr Grammar kGrammar{
        .shorts = "SKTHVx:a:p:n:u:s:g:k:N:r:d:c:R:bCmoqtvP:I:O:",
        .longs =
            "start stop status help version exec= startas= pidfile= pid= ppid= name= user= signal= retry= group= "
            "chuid= chroot= chdir= procsched= iosched= umask= background no-close output= make-pidfile "
            "remove-pidfile oknodo quiet test verbose notify-await notify-timeout= nicelevel="};
    const Scan scan = shell::scan(kGrammar, call.words);
    if (find_option(scan, "K stop T status test t help version")) return;
    const Option* program = find_option(scan, "a startas");
    if (!program) program = find_option(scan, "x exec");
    if (!program || !program->has_value) return;
    std::vector<Word> inner{program->value};
    for (const std::size_t operand : scan.operands) inner.push_back(call.words[operand]);
    call.run(std::move(inner));
}

void unwrap_capsh(Invocation& call) {
    for (std::size_t i = 1; i < call.words.size(); ++i) {
        if (call.words[i].text != "--" && call.words[i].text != "==") continue;
        std::vector<Word> inner{literal_word("bash", call.words[i].span)};
        inner.insert(inner.end(), call.words.begin() + static_cast<std::ptrdiff_t>(i) + 1, call.words.end());
        return call.run(std::move(inner));
    }
}

void unwrap_run_parts(Invocation& call) {
    const Scan scan =
        shell::scan({.shorts = "a:u:v",
                     .longs = "test list verbose report debug reverse exit-on-error stdin new-session regex= "
                              "lsbsysinit arg= umask= help version",
                     .free_operands = kAnyNumber},
                    call.words);
    if (find_option(scan, "test list help version") || (scan.operands.empty() && scan.unsure.empty())) return;
    call.doubt(Doubt::runs_option, "run-parts runs the programs of a directory");
}

void unwrap_tmux(Invocation& call) {
    const Scan scan = shell::scan({.shorts = "2CDluNvVc:f:L:S:T:"}, call.words);
    for (const Option& option : scan.options) {
        if (option.name == "c" && option.has_value) call.code(option.value);
        if (option.name == "f")
            call.doubt(Doubt::sourced_file, "tmux -f reads commands from a file", call.words[option.index]);
    }
    if (scan.operands.empty()) return;
    std::size_t begin = scan.operands.front();
    for (std::size_t i = begin; i <= call.words.size(); ++i) {
        const bool end = i == call.words.size();
        if (!end && call.words[i].text != ";" && !call.words[i].text.ends_with("\\;")) continue;
        if (begin < i) tmux_step(call, begin, i);
        begin = i + 1;
    }
}

void unwrap_cmake(Invocation& call) {
    for (std::size_t i = 1; i < call.words.size(); ++i) {
        const Word& word = call.words[i];
        if (word.text == "-E" && i + 1 < call.words.size()) {
            const Wrapper* wrapper = find_wrapper("cmake/" + call.words[i + 1].text);
            if (wrapper) unwrap_wrapper(call, *wrapper, i + 2);
            return;
        }
        if (word.text.starts_with("-P")) return call.doubt(Doubt::inline_code, "cmake -P runs a script", word);
        if (word.text.starts_with("-D") && (word.text.find("COMPILER_LAUNCHER") != std::string::npos ||
                                            word.text.find("_LINKER_LAUNCHER") != std::string::npos)) {
            call.doubt(Doubt::runs_option, "cmake is given a program to start compilers with", word);
        }
        if (may_be_option(word) && may_split(word))
            call.doubt(Doubt::option, "a word known only at run time could be an option of cmake", word);
    }
}

}  // namespace postern::shell
