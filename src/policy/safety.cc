#include "policy/safety.h"

#include "base/ascii.h"
#include "base/text.h"
#include "policy/path_rules.h"
#include "policy/protected_table.h"
#include "shell/invocation.h"
#include "shell/option_grammar.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace postern::policy {
namespace {

using shell::Base;
using shell::kHole;
using shell::Word;

// Whole trees of the system, by absolute path.
constexpr auto kProtectedRoots = std::to_array<std::string_view>({
    "/etc/postern",
    "/etc/claude-code",
    "/library/application support/postern",
    "/library/application support/claudecode",
});
constexpr std::string_view kManaged = "it holds managed settings";

// Finds the components of `wanted` in a row in `path` (lower case, absolute). Returns the end of the match, or npos.
std::size_t find_components(std::string_view path, std::string_view wanted, std::size_t from = 0) {
    for (std::size_t at = path.find(wanted, from); at != std::string_view::npos; at = path.find(wanted, at + 1)) {
        const std::size_t end = at + wanted.size();
        if (at > 0 && path[at - 1] == '/' && (end == path.size() || path[end] == '/')) return end;
    }
    return std::string_view::npos;
}

// A number with one bit for a name. Few names share a bit, so most entries need no look at the path.
std::uint64_t bit_of(std::string_view name) {
    if (name.empty()) return 0;
    const auto code = static_cast<unsigned>(static_cast<unsigned char>(name.front())) * 7U +
                      static_cast<unsigned>(static_cast<unsigned char>(name.back())) * 3U;
    return std::uint64_t{1} << ((code + name.size() * 5U) % 64U);
}

// An entry with its path in lower case.
struct Wanted {
    const ProtectedPath* entry;
    std::string path;
    std::string head{};  // "/.config/" of .config/git
    bool star = false;
    std::uint64_t bit = 0;  // of the first component; all bits for a pattern
};

const std::vector<Wanted>& wanted_paths() {
    static const std::vector<Wanted> all = [] {
        std::vector<Wanted> out;
        for (const ProtectedPath& p : protected_table()) {
            Wanted wanted{.entry = &p, .path = lower_case(p.path)};
            const std::size_t slash = p.path.find('/');
            if (slash != std::string_view::npos) wanted.head = '/' + std::string(p.path.substr(0, slash + 1));
            wanted.star = wanted.path.find('*') != std::string::npos;
            wanted.bit = wanted.star ? ~std::uint64_t{0} : bit_of(wanted.path.substr(0, wanted.path.find('/')));
            out.push_back(std::move(wanted));
        }
        return out;
    }();
    return all;
}

bool directly_in(std::string_view path, std::string_view home, std::string_view wanted) {
    if (home == "/") home = {};
    return path.starts_with(home) && find_components(path.substr(home.size()), wanted) == wanted.size() + 1;
}

// Returns true if the settings lift the protection. Postern's and the agent's settings cannot be waived, because they
// decide about later commands; git's files cannot, because they are judged by content.
bool is_waived(const ProtectedPath& p, Waived waived) {
    if (p.hold != Hold::read_only || p.path.starts_with(".postern") || p.path.starts_with(".claude")) return false;
    return std::ranges::find(waived, p.path) != waived.end();
}

// Returns the first entry of this kind that covers the path (lower case), or null.
const ProtectedPath* entry_for(std::string_view path, std::string_view home, Waived waived, ProtectedQuestion kind) {
    const std::vector<std::string_view> components = split(path, '/');
    std::uint64_t bits = 0;
    for (const std::string_view name : components) bits |= bit_of(name);
    for (const Wanted& wanted : wanted_paths()) {
        if ((wanted.bit & bits) == 0 || wanted.entry->question != kind) continue;
        const auto is_wanted = [&](std::string_view name) { return is_name(wanted.path, name); };
        const bool found = wanted.entry->where == Where::in_home ? directly_in(path, home, wanted.path)
                           : wanted.star                         ? std::ranges::any_of(components, is_wanted)
                                         : find_components(path, wanted.path) != std::string_view::npos;
        if (found && !is_waived(*wanted.entry, waived)) return wanted.entry;
    }
    return nullptr;
}

std::optional<std::string_view> reason_for(std::string_view path, std::string_view home, Waived waived) {
    for (const std::string_view root : kProtectedRoots) {
        if (find_components(path, root.substr(1)) == root.size()) return kManaged;
    }
    const ProtectedPath* entry = entry_for(path, home, waived, ProtectedQuestion::asked);
    return entry != nullptr ? std::optional(entry->reason) : std::nullopt;
}

}  // namespace

std::optional<std::string_view> protected_reason(const AbsPath& path, const AbsPath& home, Waived waived) {
    const std::string text = lower_case(path.text()), home_text = lower_case(home.text());
    const std::size_t end = find_components(text, kWorktrees);
    if (end != std::string_view::npos && end < text.size()) {
        // Checks the part inside the worktree, and whether the worktrees themselves are inside a protected path.
        const std::string_view outer = std::string_view(text).substr(0, end - kWorktrees.size());
        if (const auto reason = reason_for(outer.substr(0, outer.size() - 1), home_text, waived)) return reason;
        return reason_for(text.substr(end), home_text, waived);
    }
    return reason_for(text, home_text, waived);
}

