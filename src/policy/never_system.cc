// Entries about the machine and its users: become-root, power-off, change-password, kill-by-name.
#include "policy/never_places.h"

#include "base/ascii.h"
#include "shell/invocation.h"

#include <array>
#include <string>

namespace postern::policy {
namespace {

using shell::Command;
using shell::kAnyNumber;
using shell::Word;

bool is_root(std::string_view user) {
    user = user.substr(0, user.find(':'));
    return user == "root" || user == "0" || user == "+0";
}

// Tells whether an operand names root on this machine: root@localhost, or this machine where an option names root.
bool leads_to_own_root(const Command& command, const shell::Scan& scan, bool as_root) {
    return std::ranges::any_of(scan.operands, [&](std::size_t i) {
        std::string_view host = command.words[i].text;
        if (host.starts_with("ssh://")) host.remove_prefix(6);
        const bool named = host.starts_with("root@");
        if (named) host.remove_prefix(5);
        return (named || as_root) && shell::listed("localhost 127.0.0.1 ::1 [::1] 0 0.0.0.0 .host ip6-localhost", host);
    });
}

// Programs that need to be root already, and start a command as the user that they are told.
bool starts_as_root(const Act& act) {
    const Command& command = act.command();
    if (acts_as(act, "gosu su-exec setuidgid s6-setuidgid"))
        return command.words.size() > 1 && is_root(command.words[1].text);
    if (!acts_as(act, "setpriv capsh chpst systemd-run start-stop-daemon machinectl ssh chroot s6-applyuidgid"))
        return false;
    const shell::Scan scan =
        shell::scan({.shorts = "u:U:c:l:o:p:",
                     .longs = "reuid= ruid= euid= uid= user= chuid= regid= property= userspec= init-groups",
                     .free_operands = kAnyNumber},
                    command.words);
    const bool as_root = std::ranges::any_of(scan.options, [](const shell::Option& o) {
        const std::string_view value = o.value.text;
        return o.has_value && is_root(value.starts_with("User=") ? value.substr(5) : value);
    });
    if (command.program() == "ssh") return leads_to_own_root(command, scan, as_root);
    if (command.program() == "machinectl")
        return mentions(command, "shell") && (scan.operands.size() == 1 || leads_to_own_root(command, scan, as_root));
    return as_root;
}

// `sudo -l` and its like, which start nothing.
bool asks_sudo_only(const Command& command) {
    const shell::Scan scan =
        shell::scan({.shorts = "ABbEeHhKkilnNPSsVvC:c:D:g:p:R:r:T:t:U:u:a:",
                     .longs = "list remove-timestamp reset-timestamp help version user= group= host= prompt= chdir= "
                              "chroot= role= type= other-user= command-timeout= close-from="},
                    command.words);
    return shell::find_option(scan, "l list K remove-timestamp V version") != nullptr ||
           (scan.operands.empty() && shell::find_option(scan, "h help k reset-timestamp") != nullptr);
}

bool is_sudoers(const NamedPath& path) {
    return path.text == "/etc/sudoers" || path.text.starts_with("/etc/sudoers.d") || path.text == "/etc/doas.conf";
}

bool is_login_file(const NamedPath& path) {
    return shell::listed("/etc/passwd /etc/shadow /etc/group /etc/gshadow /etc/master.passwd /etc/security/opasswd",
                         path.text);
}

// Tells whether a word holds one of these as a word of its own: `-q 'cpw u'`.
bool has_word(const Command& command, std::string_view names) {
    return std::ranges::any_of(command.words, [&](const Word& word) {
        return std::ranges::any_of(split(word.text, ' '),
                                   [&](std::string_view part) { return shell::listed(names, part); });
    });
}

// Tells whether a program with an option as `-i`, `-pi` or `-i inplace` names a file of which `meets` says yes.
template <class Meets>
bool edits_in_place(const Act& act, const Meets& meets) {
    const Command& command = act.command();
    if (!mentions(command, "-i --in-place")) return false;
    return std::any_of(command.words.begin() + 1, command.words.end(),
                       [&](const Word& word) { return !word.text.starts_with('-') && names_path(act, word, meets); });
}

bool stops_by_manager(const Command& command) {
    constexpr std::string_view kVerbs =
        "poweroff reboot halt kexec soft-reboot suspend hibernate hybrid-sleep suspend-then-hibernate sleep emergency "
        "rescue switch-root exit";
    constexpr std::string_view kTargets =
        "poweroff.target reboot.target halt.target kexec.target emergency.target rescue.target shutdown.target "
        "suspend.target hibernate.target runlevel0.target runlevel6.target ctrl-alt-del.target sleep.target "
        "exit.target systemd-poweroff.service systemd-reboot.service systemd-halt.service systemd-kexec.service "
        "systemd-suspend.service systemd-hibernate.service";
    const shell::Scan scan = shell::scan({.shorts = "H:M:t:p:P:n:s:o:",
                                          .longs = "host= machine= type= property= lines= output= signal= root= state= "
                                                   "what= when= check-inhibitors= kill-whom= message=",
                                          .free_operands = kAnyNumber},
                                         command.words);
    if (scan.operands.empty()) return false;
    const std::string_view verb = command.words[scan.operands.front()].text;
    if (shell::listed(kVerbs, verb)) return true;
    if (!shell::listed("isolate start restart set-default", verb)) return false;
    return std::ranges::any_of(scan.operands, [&](std::size_t i) {
        const std::string& unit = command.words[i].text;
        return shell::listed(kTargets, unit) || shell::listed(kTargets, unit + ".target") ||
               shell::listed(kTargets, unit + ".service");
    });
}

// A message to the login manager: `busctl call … PowerOff`.
bool stops_by_message(const Command& command) {
    return std::ranges::any_of(command.words, [](const Word& word) {
        const std::string_view method = std::string_view(word.text).substr(word.text.rfind('.') + 1);
        return shell::listed(
            "PowerOff Reboot Halt Suspend Hibernate HybridSleep RebootWithFlags PowerOffWithFlags "
            "KExec Shutdown",
            method);
    });
}

// ---- processes

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

// The first process ends with the machine, whatever the signal.
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

bool becomes_root(const Act& act) {
    constexpr ProgramNames kPrograms =
        "sudo sudoedit sudo-rs doas su su-rs runuser pkexec run0 gksudo gksu kdesudo kdesu lxqt-sudo lxsudo beesu sux "
        "super calife please pleaseedit ktsuss dzdo sesu";
    const Command& command = act.command();
    if (acts_as(act, kPrograms)) {
        if (command.program().starts_with("sudo")) return !asks_sudo_only(command);
        return !(command.words.size() == 2 && shell::listed("-h -v", command.words[1].text));
    }
    if (acts_as(act, "visudo")) return !mentions(command, "-c --check");
    if (acts_as(act, "newgrp sg")) return command.words.size() > 1 && is_root(command.words[1].text);
    if (acts_as(act, "nsenter"))  // into what the first process of the machine has
        return mentions(command, "-t1 --target=1") ||
               std::ranges::adjacent_find(command.words, [](const Word& option, const Word& value) {
                   return shell::listed("-t --target", option.text) && value.text == "1";
               }) != command.words.end();
    return starts_as_root(act) || writes_file(act, is_sudoers);
}

bool powers_off(const Act& act) {
    const Command& command = act.command();
    if (writes_file(act, [](const NamedPath& path) {
            return path.text == "/proc/sysrq-trigger" || path.text == "/sys/power/state" ||
                   path.text == "/sys/power/disk";
        }))
        return true;
    if (acts_as(act, "kill gkill")) return signals_first_process(command);
    if (acts_as(act, "shutdown")) return !mentions(command, "-c --show -k --cancel");
    if (acts_as(act,
                "reboot halt poweroff openrc-shutdown pm-suspend pm-hibernate pm-suspend-hybrid rebootctl fastboot "
                "fasthalt "
                "s2ram s2disk s2both zzz ZZZ molly-guard runit-init"))
        return !mentions(command, "-w --wtmp-only status");
    if (acts_as(act, "systemctl loginctl")) return stops_by_manager(command);
    if (acts_as(act, "init telinit"))
        return command.words.size() > 1 && shell::listed("0 1 6 s S", command.words.back().text);
    if (acts_as(act, "busctl dbus-send gdbus qdbus qdbus6")) return stops_by_message(command);
    if (acts_as(act, "kexec")) return mentions(command, "-e --exec -f --force");
    if (acts_as(act, "rtcwake")) return !mentions(command, "no on disable show -n --dry-run");
    if (acts_as(act, "ipmitool")) return mentions(command, "off cycle reset soft");
    if (acts_as(act,
                "gnome-session-quit xfce4-session-logout cinnamon-session-quit mate-session-save lxqt-leave acpitool"))
        return mentions(command,
                        "--power-off --reboot --halt --suspend --hibernate --shutdown --shutdown-dialog -h -r -s -S");
    return acts_as(act, "wsl wsl.exe") && mentions(command, "--shutdown -t --terminate");
}

bool changes_password(const Act& act) {
    const Command& command = act.command();
    if (acts_as(act, "passwd yppasswd lpasswd")) return !mentions(command, "-S --status");
    if (acts_as(act, "chpasswd chgpasswd gpasswd vipw vigr newusers smbpasswd kpasswd ldappasswd")) return true;
    if (acts_as(act, "chage")) return !mentions(command, "-l --list -h");
    if (acts_as(act, "usermod useradd"))
        return mentions(command, "-p --password -L --lock -U --unlock -e --expiredate -f --inactive") ||
               (command.program() == "useradd" && mentions(command, "-o --non-unique"));
    if (acts_as(act, "kadmin kadmin.local"))
        return mentions(command, "cpw change_password") || has_word(command, "cpw change_password");
    if (acts_as(act, "ipa homectl")) return mentions(command, "passwd --password create user-add");
    if (acts_as(act, "pdbedit")) return mentions(command, "-a --create -x --delete -c");
    if (acts_as(act, "pwconv pwunconv grpconv grpunconv")) return true;
    if (acts_as(act, "perl ruby awk gawk sed") && edits_in_place(act, is_login_file)) return true;
    if (acts_as(act, "dscl")) return mentions(command, "-passwd passwd");
    if (acts_as(act, "sysadminctl")) return mentions(command, "-resetPasswordFor -newPassword");
    return writes_file(act, is_login_file);
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
