#include "sandbox/git_layout.h"

#include "base/ascii.h"
#include "base/text.h"

#include <algorithm>
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

constexpr std::string_view kBlanks = " \t\r";

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

bool looks_like_git_directory(const AbsPath& path, const HostView& host) {
    return host.kind(below(path, "HEAD")) == FileKind::file;
}

// Tells whether the config of a submodule's git directory names `top` as its worktree.
bool config_names(const AbsPath& git_directory, const AbsPath& top, const HostView& host) {
    const auto text = host.text(below(git_directory, "config"));
    if (!text) return false;
    for (std::size_t at = text->find("worktree"); at != std::string::npos; at = text->find("worktree", at + 1)) {
        std::string_view rest = first_line(std::string_view(*text).substr(at + 8));
        while (!rest.empty() && (rest.front() == ' ' || rest.front() == '\t' || rest.front() == '=')) {
            rest.remove_prefix(1);
        }
        const auto named = AbsPath::resolve(git_directory, rest);
        if (named && host.real(*named) == top) return true;
    }
    return false;
}

bool points_back(const AbsPath& git_directory, const AbsPath& top, const HostView& host) {
    const auto gitdir = path_in_file(below(git_directory, "gitdir"), "", host);  // a linked worktree
    if (gitdir && *gitdir == below(top, ".git")) return true;
    return config_names(git_directory, top, host);
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
            if (real != dot_git && !points_back(real, top, host)) return std::nullopt;
            return Repository{top, real, real, false};
        }
        case FileKind::file: {
            const auto pointed = path_in_file(dot_git, "gitdir:", host);
            if (!pointed || !looks_like_git_directory(*pointed, host) || !points_back(*pointed, top, host)) {
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
        if (host.kind(below(at, ".git")) != FileKind::none) return repository_at(at, host);
        if (at.text() == "/") return std::nullopt;
    }
}

std::vector<AbsPath> configured_paths(const AbsPath& git_directory, const AbsPath& top, const AbsPath& home,
                                      const HostView& host) {
    std::vector<AbsPath> out;
    for (const std::string_view name : {"config", "config.worktree"}) {
        const auto text = host.text(below(git_directory, name));
        if (!text) continue;
        bool include = false;
        for (std::string_view rest = *text; !rest.empty();) {
            std::string_view line = trimmed(rest.substr(0, rest.find('\n')), kBlanks);
            rest.remove_prefix(std::min(rest.find('\n'), rest.size() - 1) + 1);
            if (line.starts_with('[')) {
                include = lower_case(line).starts_with("[include");
                line = trimmed(line.substr(std::min(line.find(']'), line.size() - 1) + 1), kBlanks);
            }
            const std::size_t equals = line.find('=');
            if (equals == std::string_view::npos) continue;
            const std::string key = lower_case(trimmed(line.substr(0, equals), kBlanks));
            const bool hooks = key == "hookspath";
            if (!hooks && !(include && key == "path")) continue;
            std::string value(trimmed(line.substr(equals + 1), kBlanks));
            std::erase(value, '"');
            const bool at_home = value.starts_with("~/");
            const auto path =
                AbsPath::resolve(at_home ? home : (hooks ? top : git_directory), at_home ? value.substr(2) : value);
            if (path && !value.empty()) out.push_back(*path);
        }
    }
    return out;
}

std::vector<AbsPath> code_paths(const AbsPath& git_directory, const HostView& host) {
    std::vector<AbsPath> directories{git_directory};
    const AbsPath modules = below(git_directory, "modules");
    add_modules(modules, kModuleDepth, host, directories);
    std::vector<AbsPath> paths;
    if (directories.size() > kMaxDirectories) {  // too many: protects `modules` as a whole
        directories.erase(directories.begin() + 1, directories.end());
        paths.push_back(modules);
    }
    for (const AbsPath& directory : directories) {
        for (const std::string_view name : kGitCode) paths.push_back(below(directory, name));
    }
    return paths;
}

}  // namespace postern::sandbox
