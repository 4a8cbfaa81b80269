#include "policy/protected_table.h"

#include <array>

namespace postern::policy {
namespace {

constexpr std::string_view kGit = "git runs code or takes settings from here";
constexpr std::string_view kShell = "shells read it when they start";
constexpr std::string_view kEditor = "editors run tasks from here";
constexpr std::string_view kPackages = "package and build tools take code or settings from it";
constexpr std::string_view kHooks = "it names commands that run on commit";
constexpr std::string_view kAgent = "it configures or instructs the agent";
constexpr std::string_view kAutomation = "servers run it after the next push";
constexpr std::string_view kPostern = "it holds Postern's own settings and stores";
constexpr std::string_view kLogin = "it decides who may log in or what runs at login";

constexpr auto kTable = std::to_array<ProtectedPath>({
    {".git", kGit, Where::anywhere, Hold::git},
    {".config/git", kGit},
    {".gitconfig", kGit},
    {".gitmodules", kGit},
    {".husky", kHooks},
    {".pre-commit-config.yaml", kHooks},
    {"lefthook.yml", kHooks},
    {"lefthook.yaml", kHooks},
    {".lefthook.yml", kHooks},
    {".lefthook.yaml", kHooks},
    {".vscode", kEditor},
    {".idea", kEditor},
    {".devcontainer", kEditor},
    {".devcontainer.json", kEditor},
    {"pyrightconfig.json", kEditor},
    {".cargo", kPackages},
    {".yarn", kPackages, Where::anywhere, Hold::part},
    {".yarn/plugins", kPackages},
    {".yarn/releases", kPackages},
    {".yarn/sdks", kPackages},
    {".mvn", kPackages},
    {".npmrc", kPackages},
    {".yarnrc", kPackages},
    {".yarnrc.yml", kPackages},
    {".pnp.cjs", kPackages},
    {".pnp.loader.mjs", kPackages},
    {".pnpmfile.cjs", kPackages},
    {"bunfig.toml", kPackages},
    {".bunfig.toml", kPackages},
    {".bazelrc", kPackages},
    {".bazelversion", kPackages},
    {".bazeliskrc", kPackages},
    {"gradle-wrapper.properties", kPackages},
    {"maven-wrapper.properties", kPackages},
    {".ripgreprc", kPackages},
    {".bashrc", kShell},
    {".bash_profile", kShell},
    {".bash_login", kShell},
    {".bash_aliases", kShell},
    {".bash_logout", kShell},
    {".zshrc", kShell},
    {".zprofile", kShell},
    {".zshenv", kShell},
    {".zlogin", kShell},
    {".zlogout", kShell},
    {".profile", kShell},
    {".inputrc", kShell},
    {".envrc", kShell},
    {".config/fish", kShell},
    {".postern", kPostern},
    {".config/postern", kPostern},
    {".local/share/postern", kPostern},
    {".local/state/postern", kPostern},
    {".claude", kAgent},
    {".claude.json", kAgent},
    {".mcp.json", kAgent},
    {"CLAUDE.md", kAgent},
    {"CLAUDE.local.md", kAgent},
    {"AGENTS.md", kAgent},
    {"AGENTS.override.md", kAgent},
    {"GEMINI.md", kAgent},
    {".cursorrules", kAgent},
    {".windsurfrules", kAgent},
    {".clinerules", kAgent},
    {".cursor", kAgent},
    {".codex", kAgent},
    {".gemini", kAgent},
    {".opencode", kAgent},
    {".github/copilot-instructions.md", kAgent},
    {".github/instructions", kAgent},
    {".github/hooks", kAgent},
    {".github/workflows", kAutomation, Where::anywhere, Hold::read_only, ProtectedQuestion::not_asked},
    {".github/actions", kAutomation, Where::anywhere, Hold::read_only, ProtectedQuestion::not_asked},
    {".gitlab-ci.yml", kAutomation, Where::anywhere, Hold::read_only, ProtectedQuestion::not_asked},
    {".circleci", kAutomation, Where::anywhere, Hold::read_only, ProtectedQuestion::not_asked},
    {".ssh", kLogin, Where::in_home},
    {".config/autostart", kLogin, Where::in_home},
    {".config/systemd", kLogin, Where::in_home},
    {".pam_environment", kLogin, Where::in_home},
});

}  // namespace

std::span<const ProtectedPath> protected_table() {
    return kTable;
}

}  // namespace postern::policy
