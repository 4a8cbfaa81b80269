#include "policy/never_places.h"

#include "base/ascii.h"
#include "base/text.h"
#include "policy/safety.h"

#include <array>
#include <optional>
#include <string>

namespace postern::policy {
namespace {

using shell::Command;
using shell::kHole;
using shell::Word;

constexpr std::string_view kAllHomes = "/home /root /Users";
// Directories without which the machine does not start.
constexpr std::string_view kSystem =
    "/bin /boot /dev /etc /lib /lib32 /lib64 /libx32 /proc /sbin /sys /usr /var /Applications /Library /System "
    "/private";
constexpr auto kHomes = std::to_array<std::string_view>({"/home", "/Users"});
constexpr auto kProgramsAndSettings =
    std::to_array<std::string_view>({"/bin", "/boot", "/etc", "/lib", "/lib64", "/sbin", "/usr", "/System"});

// Takes `/proc/self/root` away, which is the root.
std::string_view without_process_root(std::string_view path) {
    constexpr std::string_view kProc = "/proc/";
    while (path.starts_with(kProc)) {
        const std::size_t end = path.find('/', kProc.size());
        const std::string_view process = path.substr(kProc.size(), end - kProc.size());
        const bool known = process == "self" || process == "thread-self" || std::ranges::all_of(process, is_digit);
        if (!known || end == std::string_view::npos || !path.substr(end).starts_with("/root")) break;
        const std::string_view rest = path.substr(end + 5);
        if (!rest.empty() && !rest.starts_with('/')) break;
        path = rest.empty() ? "/" : rest;
    }
    return path;
}

bool is_wide(const AbsPath& path, const AbsPath& home) {
    if (path.contains(home) || shell::listed(kAllHomes, path.text())) return true;
    const AbsPath parent = path.parent();
    return std::ranges::any_of(kHomes, [&](std::string_view homes) { return parent.text() == homes; });
}

// Calls `meets` with what the operand removes, in each directory that is possible, and with what a link there leads to.
template <class Meets>
bool any_removal(const Act& act, const Word& operand, const Meets& meets) {
    Word named = operand;  // `~/*/` is everything in home, too
    while (named.text.size() > 1 && named.text.ends_with('/')) named.text.pop_back();
    return std::ranges::any_of(act.directories(), [&](const AbsPath& directory) {
        auto removal = removal_named_by(named, directory, act.host.home);
        if (!removal) return false;
        if (const auto path = AbsPath::parse(without_process_root(removal->path.text()))) removal->path = *path;
        if (meets(*removal)) return true;
        const bool follows = removal->only_content || operand.text.ends_with('/') || operand.text.ends_with("/.");
        if (!follows || !act.host.follow_links) return false;
        removal->path = act.host.follow_links(removal->path);
        return meets(*removal);
    });
}

// Names below /dev that are streams, noise or memory, not devices. A name that ends in a slash stands for all below it.
constexpr auto kHarmlessDevices =
    std::to_array<std::string_view>({"null", "zero", "full", "random", "urandom", "tty", "stdin", "stdout", "stderr",
                                     "ptmx", "fd/", "pts/", "shm/", "tcp/", "udp/", "mqueue/"});

// Tells whether a text in which holes stand for anything can be this name.
bool can_be(std::string_view pattern, std::string_view name) {
    const std::size_t hole = pattern.find(kHole);
    if (hole == std::string_view::npos) return pattern == name;
    const std::string_view end = pattern.substr(pattern.rfind(kHole) + 1);
    return name.size() >= hole + end.size() && name.starts_with(pattern.substr(0, hole)) && name.ends_with(end);
}

// Tells whether a path, as NamedPath has it, is a device. A part that is known only at run time counts for what it
// could be: `/dev/sd$x` is a disk in any case, `/dev/$x` may be harmless.
bool is_device(std::string_view path) {
    path = without_process_root(path);
    if (!path.starts_with("/dev/")) return false;
    path.remove_prefix(5);
    return !path.empty() && std::ranges::none_of(kHarmlessDevices, [&](std::string_view name) {
        if (!name.ends_with('/')) return can_be(path, name);
        const std::string_view directory = name.substr(0, name.size() - 1);
        return path.starts_with(name) || can_be(path, directory) || can_be(path.substr(0, path.find('/')), directory);
    });
}

}  // namespace

bool only_informs(const Command& command) {
    return command.words.size() == 2 && shell::listed("--help --version -V --usage", command.words[1].text);
}

bool mentions(const Command& command, std::string_view names) {
    const auto is = [](std::string_view text, std::string_view name) {
        if (text == name) return true;
        const bool short_option = name.size() == 2 && name[0] == '-' && text.size() > 2 && text[0] == '-' &&
                                  text[1] != '-' && text.find('=') == std::string_view::npos;
        if (short_option) return text.find(name[1], 1) != std::string_view::npos;
        return text.size() > name.size() && text.starts_with(name) &&
               (text[name.size()] == '=' || text[name.size()] == ' ');
    };
    bool found = false;
    for (std::size_t i = 1; i < command.words.size() && !found; ++i) {
        shell::for_each_name(names, [&](std::string_view name) { found = found || is(command.words[i].text, name); });
    }
    return found;
}

bool is_wide(const Act& act, const Word& operand) {
    return any_removal(act, operand, [&](const Removal& removal) { return is_wide(removal.path, act.host.home); });
}

bool is_machine(const Act& act, std::span<const Word* const> operands) {
    constexpr std::ptrdiff_t kMany = 3;
    return std::ranges::count_if(operands, [&](const Word* operand) {
               return any_removal(act, *operand,
                                  [](const Removal& removal) { return shell::listed(kSystem, removal.path.text()); });
           }) >= kMany;
}

bool is_wide_directory(const Act& act, const Word& operand) {
    return any_removal(act, operand, [&](const Removal& removal) {
        return !removal.only_content && is_wide(removal.path, act.host.home);
    });
}

bool is_of_the_system(const Act& act, const Word& operand) {
    return any_removal(act, operand, [&](const Removal& removal) {
        return std::ranges::any_of(kProgramsAndSettings, [&](std::string_view directory) {
            const std::string_view path = removal.path.text();
            return path.starts_with(directory) && (path.size() == directory.size() || path[directory.size()] == '/');
        });
    });
}

bool is_device(const Act& act, const NamedPath& path) {
    if (is_device(path.text)) return true;
    const auto plain = path.literal && act.host.follow_links ? AbsPath::parse(path.text) : fail(Errc::invalid, "");
    return plain && is_device(act.host.follow_links(*plain).text());
}

bool names_device(const Act& act, const Word& word) {
    Word path = word;
    if (word.base == shell::Base::none) path.text.erase(0, path.text.find('=') + 1);
    return !path.text.empty() && std::ranges::any_of(act.directories(), [&](const AbsPath& directory) {
        const auto named = path_named_by(path, directory, act.host.home);
        return named && is_device(act, *named);
    });
}

}  // namespace postern::policy
