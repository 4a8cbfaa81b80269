// Entries about the machine and its users: become-root, power-off, change-password.
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

}  // namespace postern::policy
