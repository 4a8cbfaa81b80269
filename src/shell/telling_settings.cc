#include "shell/telling_settings.h"

#include "base/ascii.h"
#include "base/text.h"

#include <algorithm>
#include <array>
#include <string>

namespace postern::shell {
namespace {

struct Kind {
    std::string_view name;  // as in the book: K:ssh
    std::string_view parts;
    std::string_view why;
};

constexpr auto kKinds = std::to_array<Kind>({
    {"apt", "invoke ::bin:: dir::bin dpkg::options pre-install post- proxy-auto-detect hook", "hooks and programs"},
    {"cargo", "runner rustc linker alias wrapper .toml / rustdoc credential include", "tools, and files of settings"},
    {"clang", "plugin load", "libraries that the compiler loads"},
    {"fzf", "execute become reload transform", "actions that are commands"},
    {"go", "extld toolexec vettool", "tools that the build starts"},
    {"go-env", "toolexec cc= cxx= goflags", "tools that later builds start"},
    {"hg", "alias. hooks. extensions. ui. pager. merge-tools extdiff diff-tools", "commands and extensions"},
    {"ld", "plugin load", "libraries that the linker loads"},
    {"library", "/", "a library that is named by its path"},
    {"npm", "script-shell node-options node_options shell= editor yarn-path", "programs and options of node"},
    {"pandoc", ".lua /", "a reader or writer that is a script"},
    {"rpm", "%( %{lua", "macros that run a shell or Lua"},
    {"rustc", "linker= codegen-backend", "a program, and a library"},
    {"socat", "exec: system: shell:", "addresses that are commands"},
    {"ssh",
     "proxycommand localcommand knownhostscommand permitlocalcommand match include pkcs11provider securitykeyprovider "
     "identityagent xauthlocation proxyusefdpass",
     "commands, libraries, and files of settings"},
    {"svn", "cmd tunnels", "programs for differences and connections"},
    {"systemd", "exec rootdirectory rootimage environment bindpaths", "what a unit runs, and where it finds it"},
    {"tar", "exec", "a command at each checkpoint"},
    {"wget", "askpass use_askpass", "a program that is asked for a password"},
});

const Kind* find_kind(std::string_view name) noexcept {
    const auto* const found = std::ranges::find(kKinds, name, &Kind::name);
    return found == kKinds.end() ? nullptr : found;
}

}  // namespace

bool has_telling_settings(std::string_view kind) noexcept {
    return find_kind(kind) != nullptr;
}

bool tells_of_code(std::string_view kind, std::string_view setting) {
    const Kind* const known = find_kind(kind);
    if (known == nullptr) return false;
    const std::string lower = lower_case(setting);
    bool found = false;
    for_each_name(known->parts, [&](std::string_view part) { found = found || lower.find(part) != std::string::npos; });
    return found;
}

bool starts_nothing(std::string_view language) noexcept {
    return listed("jq cql arithmetic alias", language);
}

}  // namespace postern::shell
