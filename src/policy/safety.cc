#include "policy/safety.h"

#include "policy/path_rules.h"
#include "shell/invocation.h"
#include "shell/option_grammar.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace postern::policy {
namespace {

using shell::Base;
using shell::kHole;
using shell::Word;

enum class Where { anywhere, in_home };

// A path of one or more components in lower case, found at any depth, or directly in home. What is below counts too.
struct Protected {
    std::string_view path;
    std::string_view reason;
    Where where = Where::anywhere;
};

constexpr std::string_view kGit = "git runs code or takes settings from here";
constexpr std::string_view kShell = "shells read it when they start";
constexpr std::string_view kEditor = "editors run tasks from here";
constexpr std::string_view kPackages = "package and build tools take code or settings from it";
constexpr std::string_view kHooks = "it names commands that run on commit";
constexpr std::string_view kAgent = "it configures or instructs the agent";
constexpr std::string_view kPostern = "it holds Postern's own settings and stores";
constexpr std::string_view kLogin = "it decides who may log in or what runs at login";

constexpr auto kProtected = std::to_array<Protected>({
    {".git", kGit},
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
    {".yarn", kPackages},
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
    {"claude.md", kAgent},
    {"claude.local.md", kAgent},
    {"agents.md", kAgent},
    {"agents.override.md", kAgent},
    {"gemini.md", kAgent},
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
    {".ssh", kLogin, Where::in_home},
    {".config/autostart", kLogin, Where::in_home},
    {".config/systemd", kLogin, Where::in_home},
    {".pam_environment", kLogin, Where::in_home},
});

// Whole trees of the system, by absolute path.
constexpr auto kProtectedRoots = std::to_array<Protected>({
    {"/etc/postern", kPostern},
    {"/etc/claude-code", kAgent},
    {"/library/application support/postern", kPostern},
    {"/library/application support/claudecode", kAgent},
});

// Worktrees the agent makes for itself are ordinary project files.
constexpr std::string_view kException = ".claude/worktrees";

std::string lower(std::string_view s) {
    std::string out(s);
    std::ranges::transform(out, out.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return out;
}

// Does `path` (lower case, absolute) hold the components of `wanted` in a row, whole? Returns where they end.
std::size_t find_components(std::string_view path, std::string_view wanted, std::size_t from = 0) {
    for (std::size_t at = path.find(wanted, from); at != std::string_view::npos; at = path.find(wanted, at + 1)) {
        const std::size_t end = at + wanted.size();
        if (at > 0 && path[at - 1] == '/' && (end == path.size() || path[end] == '/')) return end;
    }
    return std::string_view::npos;
}

bool directly_in(std::string_view path, std::string_view home, std::string_view wanted) {
    if (home == "/") home = {};
    return path.starts_with(home) && find_components(path.substr(home.size()), wanted) == wanted.size() + 1;
}

std::optional<std::string_view> reason_for(std::string_view path, std::string_view home) {
    for (const Protected& p : kProtectedRoots) {
        if (find_components(path, p.path.substr(1)) == p.path.size()) return p.reason;
    }
    for (const Protected& p : kProtected) {
        const bool found = p.where == Where::in_home ? directly_in(path, home, p.path)
                                                     : find_components(path, p.path) != std::string_view::npos;
        if (found) return p.reason;
    }
    return std::nullopt;
}

}  // namespace

std::optional<std::string_view> protected_reason(const AbsPath& path, const AbsPath& home) {
    const std::string text = lower(path.text()), home_text = lower(home.text());
    const std::size_t end = find_components(text, kException);
    if (end != std::string_view::npos && end < text.size()) {
        // What the path is inside the worktree, and whether the worktrees lie in something protected themselves.
        const std::string_view outer = std::string_view(text).substr(0, end - kException.size());
        if (const auto reason = reason_for(outer.substr(0, outer.size() - 1), home_text)) return reason;
        return reason_for(text.substr(end), home_text);
    }
    return reason_for(text, home_text);
}

std::optional<std::string_view> protected_below(const AbsPath& directory, const AbsPath& home) {
    if (const auto reason = protected_reason(directory, home)) return reason;
    const std::string text = lower(directory.text()) + "/";
    for (const Protected& p : kProtected) {
        const std::size_t slash = p.path.find('/');
        if (slash == std::string_view::npos) continue;
        if (text.ends_with('/' + std::string(p.path.substr(0, slash + 1)))) return p.reason;  // .config/ of .config/git
    }
    return std::nullopt;
}

namespace {

bool is_child_of_root(const AbsPath& path) {
    return path.text() == "/" || path.parent().text() == "/";
}

// What removing exactly this path would mean.
std::optional<std::string> critical(const AbsPath& path, const Surroundings& around) {
    if (path.text() == "/") return "the root of the file system";
    if (is_child_of_root(path)) return "a directory directly under /";
    if (path == around.home) return "the home directory";
    if (path == around.cwd) return "the working directory";
    if (path.contains(around.cwd)) return "a directory above the working directory";
    if (path.contains(around.home)) return "a directory above the home directory";
    return std::nullopt;
}

bool only_wildcards(std::string_view name) {
    return !name.empty() && std::ranges::all_of(name, [](char c) { return c == kHole || c == '.' || c == '*'; });
}

// `dir/*`: nearly everything directly inside.
std::optional<std::string> critical_glob(const Word& word, const Surroundings& around) {
    const std::size_t slash = word.text.rfind('/');
    const std::string_view last = std::string_view(word.text).substr(slash == std::string::npos ? 0 : slash + 1);
    if (!(word.dynamic & shell::kGlob) || !only_wildcards(last) || last.find(kHole) == std::string_view::npos)
        return std::nullopt;
    Word directory = word;
    directory.text = slash == std::string::npos ? "." : slash == 0 ? "/" : word.text.substr(0, slash);
    if (directory.text.find(kHole) == std::string::npos) directory.dynamic = 0;
    const auto named = path_named_by(directory, around.cwd, around.home);
    if (!named || !named->literal) return std::nullopt;
    const auto path = AbsPath::parse(named->text);
    if (!path) return std::nullopt;
    if (const auto what = critical(*path, around)) return "everything in " + *what;
    const bool additional =
        std::ranges::find(around.additional_directories, *path) != around.additional_directories.end();
    if (additional) return "everything in an additional directory";
    return std::nullopt;
}

// "$DIR"/*, "$DIR"/: the variable may be empty.
bool directly_under_variable(const Word& word) {
    if (word.base != Base::none || !word.text.starts_with(kHole) || !(word.dynamic & ~shell::kGlob)) return false;
    std::string_view rest = word.text;
    while (rest.starts_with(kHole)) rest.remove_prefix(1);
    if (!rest.starts_with('/')) return false;
    while (rest.starts_with('/')) rest.remove_prefix(1);
    return rest.empty() || (only_wildcards(rest) && rest.find(kHole) != std::string_view::npos);
}

}  // namespace

std::optional<std::string> critical_removal(const shell::Command& command, const Surroundings& around) {
    const std::string_view program = shell::base_name(command.name());
    if (program != "rm" && program != "rmdir") return std::nullopt;
    const shell::Scan scan = shell::scan({.free_operands = shell::kAnyNumber}, command.words);
    for (const std::size_t i : scan.operands) {
        const Word& word = command.words[i];
        std::optional<std::string> what;
        if (directly_under_variable(word)) {
            what = "what stands directly under a variable, which may be empty";
        } else if (!(what = critical_glob(word, around))) {
            const auto named = path_named_by(word, around.cwd, around.home);
            if (!named || !named->literal) continue;
            const auto path = AbsPath::parse(named->text);
            if (path) what = critical(*path, around);
        }
        if (what) return std::string(program) + " would remove " + *what;
    }
    return std::nullopt;
}

}  // namespace postern::policy
