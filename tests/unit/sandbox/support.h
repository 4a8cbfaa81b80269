// Short ways to write profiles in tests.
#pragma once

#include "sandbox/profile.h"

#include <string>
#include <string_view>
#include <vector>

namespace postern::sandbox {

inline AbsPath path(std::string_view text) {
    return AbsPath::parse(text).value();
}

inline Mount mount(std::string_view where, MountAccess access, std::string why = {}, bool directory = true) {
    return {path(where), access, directory, std::move(why)};
}

// The usual case: a project in a git repository.
inline Profile ordinary_profile() {
    Profile p;
    p.cwd = path("/Users/ann/shop");
    p.home = path("/Users/ann");
    p.temporary = path("/private/var/folders/x1/postern");
    p.writable = {p.temporary, p.cwd};
    p.mounts = {
        mount("/private/var/folders/x1/postern", MountAccess::writable, "$TMPDIR"),
        mount("/Users/ann/shop", MountAccess::writable, "working directory"),
        mount("/Users/ann/.aws", MountAccess::hidden, "sandbox.filesystem.denyRead"),
        mount("/Users/ann/shop/.env", MountAccess::hidden, "Read(./.env)", false),
        mount("/Users/ann/shop/.git", MountAccess::cannot_move, "something protected lies below it"),
        mount("/Users/ann/shop/.claude", MountAccess::read_only, "it configures or instructs the agent"),
        mount("/Users/ann/shop/.git/config", MountAccess::read_only, "git runs code or takes settings from it", false),
        mount("/Users/ann/shop/.git/hooks", MountAccess::read_only, "git runs code or takes settings from it"),
        mount("/Users/ann/shop/.claude/worktrees", MountAccess::writable, "the agent's own worktrees"),
    };
    p.absent = {{path("/Users/ann/shop/.bashrc"), "shells read it when they start"},
                {path("/Users/ann/shop/.git/info/attributes"), "git runs code or takes settings from it"},
                {path("/Users/ann/shop/.profile"), "shells read it when they start"},
                {path("/Users/ann/shop/.yarn/plugins"), "package and build tools take code or settings from it"}};
    p.repositories = {path("/Users/ann/shop/.git")};
    p.environment = {{"HOME", "/Users/ann"}, {"PATH", "/usr/bin:/bin"}, {"POSTERN", "1"}};
    p.dropped = {{"BASH_ENV", "makes shells run code or read files when they start"},
                 {"GITHUB_TOKEN", "may hold a secret"},
                 {"NPM_TOKEN", "may hold a secret"}};
    return p;
}

}  // namespace postern::sandbox
