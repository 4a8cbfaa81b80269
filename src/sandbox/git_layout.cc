#include "sandbox/git_layout.h"

#include "base/ascii.h"
#include "base/text.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace postern::sandbox {
namespace {

constexpr int kModuleDepth = 6;  // names of submodules may have slashes
constexpr std::size_t kMaxDirectories = 128;

AbsPath below(const AbsPath& directory, std::string_view name) {
    return AbsPath::resolve(directory, name).value_or(directory);
}

std::string_view first_line(std::string_view text) {
    text = text.substr(0, text.find('\n'));
    while (!text.empty() && (text.back() == '\r' || text.back() == ' ')) text.remove_suffix(1);
    return text;
}

// Keys whose value is a file or directory from which git runs code or takes settings.
constexpr auto kPathKeys =
    std::to_array<std::string_view>({"core.attributesfile", "core.excludesfile", "init.templatedir",
                                     "gpg.ssh.allowedsignersfile", "gpg.ssh.revocationfile"});

// Reads a file that has one path behind `prefix`, relative to the directory of the file. Follows its links.
std::optional<AbsPath> path_in_file(const AbsPath& file, std::string_view prefix, const HostView& host) {
    const auto text = host.text(file);
    if (!text || !text->starts_with(prefix)) return std::nullopt;
    std::string_view path = first_line(std::string_view(*text).substr(prefix.size()));
    while (path.starts_with(' ')) path.remove_prefix(1);
    if (path.empty()) return std::nullopt;
    const auto resolved = AbsPath::resolve(file.parent(), path);
    if (!resolved) return std::nullopt;
    return host.real(*resolved);
}

bool is_head(std::string_view text) {
    text = first_line(text);
    if (text.starts_with("ref:")) return trimmed(text.substr(4), " \t\r\n").starts_with("refs/");
    return text.size() >= 40 && std::ranges::all_of(text, [](char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); });
}

// Tells whether git itself takes the directory for a repository: HEAD names a branch or a commit, and objects and refs
// are there, in it or in its common directory.
bool is_git_directory(const AbsPath& path, const HostView& host) {
    const AbsPath head = below(path, "HEAD");
    const auto text = host.text(head);
    const bool unborn_link = host.kind(head) == FileKind::none && host.present(head);
    if (!unborn_link && !(text && is_head(*text))) return false;
    const AbsPath common = path_in_file(below(path, "commondir"), "", host).value_or(path);
    return host.kind(below(common, "objects")) == FileKind::directory &&
           host.kind(below(common, "refs")) == FileKind::directory;
}

bool looks_like_git_directory(const AbsPath& path, const HostView& host) {
    return host.kind(below(path, "HEAD")) == FileKind::file;
}

// Returns the working tree that the config of a git directory names, or nullopt if it names none.
std::optional<AbsPath> named_worktree(const AbsPath& git_directory, const HostView& host) {
    const auto text = host.text(below(git_directory, "config"));
    const auto entries = text ? parse_git_config(*text) : std::nullopt;
    std::optional<AbsPath> out;
    for (const ConfigEntry& entry : entries.value_or(std::vector<ConfigEntry>{})) {
        if (entry.key != "core.worktree" || !entry.value) continue;
        const auto named = AbsPath::resolve(git_directory, *entry.value);
        if (named) out = host.real(*named);  // the last one counts
    }
    return out;
}

bool points_back(const AbsPath& git_directory, const AbsPath& top, const HostView& host) {
    const auto gitdir = path_in_file(below(git_directory, "gitdir"), "", host);  // a linked worktree
    if (gitdir && *gitdir == below(top, ".git")) return true;
    return named_worktree(git_directory, host) == top;
}

void add_modules(const AbsPath& directory, int depth, const HostView& host, std::vector<AbsPath>& found) {
    if (depth == 0) return;
    const auto entries = host.list(directory);
    if (!entries) return;
    for (const Entry& entry : *entries) {
        if (found.size() > kMaxDirectories) return;
        if (!entry.directory) continue;
        AbsPath path = below(directory, entry.name);
        if (looks_like_git_directory(path, host)) {
            found.push_back(path);
            add_modules(below(path, "modules"), depth - 1, host, found);
        } else {
            add_modules(path, depth - 1, host, found);
        }
    }
}

}  // namespace

