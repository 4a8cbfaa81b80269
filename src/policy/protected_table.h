// The paths whose change would make an unsandboxed tool run code or loosen the policy: the one table of them, with a
// reason for each. The funnel asks about writes to them, the sandbox holds them read-only, the scrub removes new ones.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace postern::policy {

enum class Where : std::uint8_t { anywhere, in_home };

// What the sandbox does about an entry.
enum class Hold : std::uint8_t {
    read_only,  // the whole of it
    git,        // a repository: only what git runs or takes settings from, so that `git commit` works
    part,       // only what other entries name inside it: tools write the rest in everyday work
};

enum class Question : std::uint8_t { asked, not_asked };  // does the funnel ask about writes?

// A path of one or more components, found at any depth, or directly in home. What is below counts too.
struct ProtectedPath {
    std::string_view path;  // also the name by which `postern.waive` lifts it
    std::string_view reason;
    Where where = Where::anywhere;
    Hold hold = Hold::read_only;
    Question question = Question::asked;
};

[[nodiscard]] std::span<const ProtectedPath> protected_table();

// Worktrees that an agent makes for itself below its own directory are ordinary project files.
inline constexpr std::string_view kWorktrees = ".claude/worktrees";

}  // namespace postern::policy
