// Where settings live on this host, for this user, in this directory.
#pragma once

#include "base/abs_path.h"
#include "base/result.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace postern::settings {

struct Places {
    AbsPath project;  // the start directory; parents are not searched
    AbsPath home;
    AbsPath config_home;     // $XDG_CONFIG_HOME/postern
    AbsPath state_home;      // $XDG_STATE_HOME/postern: the trust store
    AbsPath claude_home;     // ~/.claude, or $CLAUDE_CONFIG_DIR
    AbsPath managed;         // /etc/postern
    AbsPath claude_managed;  // /etc/claude-code
    uid_t managed_owner = 0;
};

using VariableLookup = std::function<std::optional<std::string>(const char* name)>;
std::optional<std::string> process_environment(const char* name);

// Needs an absolute HOME; relative XDG directories are ignored, as their specification asks.
Result<Places> from_environment(const AbsPath& project, const VariableLookup& = process_environment);

// Every path from which settings or trust are or could be read, existing or not: none may be writable in the sandbox.
std::vector<AbsPath> protected_paths(const Places&);

}  // namespace postern::settings
