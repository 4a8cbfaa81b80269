// Table of paths whose change would make an unsandboxed tool run code or loosen the policy, with a reason for each.
// Decisions ask about writes to them, the sandbox makes them read-only, the scrub removes new ones.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace postern::policy {

enum class Where : std::uint8_t { anywhere, in_home };

// Protection of an entry in the sandbox.
enum class Hold : std::uint8_t {
    read_only,  // the whole path is read-only
    git,        // a repository: only files that git runs or takes settings from, so that `git commit` works
    part,       // only the parts named by other entries, because tools write the rest in everyday work
};

enum class ProtectedQuestion : std::uint8_t { asked, not_asked };  // whether decisions ask about writes

// Path of one or more components, matched at any depth, or directly in home. Everything below it is included. A path of
// one component may have one `*`, which stands for one or more characters.
struct ProtectedPath {
    std::string_view path;  // also the name by which `postern.waive` lifts it
    std::string_view reason;
    Where where = Where::anywhere;
    Hold hold = Hold::read_only;
    ProtectedQuestion question = ProtectedQuestion::asked;
};

[[nodiscard]] std::span<const ProtectedPath> protected_table();

// Returns whether a name of a directory is the one that a path of one component means.
[[nodiscard]] constexpr bool is_name(std::string_view path, std::string_view name) {
    const std::size_t star = path.find('*');
    if (star == std::string_view::npos) return path == name;
    const std::string_view begin = path.substr(0, star), end = path.substr(star + 1);
    return name.size() > begin.size() + end.size() && name.starts_with(begin) && name.ends_with(end);
}

// Worktrees that an agent makes for itself below its own directory are ordinary project files.
inline constexpr std::string_view kWorktrees = ".claude/worktrees";

}  // namespace postern::policy
