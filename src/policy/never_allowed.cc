#include "policy/never_allowed.h"

#include "policy/never_download.h"
#include "policy/reasons.h"
#include "policy/safety.h"
#include "shell/option_grammar.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

namespace postern::policy {
namespace {

using shell::Command;
using shell::kHole;
using shell::Word;

using Names = std::span<const std::string_view>;

bool is_one_of(std::string_view name, Names names) {
    return std::ranges::find(names, name) != names.end();
}

// True for `PROGRAM --help` and its like, which only print something.
bool only_informs(const Command& command) {
    static constexpr auto kAsks = std::to_array<std::string_view>({"--help", "--version", "-h", "-V", "-l", "--list"});
    return command.words.size() == 2 && is_one_of(command.words[1].text, kAsks);
}

bool acts_as(const Act& act, Names programs) {
    return is_one_of(act.command().program(), programs) && !only_informs(act.command());
}

std::string_view first_operand(const Command& command) {
    for (std::size_t i = 1; i < command.words.size(); ++i) {
        if (!command.words[i].text.starts_with('-')) return command.words[i].text;
    }
    return {};
}

// ---- paths

// Calls `meets` with the word as a path in each directory that is possible, until it says yes.
template <class Meets>
bool named_path(const Act& act, const Word& word, const Meets& meets) {
    static const AbsPath kRoot = AbsPath::root();
    const bool absolute = word.text.starts_with('/') || word.base == shell::Base::home;
    const std::span<const AbsPath> directories = absolute ? std::span<const AbsPath>(&kRoot, 1) : act.directories();
    return std::ranges::any_of(directories, [&](const AbsPath& directory) { return meets(word, directory); });
}

// Names below /dev that are streams, noise or memory, not devices. A name that ends in a slash stands for all below it.
constexpr auto kHarmlessDevices =
    std::to_array<std::string_view>({"null", "zero", "full", "random", "urandom", "tty", "stdin", "stdout", "stderr",
                                     "ptmx", "fd/", "pts/", "shm/", "tcp/", "udp/", "mqueue/"});

// Tells whether a path, as NamedPath has it, is a device. A part that is known only at run time counts for what it
// could be: `/dev/sd$x` is a disk in any case, `/dev/$x` may be harmless.
bool is_device(std::string_view path) {
    if (!path.starts_with("/dev/")) return false;
    path.remove_prefix(5);
    const std::size_t hole = path.find(kHole);
    const std::string_view known = path.substr(0, hole);
    return !path.empty() && std::ranges::none_of(kHarmlessDevices, [&](std::string_view name) {
        if (hole != std::string_view::npos && name.starts_with(known)) return true;
        return name.ends_with('/') ? known.starts_with(name) || known == name.substr(0, name.size() - 1)
                                   : known == name;
    });
}

bool names_device(const Act& act, const Word& word) {
    return named_path(act, word, [&](const Word& w, const AbsPath& directory) {
        const auto path = path_named_by(w, directory, act.host.home);
        if (!path) return false;
        if (is_device(path->text)) return true;
        const auto plain =
            path->literal && act.host.follow_links ? AbsPath::parse(path->text) : fail(Errc::invalid, "");
        return plain && is_device(act.host.follow_links(*plain).text());
    });
}

// ---- the entries

bool is_wide(const Removal& removal, const AbsPath& home) {
    return removal.path.contains(home);  // the root, home, or a directory between them
}

bool is_recursive(const shell::Scan& scan) {
    return std::ranges::any_of(scan.options, [](const shell::Option& option) {
        return option.name == "r" || option.name == "R" || option.name == "recursive";
    });
}

bool runs_a_download(const Act& act) {
    return act.downloads != nullptr && act.downloads->are_run_by(act.index);
}

bool removes_wide_places(const Act& act) {
    const Command& command = act.command();
    if (command.program() != "rm") return false;
    const shell::Scan scan = shell::scan({.shorts = "dfiIrRv",
                                          .longs = "recursive force dir verbose interactive=? one-file-system "
                                                   "preserve-root=? no-preserve-root",
                                          .free_operands = shell::kAnyNumber},
                                         command.words);
    return is_recursive(scan) && std::ranges::any_of(scan.operands, [&](std::size_t i) {
               return named_path(act, command.words[i], [&](const Word& word, const AbsPath& directory) {
                   const auto removal = removal_named_by(word, directory, act.host.home);
                   return removal && is_wide(*removal, act.host.home);
               });
           });
}

// `find / -delete`: without a test on names or times it removes everything.
bool finds_and_removes_wide_places(const Act& act) {
    const Command& command = act.command();
    if (command.program() != "find") return false;
    static constexpr auto kSelectsNothing = std::to_array<std::string_view>(
        {"-delete", "-depth", "-d", "-xdev", "-mount", "-mindepth", "-type", "-P", "-L", "-H", "-exec", "-execdir"});
    bool removes = false, wide = false;
    for (std::size_t i = 1; i < command.words.size(); ++i) {
        const Word& word = command.words[i];
        if (word.text == "-delete") removes = true;
        if (word.text == "-exec" || word.text == "-execdir") {
            removes = i + 1 < command.words.size() && command.words[i + 1].text.ends_with("rm");
            break;
        }
        if (word.text.starts_with('-')) {
            if (!is_one_of(word.text, kSelectsNothing)) return false;
            continue;
        }
        wide = wide || named_path(act, word, [&](const Word& w, const AbsPath& directory) {
                   const auto removal = removal_named_by(w, directory, act.host.home);
                   return removal && is_wide(*removal, act.host.home);
               });
    }
    return removes && wide;
}

bool removes_root_or_home(const Act& act) {
    return removes_wide_places(act) || finds_and_removes_wide_places(act);
}

bool becomes_root(const Act& act) {
    static constexpr auto kPrograms = std::to_array<std::string_view>(
        {"sudo", "sudoedit", "doas", "su", "pkexec", "run0", "gksudo", "gksu", "kdesudo", "kdesu"});
    return acts_as(act, kPrograms);
}

bool makes_file_system(const Act& act) {
    static constexpr auto kPrograms = std::to_array<std::string_view>(
        {"mkfs", "mke2fs", "mkswap", "mkdosfs", "mkntfs", "mkreiserfs", "mkudffs", "newfs"});
    const std::string_view program = act.command().program();
    const bool family = program.starts_with("mkfs.") || program.starts_with("newfs_");
    return acts_as(act, kPrograms) || (family && !only_informs(act.command()));
}

bool copies_to_device(const Act& act) {
    const Command& command = act.command();
    const std::string_view program = command.program();
    if (program != "dd" && program != "dcfldd" && program != "dc3dd") return false;
    return std::ranges::any_of(command.words, [&](const Word& word) {
        if (!word.text.starts_with("of=")) return false;
        Word path = word;
        path.text.erase(0, 3);
        return names_device(act, path);
    });
}

bool powers_off(const Act& act) {
    static constexpr auto kPrograms = std::to_array<std::string_view>({"shutdown", "reboot", "halt", "poweroff"});
    static constexpr auto kManagers = std::to_array<std::string_view>({"systemctl", "loginctl"});
    static constexpr auto kVerbs =
        std::to_array<std::string_view>({"poweroff", "reboot", "halt", "kexec", "soft-reboot", "suspend", "hibernate",
                                         "hybrid-sleep", "suspend-then-hibernate", "emergency", "rescue"});
    static constexpr auto kInits = std::to_array<std::string_view>({"init", "telinit"});
    static constexpr auto kLevels = std::to_array<std::string_view>({"0", "1", "6", "s", "S"});
    const Command& command = act.command();
    const std::string_view operand = first_operand(command);
    const bool cancels = command.program() == "shutdown" && command.words.size() == 2 && command.words[1].text == "-c";
    return (acts_as(act, kPrograms) && !cancels) || (acts_as(act, kManagers) && is_one_of(operand, kVerbs)) ||
           (acts_as(act, kInits) && is_one_of(operand, kLevels));
}

bool writes_to_device(const Act& act) {
    static constexpr auto kTools =
        std::to_array<std::string_view>({"shred", "wipefs", "blkdiscard", "fdisk", "sfdisk", "cfdisk", "gdisk",
                                         "sgdisk", "parted", "badblocks", "cryptsetup", "nwipe"});
    for (const FileTouch& touch : act.touches()) {
        if (touch.use != Use::write) continue;
        for (const NamedPath& path : touch.paths) {
            if (is_device(path.text) || path.text == "/proc/sysrq-trigger" || path.text == "/proc/sys/kernel/sysrq")
                return true;
            const auto plain = AbsPath::parse(path.literal ? path.text : "");
            if (plain && act.host.follow_links && is_device(act.host.follow_links(*plain).text())) return true;
        }
    }
    for (const shell::Redirection& redirection : act.command().redirections) {
        const bool writes = redirection.kind == shell::RedirectionKind::write ||
                            redirection.kind == shell::RedirectionKind::append ||
                            redirection.kind == shell::RedirectionKind::read_write;
        if (writes && names_device(act, redirection.target)) return true;
    }
    const Command& command = act.command();
    if (!acts_as(act, kTools)) return false;
    return std::ranges::any_of(std::span(command.words).subspan(1),
                               [&](const Word& w) { return names_device(act, w); });
}

// Returns the permissions that a symbolic mode gives to others: "rwx" for a+rwx and for u=rwx,go=rwx.
std::string given_to_others(std::string_view mode) {
    std::string out;
    while (!mode.empty()) {
        const std::string_view clause = mode.substr(0, mode.find(','));
        mode.remove_prefix(std::min(clause.size() + 1, mode.size()));
        const std::size_t sign = clause.find_first_of("+=");
        if (sign == std::string_view::npos || clause.substr(0, sign).find_first_of("oa") == std::string_view::npos)
            continue;
        out += clause.substr(sign + 1);
    }
    return out;
}

bool opens_to_everyone(const Act& act) {
    const Command& command = act.command();
    if (command.program() != "chmod") return false;
    std::string_view mode;
    for (std::size_t i = 1; i < command.words.size() && mode.empty(); ++i) {
        const std::string_view text = command.words[i].text;
        const bool option = text.starts_with("--") ||
                            (text.starts_with('-') && text.find_first_not_of("-cfvR") == std::string_view::npos);
        if (!option) mode = text;
    }
    if (mode.starts_with('-')) return false;  // `-x` is a mode that only takes away
    const bool octal = mode.size() >= 3 && std::ranges::all_of(mode, [](char c) { return c >= '0' && c <= '7'; });
    if (octal) return mode.ends_with("777");
    const std::string given = given_to_others(mode);
    const auto has = [&](char c) { return given.find(c) != std::string::npos; };
    return has('r') && has('w') && (has('x') || has('X'));
}

bool changes_password(const Act& act) {
    static constexpr auto kPrograms = std::to_array<std::string_view>({"passwd", "chpasswd", "gpasswd", "vipw"});
    static constexpr auto kShows = std::to_array<std::string_view>({"-S", "--status"});
    const Command& command = act.command();
    return acts_as(act, kPrograms) && !(command.words.size() > 1 && is_one_of(command.words[1].text, kShows));
}

// `kill` with process -1 is the same for everything that the user runs.
bool kills_by_name(const Act& act) {
    static constexpr auto kPrograms = std::to_array<std::string_view>({"killall", "killall5"});
    const Command& command = act.command();
    const bool everything =
        command.program() == "kill" && command.words.size() > 2 && command.words.back().text == "-1";
    return everything || acts_as(act, kPrograms);
}

// A function that pipes itself into itself.
bool multiplies(const Act& act) {
    const Command& command = act.command();
    if (!command.calls_function || command.piped_from == shell::kNoCommand) return false;
    if (act.analysis.commands[command.piped_from].name() != command.name()) return false;
    for (shell::PlaceId at = command.place; at != 0; at = act.analysis.places[at].parent) {
        const shell::Place& place = act.analysis.places[at];
        if (place.kind == shell::PlaceKind::function && place.label == command.name()) return true;
    }
    return false;
}

constexpr auto kTable = std::to_array<NeverAllowed>({
    {"remove-root-or-home", "removes everything of the user's or of the machine's", removes_root_or_home},
    {"become-root", "gives a command the rights of another user", becomes_root},
    {"make-file-system", "erases what was on the file system before", makes_file_system},
    {"dd-to-device", "overwrites a disk or another device", copies_to_device},
    {"power-off", "stops the machine or its services", powers_off},
    {"write-to-device", "writes past the file system, to the kernel or to hardware", writes_to_device},
    {"run-a-download", "runs code that nobody has seen", runs_a_download},
    {"open-to-everyone", "lets every user of the machine change the files", opens_to_everyone},
    {"change-password", "changes who can log in", changes_password},
    {"kill-by-name", "ends processes that belong to somebody else's work", kills_by_name},
    {"fork-bomb", "starts itself again until the machine stands still", multiplies},
});

}  // namespace

std::span<const FileTouch> Act::touches() const {
    return flow != nullptr ? std::span<const FileTouch>(flow->steps[index].touches) : std::span<const FileTouch>();
}

std::span<const AbsPath> Act::directories() const {
    if (flow == nullptr) return {};
    return std::span<const AbsPath>(flow->directories).first(flow->steps[index].directories);
}

std::span<const NeverAllowed> never_allowed() {
    return kTable;
}

std::vector<Reason> never_reasons(const Policy& policy, const shell::Analysis& analysis, std::string_view text,
                                  const LineEffects* flow) {
    std::vector<Reason> out;
    std::optional<Downloads> downloads;
    if (Downloads::any(analysis)) downloads.emplace(analysis, text, policy.host, flow);
    for (std::uint32_t i = 0; i < analysis.commands.size(); ++i) {
        const Act act{.analysis = analysis,
                      .index = i,
                      .host = policy.host,
                      .flow = flow,
                      .downloads = downloads ? &*downloads : nullptr};
        for (const NeverAllowed* entry : policy.never) {
            if (!entry->meets(act)) continue;
            out.push_back({.verdict = Verdict::deny,
                           .kind = ReasonKind::never,
                           .rule = std::string(entry->name),
                           .subject = shown(analysis.commands[i]),
                           .message = "never allowed: it " + std::string(entry->reason),
                           .command = i});
        }
    }
    return out;
}

}  // namespace postern::policy
