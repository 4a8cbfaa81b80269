// Unwraps programs that run a command in a way of their own: su, the dynamic loader, daemon starters, tmux, cmake.
#include "shell/exec_options.h"
#include "shell/special_wrappers.h"
#include "shell/wrappers.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace postern::shell {
namespace {

using programs::ProgramPlaces;
using programs::Reading;
using programs::WordRole;
using programs::WordUse;

bool is_key_name(std::string_view text) {
    return listed("Enter C-m C-j C-c C-d C-z KPEnter Space Tab Escape BSpace Up Down Left Right", text);
}

// Returns the text that tmux types for the keys.
Word typed(const Reading& reading) {
    Word out;
    for (const WordUse& use : reading.uses) {
        if (use.meaning.kind != "keys") continue;
        if (out.text.empty()) out.span = use.word.span;
        out.text += !is_key_name(use.word.text) ? use.word.text : use.word.text == "Space" ? " " : "\n";
    }
    return out;
}

// Reads one command of tmux's own language: words[begin…end).
void tmux_step(Invocation& call, std::size_t begin, std::size_t end) {
    std::vector<Word> words(call.words.begin() + static_cast<std::ptrdiff_t>(begin),
                            call.words.begin() + static_cast<std::ptrdiff_t>(end));
    if (begin > 0) words.insert(words.begin(), literal_word("tmux", words.front().span));
    Invocation step{call.command, call.previous, words, call.name, call.found};
    const Reading reading = programs::read_outer(words, ProgramPlaces::any);
    unwrap_exec_options(step, reading);
    unwrap_option_code(step, reading);
    if (programs::gives(reading, "f") && begin == 0)
        call.doubt(Doubt::sourced_file, "tmux -f reads commands from a file");
    if (reading.subcommand == 0) {
        if (!reading.unexplained.empty() && may_be_option(words[reading.unexplained.front()]))
            call.doubt(Doubt::option, "the tmux command is known only at run time");
        return;
    }
    const auto first = std::ranges::find_if(
        reading.uses, [&](const WordUse& use) { return use.option.empty() && use.index > reading.subcommand; });
    if (first == reading.uses.end()) return;
    if (first->meaning.role == WordRole::shell_words) return step.joined_code(first->index);
    if (first->meaning.kind == "keys") return call.code(typed(reading));
    if (first->meaning.role == WordRole::shell) call.code(first->word);
    call.doubt(Doubt::runs_option, "tmux " + words[reading.subcommand].text + " can make tmux run programs",
               first->word);
}

}  // namespace

void unwrap_su(Invocation& call) {
    if (call.name == "runuser" && programs::gives(programs::read_outer(call.words, ProgramPlaces::any), "u")) {
        unwrap_exec_options(call, programs::read_outer(call.words, ProgramPlaces::any));
        unwrap_wrapper(call);
        return;
    }
    std::vector<Word> words = call.words;
    words.front() = literal_word("su", call.words.front().span);
    const Reading reading = programs::read_outer(words);
    if (reading.only_informs) return;
    Invocation su{call.command, call.previous, words, call.name, call.found};
    unwrap_exec_options(su, reading);
    const bool decided = unwrap_option_code(su, reading);
    report_unsure(su, reading);
    std::vector<Word> inner;
    for (const WordUse& use : reading.uses) {
        if (!use.option.empty() || use.word.text == "-") continue;
        // The words after the user are arguments of the shell, `-c CODE` among them.
        if (may_split(use.word) || (!inner.empty() && use.word.starts_dynamic()))
            call.doubt(Doubt::option, "a word known only at run time could be an option of " + call.name, use.word);
        inner.push_back(use.word);
    }
    if (decided) return;
    if (inner.size() < 2) return call.reads_code_from_input(true);
    inner.front() = literal_word("sh", call.words.front().span);
    call.run(std::move(inner));
}

bool is_loader(std::string_view name) noexcept {
    return name.starts_with("ld-linux") || name.starts_with("ld-musl-") || name == "ld.so" ||
           name.starts_with("ld64.so") || name.starts_with("ld.so.");
}

void unwrap_loader(Invocation& call) {
    std::vector<Word> words = call.words;
    words.front() = literal_word("ld.so", call.words.front().span);
    Invocation loader{call.command, call.previous, words, call.name, call.found};
    unwrap_exec_options(loader, programs::read_outer(words));
    unwrap_wrapper(loader);
}

void unwrap_start_stop_daemon(Invocation& call) {
    const Reading reading = programs::read_outer(call.words, ProgramPlaces::any);
    if (reading.only_informs || programs::gives(reading, "K")) return;
    std::vector<Word> inner;
    for (const WordUse& use : reading.uses) {
        if (use.meaning.role != WordRole::runs || (use.option == "x" && !inner.empty())) continue;
        inner.assign(1, use.word);  // --startas is what is started if both are given
    }
    if (inner.empty()) return;
    for (const WordUse& use : reading.uses) {
        if (use.option.empty()) inner.push_back(use.word);
    }
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
    const Reading reading = programs::read_outer(call.words, ProgramPlaces::any);
    const bool directory = std::ranges::any_of(
        reading.uses, [](const WordUse& use) { return use.meaning.role == WordRole::loads && use.option.empty(); });
    if (reading.only_informs || (!directory && reading.unexplained.empty())) return;
    call.doubt(Doubt::runs_option, "run-parts runs the programs of a directory");
}

void unwrap_tmux(Invocation& call) {
    std::size_t begin = 0;
    for (std::size_t i = 1; i <= call.words.size(); ++i) {
        const bool end = i == call.words.size();
        if (!end && call.words[i].text != ";" && !call.words[i].text.ends_with("\\;")) continue;
        if (begin < i) tmux_step(call, begin, i);
        begin = i + 1;
    }
}

void unwrap_cmake(Invocation& call) {
    for (std::size_t i = 1; i < call.words.size(); ++i) {
        const Word& word = call.words[i];
        if (word.text == "-E") {
            unwrap_wrapper(call);
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
