// Origin of a setting: every value remembers its file and JSON pointer.
#pragma once

#include "base/abs_path.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace postern::settings {

enum class Scope { user, project, local, command_line, managed };  // weakest first

struct Source {
    Scope scope = Scope::user;
    bool claude = false;               // a file of Claude Code, not of Postern
    std::string file = {};             // path, or "--set"
    AbsPath anchor = AbsPath::root();  // rule `/p` and filesystem `./p` are relative to it; see paths.h
    bool trusted = true;               // false if only tightening keys were taken from it
    bool outer = false;                // lies above the project, and hence is not trusted
    bool operator==(const Source&) const = default;
};

// A file that can arrive with a `git clone`.
inline bool comes_with_project(const Source& source) {
    return source.scope == Scope::project || source.scope == Scope::local;
}

// A source that no project file can outweigh: the administrator, and the person who typed the command line.
inline bool is_firm(const Source& source) {
    return source.scope == Scope::managed || source.scope == Scope::command_line;
}

struct Origin {
    std::uint32_t source = 0;  // index in Settings::sources
    std::string pointer;       // "/permissions/deny/0"
    bool operator==(const Origin&) const = default;
};

template <class T>
struct Setting {
    T value;
    Origin origin;
    bool operator==(const Setting&) const = default;
};
template <class T>
using Optional = std::optional<Setting<T>>;  // empty if not set, so the default holds
using List = std::vector<Setting<std::string>>;
using Ports = std::vector<Setting<std::int64_t>>;

}  // namespace postern::settings