std::optional<Repository> repository_at(const AbsPath& top, const HostView& host) {
    const AbsPath dot_git = below(top, ".git");
    switch (host.kind(dot_git)) {
        case FileKind::directory: {
            const AbsPath real = host.real(dot_git);
            if (!is_git_directory(real, host)) return std::nullopt;
            if (real != dot_git && !points_back(real, top, host)) return std::nullopt;
            return Repository{top, real, real, false};
        }
        case FileKind::file: {
            const auto pointed = path_in_file(dot_git, "gitdir:", host);
            if (!pointed || !is_git_directory(*pointed, host) || !points_back(*pointed, top, host)) {
                return std::nullopt;
            }
            const auto common = path_in_file(below(*pointed, "commondir"), "", host);
            // git puts the common directory two levels up. A file that names another place may be forged.
            if (common && (pointed->parent().name() != "worktrees" || *common != pointed->parent().parent())) {
                return std::nullopt;
            }
            return Repository{top, *pointed, common.value_or(*pointed), true};
        }
        case FileKind::none:
        case FileKind::other: return std::nullopt;
    }
    return std::nullopt;
}

std::optional<Repository> repository_around(const AbsPath& directory, const HostView& host) {
    for (AbsPath at = directory;; at = at.parent()) {
        // git passes by a directory that is no repository, and stops at a file that leads to none.
        const AbsPath dot_git = below(at, ".git");
        const FileKind kind = host.kind(dot_git);
        if (kind == FileKind::directory && is_git_directory(host.real(dot_git), host)) return repository_at(at, host);
        if (kind == FileKind::file) return repository_at(at, host);
        if (at.text() == "/") return std::nullopt;
    }
}

GitSurroundings git_surroundings(const AbsPath& home, const HostView& host) {
    return {.home = home,
            .read = [&host](const AbsPath& file) { return host.read(file); },
            .home_of = [&host](const std::string& user) { return host.home_of(user); }};
}

ConfiguredPaths configured_paths(const GitSettings& settings, const std::vector<AbsPath>& tops,
                                 const GitSurroundings& around) {
    ConfiguredPaths out{.files = settings.files};
    for (const GitSetting& setting : settings.entries) {
        const bool hooks = setting.entry.key == "core.hookspath";
        if (!setting.entry.value || !(hooks || std::ranges::find(kPathKeys, setting.entry.key) != kPathKeys.end())) {
            continue;
        }
        for (const AbsPath& top : tops) {
            auto path = path_in_git_config(*setting.entry.value, top, around);
            if (path) (hooks ? out.hooks : out.files).push_back(std::move(*path));
        }
    }
    return out;
}

std::vector<AbsPath> working_trees(const AbsPath& git_directory, const HostView& host) {
    std::vector<AbsPath> out;
    if (auto named = named_worktree(git_directory, host)) out.push_back(std::move(*named));
    if (git_directory.name() == ".git") out.push_back(git_directory.parent());
    const auto linked = path_in_file(below(git_directory, "gitdir"), "", host);
    if (linked) out.push_back(linked->parent());
    return out;
}

GitDirectories git_directories_in(const AbsPath& git_directory, const HostView& host) {
    GitDirectories out{.directories = {git_directory}};
    add_modules(below(git_directory, "modules"), kModuleDepth, host, out.directories);
    if (out.directories.size() <= kMaxDirectories) return out;
    out.directories.erase(out.directories.begin() + 1, out.directories.end());
    out.modules_as_a_whole = true;
    return out;
}

std::vector<AbsPath> code_paths(const AbsPath& git_directory, const HostView& host) {
    const GitDirectories parts = git_directories_in(git_directory, host);
    std::vector<AbsPath> paths;
    if (parts.modules_as_a_whole) paths.push_back(below(git_directory, "modules"));
    for (const AbsPath& directory : parts.directories) {
        for (const std::string_view name : kGitCode) paths.push_back(below(directory, name));
    }
    return paths;
}

}  // namespace postern::sandbox
