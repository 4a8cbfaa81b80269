// Entry kill-by-name, and signals to the first process.
#include "policy/never_places.h"

#include "base/ascii.h"
#include "shell/invocation.h"

#include <algorithm>
#include <string>
#include <vector>

namespace postern::policy {
namespace {

using shell::Command;
using shell::kAnyNumber;
using shell::Word;

bool is_signal(std::string_view text) {
    if (!text.starts_with('-') || text.size() < 2) return false;
    text.remove_prefix(1);
    return std::ranges::all_of(text, is_digit) || (text.size() > 1 && std::ranges::all_of(text, [](char c) {
                                                       return (c >= 'A' && c <= 'Z') || is_digit(c) || c == '+';
                                                   }));
}

bool only_checks(const Command& command) {
    for (std::size_t i = 1; i < command.words.size(); ++i) {
        const std::string_view text = command.words[i].text;
        const bool value = shell::listed("-s -n --signal", command.words[i - 1].text);
        if (text == "-0" || text == "--signal=0" || (value && text == "0")) return true;
    }
    return false;
}

// Tells whether a pattern names no character that a command line must have.
bool meets_anything(std::string_view pattern) {
    bool set = false;
    return std::ranges::none_of(pattern, [&](char c) {
        if (c == '[' || c == ']') set = c == '[';
        return !set && std::string_view("[].^$*+?|(){}\\").find(c) == std::string_view::npos;
    });
}

// Tells whether pkill, pgrep or pidof choose processes by their names alone, as killall does. A pattern for the whole
// command line, a parent or a file with the number is narrower: it is how people stop a server of their own.
bool chooses_by_name(const Command& command) {
    if (command.program() == "pidof") return command.words.size() > 1;
    if (command.program() != "pkill" && command.program() != "pgrep") return false;
    std::vector<Word> words;
    for (const Word& word : command.words) {
        if (!is_signal(word.text)) words.push_back(word);
    }
    const shell::Scan scan = shell::scan(
        {.shorts = "fxnovlwiacHLqeu:U:G:g:P:s:t:F:r:d:O:A",
         .longs = "full exact newest oldest inverse signal= euid= uid= group= pgroup= parent= session= terminal= "
                  "pidfile= logpidfile runstates= ns= nslist= delimiter= older= echo count ignore-case list-name "
                  "list-full ignore-ancestors cgroup= env=",
         .free_operands = kAnyNumber},
        words);
    if (shell::find_option(scan, "P parent g pgroup s session F pidfile") != nullptr) return false;
    if (shell::find_option(scan, "v inverse") != nullptr || scan.operands.empty()) return !scan.options.empty();
    const std::string_view pattern = words[scan.operands.front()].text;
    return shell::find_option(scan, "f full") == nullptr || meets_anything(pattern);
}

// Tells whether the command prints the numbers of all processes, of all with a name, or of all that use a file system.
bool prints_many(const Act& act, const Command& command) {
    const std::string_view program = command.program();
    const auto wide = [&](const Word& word) { return !word.text.starts_with('-') && is_wide(act, word); };
    if (shell::listed("lsof fuser", program)) return std::any_of(command.words.begin() + 1, command.words.end(), wide);
    if (program == "seq") return true;
    if (program == "ls")
        return std::ranges::any_of(command.words, [](const Word& word) { return word.text.starts_with("/proc"); });
    return chooses_by_name(command) ||
           (program == "ps" && !mentions(command, "-p --pid --ppid --quick-pid -q -s --sid -t --tty"));
}

// Looks back through what only cuts and sorts. A line that is searched for is as narrow as a pattern for pkill -f.
bool passes_many(const Act& act, const Command& last) {
    constexpr int kLongestPipe = 8;
    const Command* at = &last;
    for (int i = 0; i < kLongestPipe; ++i) {
        if (prints_many(act, *at)) return true;
        const bool narrows = at->program() == "awk" && std::ranges::any_of(at->words, [](const Word& word) {
                                 return word.text.find_first_of("/~=") != std::string::npos;
                             });
        if (narrows || !shell::listed("awk cut sort uniq tr head tail sed cat", at->program())) return false;
        if (at->piped_from == shell::kNoCommand) return false;
        at = &act.analysis.commands[at->piped_from];
    }
    return false;
}

// The same for the last command of a pipeline only.
bool hands_on_many(const Act& act, const Command& last) {
    const auto index = static_cast<std::uint32_t>(&last - act.analysis.commands.data());
    const auto reads = [&](const Command& other) { return other.piped_from == index; };
    return std::ranges::none_of(act.analysis.commands, reads) && passes_many(act, last);
}

// Tells whether the command stands in a `$(…)` in this part of the line.
bool is_substituted_in(const Act& act, const Command& command, const shell::Span& part) {
    if (part.begin > command.span.begin || command.span.end > part.end) return false;
    for (shell::PlaceId at = command.place; at != 0; at = act.analysis.places[at].parent) {
        const shell::PlaceKind kind = act.analysis.places[at].kind;
        if (kind == shell::PlaceKind::substitution || kind == shell::PlaceKind::process_substitution) return true;
        if (kind != shell::PlaceKind::pipeline) return false;
    }
    return false;
}

// Tells whether a variable holds such numbers: `for p in $(pgrep node)`, `p=$(pgrep node)`, `pgrep node | while read p`.
bool keeps_many(const Act& act) {
    const auto& commands = act.analysis.commands;
    const auto in = [&](const shell::Span& part) {
        return std::ranges::any_of(commands, [&](const Command& command) {
            return is_substituted_in(act, command, part) && hands_on_many(act, command);
        });
    };
    const auto in_elements = [&](const shell::Assignment& loop) {
        return std::ranges::any_of(loop.elements, [&](const Word& word) { return in(word.span); });
    };
    if (std::ranges::any_of(act.analysis.loops, in_elements)) return true;
    return std::ranges::any_of(
               commands,
               [&](const Command& command) {
                   if (std::ranges::any_of(command.assignments, [&](const shell::Assignment& a) { return in(a.span); }))
                       return true;
                   const bool loop = command.words.empty() && !command.redirections.empty();
                   return loop && in(command.span);
               }) ||
           std::ranges::any_of(commands, [&](const Command& command) {
               return (command.name() == "read" || command.name() == "mapfile" || command.name() == "readarray") &&
                      command.input == shell::Input::pipe &&
                      std::any_of(commands.begin(), commands.end(), [&](const Command& source) {
                          return source.span.end <= command.span.begin && hands_on_many(act, source);
                      });
           });
}

// Tells whether the numbers that `kill` gets are those of all processes, or of all with a name.
bool gets_many(const Act& act) {
    const Command& kill = act.command();
    const auto& commands = act.analysis.commands;
    if (kill.via != shell::kNoCommand) {
        const std::uint32_t source = commands[kill.via].piped_from;
        if (source != shell::kNoCommand && passes_many(act, commands[source])) return true;
    }
    const auto& words = kill.words;
    const auto variable = [](const Word& word) { return (word.dynamic & shell::kParameter) != 0; };
    if (std::any_of(words.begin() + 1, words.end(), variable) && keeps_many(act)) return true;
    const auto stands_for_many = [](const Word& word) {
        return word.dynamic == shell::kGlob ||
               (word.text.starts_with('{') && word.text.find("..") != std::string::npos);
    };
    if (std::any_of(words.begin() + 1, words.end(), stands_for_many)) return true;
    constexpr std::size_t kMost = 100;
    return words.size() > kMost || std::ranges::any_of(commands, [&](const Command& command) {
               return is_substituted_in(act, command, kill.span) && hands_on_many(act, command);
           });
}

bool kills_everything(const Act& act) {
    const Command& command = act.command();
    bool signal = false;
    for (std::size_t i = 1; i < command.words.size(); ++i) {
        const std::string_view text = command.words[i].text;
        if (shell::listed("-s -n --signal", text)) {
            signal = true;
            ++i;
        } else if (text == "--" || text.starts_with("--signal=")) {
            signal = true;
        } else if (!signal && is_signal(text)) {
            signal = true;
        } else if (text == "-1") {
            return true;
        } else if (!text.starts_with('-')) {
            signal = true;  // `kill 1 -1`
        }
    }
    return gets_many(act);
}

// `fkill node`, not `fkill :3000` or `fkill 123`.
bool names_process(const Command& command) {
    return std::any_of(command.words.begin() + 1, command.words.end(), [](const Word& word) {
        return !word.text.empty() && word.text.front() != '-' && word.text.front() != ':' &&
               !is_digit(word.text.front());
    });
}

// `systemctl kill user.slice` ends everything of somebody.
bool kills_unit_of_others(const Command& command) {
    return mentions(command, "kill stop") && std::ranges::any_of(command.words, [](const Word& word) {
               return word.text.ends_with(".slice") || word.text.starts_with("user@") || word.text == "init.scope";
           });
}

// Everything that uses a file system: `fuser -km /`.
bool kills_users_of_a_place(const Act& act) {
    const Command& command = act.command();
    if (!mentions(command, "-k --kill")) return false;
    return mentions(command, "-m --mount -M --ismountpoint") ||
           std::any_of(command.words.begin() + 1, command.words.end(),
                       [&](const Word& word) { return !word.text.starts_with('-') && is_wide(act, word); });
}

}  // namespace

bool signals_first_process(const Command& command) {
    bool signal = false;
    for (std::size_t i = 1; i < command.words.size(); ++i) {
        const std::string_view text = command.words[i].text;
        if (shell::listed("-s -n --signal -q", text)) {
            ++i;
        } else if (text == "-l" || text == "-L") {
            return false;
        } else if (text == "1") {
            signal = true;
        }
    }
    return signal && !only_checks(command);
}

bool kills_by_name(const Act& act) {
    const Command& command = act.command();
    if (acts_as(act, "killall killall5 skill slay taskkill taskkill.exe"))
        return !only_checks(command) && !(command.words.size() == 2 && mentions(command, "-l --list"));
    if (acts_as(act, "pkill")) return chooses_by_name(command) && !only_checks(command);
    if (acts_as(act, "kill gkill")) return kills_everything(act) && !only_checks(command);
    if (acts_as(act, "fuser")) return kills_users_of_a_place(act);
    if (acts_as(act, "fkill fkill-cli tskill")) return names_process(command);
    if (acts_as(act, "xkill")) return mentions(command, "-a -all");
    if (acts_as(act, "systemctl")) return kills_unit_of_others(command);
    return acts_as(act, "loginctl") &&
           mentions(command, "terminate-user kill-user terminate-session kill-session terminate-seat");
}

}  // namespace postern::policy
