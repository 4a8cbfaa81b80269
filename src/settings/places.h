// Places of settings on this host, for this user, in this directory.
#pragma once

#include "base/abs_path.h"
#include "base/result.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace postern::settings {

// A directory whose settings files count.
struct SettingsLevel {
    AbsPath directory;
    bool outer = false;  // above the project: it can only tighten, trusted or not
    bool operator==(const SettingsLevel&) const = default;
};

struct Places {
    AbsPath cwd;                        // where the command starts
    AbsPath project;                    // `cwd` or a directory above it: what the command may write
    std::vector<SettingsLevel> levels;  // outermost first
    AbsPath home;
    AbsPath config_home;     // $XDG_CONFIG_HOME/postern
    AbsPath state_home;      // $XDG_STATE_HOME/postern: the trust store
    AbsPath claude_home;     // ~/.claude, or $CLAUDE_CONFIG_DIR
    AbsPath managed;         // /etc/postern
    AbsPath claude_managed;  // /etc/claude-code
    uid_t managed_owner = 0;
    AbsPath cache_home = AbsPath::root();  // $XDG_CACHE_HOME/postern: caches for commands; the root directory: none
};

using VariableLookup = std::function<std::optional<std::string>(const char* name)>;
std::optional<std::string> process_environment(const char* name);

// Returns the places of this process, with the directory itself as project and only level. Needs an absolute HOME; relative XDG directories are ignored, as their
// specification asks.
Result<Places> from_environment(const AbsPath& cwd, const VariableLookup& = process_environment);

// Returns every path from which settings or trust could be read, existing or not. None may be writable in the sandbox.
std::vector<AbsPath> protected_paths(const Places&);

}  // namespace postern::settings
