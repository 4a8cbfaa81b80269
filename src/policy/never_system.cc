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

// Programs that need to be root already, and start a command as the user that they are told.
bool starts_as_root(const Act& act) {
    const Command& command = act.command();
    if (acts_as(act, "gosu su-exec setuidgid s6-setuidgid"))
        return command.words.size() > 1 && is_root(command.words[1].text);
    if (!acts_as(act, "setpriv capsh chpst systemd-run start-stop-daemon machinectl ssh")) return false;
    const shell::Scan scan = shell::scan({.shorts = "u:U:c:l:",
                                          .longs = "reuid= ruid= euid= uid= user= chuid= regid= init-groups",
                                          .free_operands = kAnyNumber},
                                         command.words);
    const bool local = std::ranges::any_of(scan.operands, [&](std::size_t i) {
        return shell::listed("root@localhost root@127.0.0.1 root@::1 root@.host", command.words[i].text);
    });
    if (command.program() == "ssh" || command.program() == "machinectl") return local;
    return std::ranges::any_of(scan.options,
                               [](const shell::Option& o) { return o.has_value && is_root(o.value.text); });
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

bool stops_by_manager(const Command& command) {
    constexpr std::string_view kVerbs =
        "poweroff reboot halt kexec soft-reboot suspend hibernate hybrid-sleep suspend-then-hibernate sleep emergency "
        "rescue";
    constexpr std::string_view kTargets =
        "poweroff.target reboot.target halt.target kexec.target emergency.target rescue.target shutdown.target "
        "suspend.target hibernate.target runlevel0.target runlevel6.target ctrl-alt-del.target sleep.target";
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
        return shell::listed(kTargets, unit) || shell::listed(kTargets, unit + ".target");
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
    return shell::find_option(scan, "f full") == nullptr || shell::listed(". .* ^ $ .+ ^.", pattern) || pattern.empty();
}

// Tells whether the numbers that `kill` gets are those of all processes, or of all with a name.
bool gets_many(const Act& act) {
    const Command& kill = act.command();
    const auto& commands = act.analysis.commands;
    const auto many = [&](const Command& source) {
        return chooses_by_name(source) ||
               (source.program() == "ps" && !mentions(source, "-p --pid -C --ppid --quick-pid -q"));
    };
    if (kill.via != shell::kNoCommand) {
        const std::uint32_t source = commands[kill.via].piped_from;
        if (source != shell::kNoCommand && many(commands[source])) return true;
    }
    return std::ranges::any_of(commands, [&](const Command& command) {
        const shell::Place& place = act.analysis.places[command.place];
        const bool within = kill.span.begin <= command.span.begin && command.span.end <= kill.span.end;
        return place.kind == shell::PlaceKind::substitution && place.parent == kill.place && within && many(command);
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
        "super calife please pleaseedit ktsuss";
    const Command& command = act.command();
    if (acts_as(act, kPrograms)) {
        if (command.program().starts_with("sudo")) return !asks_sudo_only(command);
        return !(command.words.size() == 2 && shell::listed("-h -v", command.words[1].text));
    }
    if (acts_as(act, "visudo")) return !mentions(command, "-c --check");
    return starts_as_root(act) || writes_file(act, is_sudoers);
}

bool powers_off(const Act& act) {
    const Command& command = act.command();
    if (writes_file(act, [](const NamedPath& path) {
            return path.text == "/proc/sysrq-trigger" || path.text == "/sys/power/state" ||
                   path.text == "/sys/power/disk";
        }))
        return true;
    if (acts_as(act, "shutdown")) return !mentions(command, "-c --show -k --cancel");
    if (acts_as(act, "reboot halt poweroff openrc-shutdown pm-suspend pm-hibernate pm-suspend-hybrid rebootctl"))
        return !mentions(command, "-w --wtmp-only status");
    if (acts_as(act, "systemctl loginctl")) return stops_by_manager(command);
    if (acts_as(act, "init telinit"))
        return command.words.size() > 1 && shell::listed("0 1 6 s S", command.words.back().text);
    if (acts_as(act, "busctl dbus-send gdbus qdbus qdbus6")) return stops_by_message(command);
    if (acts_as(act, "kexec")) return mentions(command, "-e --exec -f --force");
    if (acts_as(act, "rtcwake")) return !mentions(command, "no on disable show -n --dry-run");
    if (acts_as(act, "ipmitool")) return mentions(command, "off cycle reset soft");
    if (acts_as(act, "gnome-session-quit xfce4-session-logout"))
        return mentions(command, "--power-off --reboot --halt --suspend --hibernate -h -r");
    return acts_as(act, "wsl wsl.exe") && mentions(command, "--shutdown -t --terminate");
}

bool changes_password(const Act& act) {
    const Command& command = act.command();
    if (acts_as(act, "passwd yppasswd lpasswd")) return !mentions(command, "-S --status");
    if (acts_as(act, "chpasswd chgpasswd gpasswd vipw vigr newusers smbpasswd kpasswd ldappasswd")) return true;
    if (acts_as(act, "chage")) return !mentions(command, "-l --list -h");
    if (acts_as(act, "usermod useradd")) return mentions(command, "-p --password -L --lock -U --unlock");
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
    return acts_as(act, "loginctl") &&
           mentions(command, "terminate-user kill-user terminate-session kill-session terminate-seat");
}

}  // namespace postern::policy
