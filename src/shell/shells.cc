#include "shell/shells.h"

#include <algorithm>

namespace postern::shell {
namespace {

constexpr std::string_view kBashLike = "sh bash dash ash rbash posh yash bash-static lsh";
constexpr std::string_view kUnlike = "zsh rzsh ksh ksh93 rksh mksh lksh oksh pdksh csh tcsh";

// Long options of bash that name a file for bash to read and run. All others take no value.
constexpr std::string_view kFileOptions = "rcfile init-file";
constexpr std::string_view kBashLongs =
    "debug debugger dump-po-strings dump-strings help init-file login noediting noprofile norc posix pretty-print "
    "protected rcfile "
    "restricted verbose version wordexp emulate";

struct ShellOptions {
    bool code = false;         // -c
    bool input = false;        // -s
    bool interactive = false;  // -i
    bool informs = false;      // --version, --help
    std::size_t next = 1;      // the first word that is no option
};

class ShellReader {
public:
    explicit ShellReader(Invocation& call) : call_(call), unlike_(listed(kUnlike, call.name)) {}

    void run() {
        read_options();
        if (options_.informs) return;
        if (options_.interactive && !options_.code) {
            call_.doubt(Doubt::script_input, call_.name + " reads commands interactively");
        }
        const std::size_t next = options_.next;
        if (options_.code) {
            if (next < call_.words.size()) give(call_.words[next]);
        } else if (options_.input || next >= call_.words.size() || call_.words[next].text == "/dev/stdin") {
            call_.reads_code_from_input(true);
            for (const InnerCode& code : call_.found.code) differing(code.text, call_.words.front());
        } else if (is_hidden_script(call_.words[next])) {
            call_.doubt(Doubt::script_input, call_.name + " runs a script that is known only at run time",
                        call_.words[next]);
        }
    }

private:
    void give(const Word& word) {
        call_.code(word);
        differing(word.text, word);
    }

    void differing(std::string_view code, const Word& at) {
        if (unlike_ && !means_the_same_everywhere(code))
            call_.doubt(Doubt::inline_code, call_.name + " reads this text differently from bash", at);
    }

    void read_options() {
        while (options_.next < call_.words.size()) {
            const Word& word = call_.words[options_.next];
            const std::string_view text = word.text;
            if (may_be_option(word) && may_split(word)) {
                call_.doubt(Doubt::option, "a word known only at run time could be an option of " + call_.name, word);
            }
            if (text.size() < 2 || (text.front() != '-' && text.front() != '+')) {
                if (text == "-") ++options_.next;
                return;
            }
            ++options_.next;
            if (text == "--") return;
            const std::string_view name = text.substr(text.starts_with("--") ? 2 : 1);
            if (text.starts_with("--") || listed(kBashLongs, name)) {
                long_option(name, word);
            } else {
                letters(word);
            }
        }
    }

    void long_option(std::string_view name, const Word& word) {
        if (has_hole(name))
            call_.doubt(Doubt::option, "an option of " + call_.name + " is known only at run time", word);
        options_.informs = options_.informs || name == "version" || name == "help";
        const std::string_view bare = name.substr(0, name.find('='));
        if (name == "command") options_.code = true;
        if (!listed(kFileOptions, bare)) return;
        if (bare == name) ++options_.next;
        call_.doubt(Doubt::sourced_file, call_.name + " reads a start-up file named by an option", word);
    }

    void letters(const Word& word) {
        const std::string_view text = word.text;
        for (std::size_t i = 1; i < text.size(); ++i) {
            switch (text[i]) {
                case kHole:
                    return call_.doubt(Doubt::option, "an option of " + call_.name + " is known only at run time",
                                       word);
                case 'c': options_.code = true; break;
                case 'k':
                    call_.doubt(Doubt::environment, call_.name + " -k takes arguments for assignments", word);
                    break;
                case 's': options_.input = true; break;
                case 'i': options_.interactive = true; break;
                case 'o':
                case 'O':
                    if (unlike_ && i + 1 < text.size()) return;  // zsh and ksh take the name from the same word
                    ++options_.next;
                    break;
                default: break;
            }
        }
    }

    Invocation& call_;
    bool unlike_;
    ShellOptions options_;
};

}  // namespace

bool is_shell(std::string_view name) noexcept {
    return listed(kBashLike, name) || listed(kUnlike, name);
}

void unwrap_shell(Invocation& call) {
    ShellReader(call).run();
}

void unwrap_fish(Invocation& call) {
    constexpr Grammar kFish{
        .shorts = "hPilNnvc:C:p:d:f:D:o:",
        .longs =
            "command= init-command= features= debug= debug-output= profile= profile-startup= interactive login "
            "no-config no-execute print-rusage-self private version help"};
    const Scan scan = shell::scan(kFish, call.words);
    if (find_option(scan, "v version h help")) return;
    bool code = false;
    for (const Option& option : scan.options) {
        if (!listed("c command C init-command", option.name)) continue;
        code = code || option.name == "c" || option.name == "command";
        call.code(option.value);
        if (!means_the_same_everywhere(option.value.text))
            call.doubt(Doubt::inline_code, "fish reads this text differently from bash", option.value);
    }
    if (code) return;
    if (scan.operands.empty()) return call.reads_code_from_input(false);
    if (is_hidden_script(call.words[scan.operands.front()])) {
        call.doubt(Doubt::script_input, "fish runs a script that is known only at run time",
                   call.words[scan.operands.front()]);
    }
}

bool means_the_same_everywhere(std::string_view code) noexcept {
    constexpr std::string_view kPlain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 \t_-./:,@%+&|;'\n";
    if (code.find_first_not_of(kPlain) != std::string_view::npos) return false;
    bool same = true;
    std::size_t at = 0;
    while (at < code.size()) {
        const std::size_t end = std::min(code.find_first_of(" \t\n;&|'", at), code.size());
        const std::string_view word = code.substr(at, end - at);
        same = same && !listed(
                           "repeat foreach nocorrect - end always select coproc function autoload emulate zmodload "
                           "setopt if while",
                           word);
        at = end + 1;
    }
    return same;
}

bool is_hidden_script(const Word& word) noexcept {
    if (may_be_option(word) || (word.dynamic & kProcess) != 0) return true;
    const std::string_view text = word.text;
    return text == "-" || text == "/dev/stdin" || text.starts_with("/dev/fd/") || text.starts_with("/proc/self/fd/");
}

bool is_remote_script(std::string_view text) noexcept {
    return text.starts_with("data:") || text.starts_with("http:") || text.starts_with("https:") ||
           text.starts_with("blob:");
}

}  // namespace postern::shell