const ProtectedPath* held_without_question(const AbsPath& path, const AbsPath& home, Waived waived) {
    return entry_for(lower_case(path.text()), lower_case(home.text()), waived, ProtectedQuestion::not_asked);
}

std::optional<std::string_view> protected_below(const AbsPath& directory, const AbsPath& home, Waived waived) {
    if (const auto reason = protected_reason(directory, home, waived)) return reason;
    const std::string text = lower_case(directory.text()) + "/";
    for (const Wanted& wanted : wanted_paths()) {
        if (wanted.head.empty() || !text.ends_with(wanted.head)) continue;
        const ProtectedPath& p = *wanted.entry;
        if (p.question != ProtectedQuestion::not_asked && !is_waived(p, waived)) return p.reason;
    }
    return std::nullopt;
}

namespace {

bool is_child_of_root(const AbsPath& path) {
    return path.text() == "/" || path.parent().text() == "/";
}

// Returns the meaning of removing exactly this path, or nullopt if it is not critical.
std::optional<std::string> critical(const AbsPath& path, const Surroundings& around) {
    if (path.text() == "/") return "the root of the file system";
    if (is_child_of_root(path)) return "a directory directly under /";
    if (path == around.home) return "the home directory";
    if (path == around.start) return "the working directory";
    if (path.contains(around.start)) return "a directory above the working directory";
    if (path.contains(around.home)) return "a directory above the home directory";
    return std::nullopt;
}

bool only_wildcards(std::string_view name) {
    return !name.empty() && std::ranges::all_of(name, [](char c) { return c == kHole || c == '.' || c == '*'; });
}

// Returns the directory of `dir/*`, which removes nearly everything in it.
std::optional<AbsPath> emptied_by(const Word& word, const AbsPath& cwd, const AbsPath& home) {
    const std::size_t slash = word.text.rfind('/');
    const std::string_view last = std::string_view(word.text).substr(slash == std::string::npos ? 0 : slash + 1);
    if (!(word.dynamic & shell::kGlob) || !only_wildcards(last) || last.find(kHole) == std::string_view::npos)
        return std::nullopt;
    Word directory = word;
    directory.text = slash == std::string::npos ? "." : slash == 0 ? "/" : word.text.substr(0, slash);
    if (directory.text.find(kHole) == std::string::npos) directory.dynamic = 0;
    const auto named = path_named_by(directory, cwd, home);
    if (!named || !named->literal) return std::nullopt;
    const auto path = AbsPath::parse(named->text);
    return path ? std::optional(*path) : std::nullopt;
}

std::optional<std::string> critical(const Removal& removal, const Surroundings& around) {
    const auto what = critical(removal.path, around);
    if (!removal.only_content || !what) {
        const auto& more = around.additional_directories;
        const bool additional = std::ranges::find(more, removal.path) != more.end();
        return removal.only_content && additional ? "everything in a working directory" : what;
    }
    return "everything in " + *what;
}

// Checks "$DIR"/* and "$DIR"/, where the variable may be empty.
bool directly_under_variable(const Word& word) {
    if (word.base != Base::none || !word.text.starts_with(kHole) || !(word.dynamic & ~shell::kGlob)) return false;
    std::string_view rest = word.text;
    while (rest.starts_with(kHole)) rest.remove_prefix(1);
    if (!rest.starts_with('/')) return false;
    while (rest.starts_with('/')) rest.remove_prefix(1);
    return rest.empty() || (only_wildcards(rest) && rest.find(kHole) != std::string_view::npos);
}

}  // namespace

std::optional<Removal> removal_named_by(const Word& operand, const AbsPath& cwd, const AbsPath& home) {
    if (auto directory = emptied_by(operand, cwd, home)) return Removal{std::move(*directory), true};
    const auto named = path_named_by(operand, cwd, home);
    if (!named || !named->literal) return std::nullopt;
    auto path = AbsPath::parse(named->text);
    return path ? std::optional(Removal{std::move(*path), false}) : std::nullopt;
}

std::optional<std::string> critical_removal(const shell::Command& command, const Surroundings& around) {
    const std::string_view program = base_name(command.name());
    if (program != "rm" && program != "rmdir") return std::nullopt;
    const shell::Scan scan = shell::scan({.free_operands = shell::kAnyNumber}, command.words);
    for (const std::size_t i : scan.operands) {
        const Word& word = command.words[i];
        std::optional<std::string> what;
        if (directly_under_variable(word)) {
            what = "what stands directly under a variable, which may be empty";
        } else if (const auto removal = removal_named_by(word, around.cwd, around.home)) {
            what = critical(*removal, around);
        }
        if (what) return std::string(program) + " would remove " + *what;
    }
    return std::nullopt;
}

}  // namespace postern::policy
