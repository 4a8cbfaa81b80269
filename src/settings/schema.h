// The one table of settings keys. The reader checks files against it, the JSON Schema and the reference in
// docs/settings.md are printed from it. A new key is one line here and one member in settings.h.
#pragma once

#include "settings/settings.h"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <variant>

namespace postern::settings {

enum class Access {
    any,      // every file
    user,     // user, command line and managed: not what arrives with a project
    managed,  // managed only
};

// Which values restrict: the only ones taken from a file that may only tighten.
enum class Tightens { never, always, when_true, when_false, when_stricter };

enum class Merge {
    natural,    // lists concatenate, scalars go to the strongest scope
    true_wins,  // true from any scope holds
};

enum class Content { plain, path, absolute_path, port, proxy, platform, object, list, file_credential, env_credential };

template <class T>
using Slot = T& (*)(Settings&);  // finds the member in a Settings
using Field =
    std::variant<Slot<Optional<bool>>, Slot<Optional<std::int64_t>>, Slot<Optional<std::string>>, Slot<Optional<Mode>>,
                 Slot<Optional<Disable>>, Slot<Optional<Caution>>, Slot<Optional<ExecGuardMode>>,
                 Slot<Optional<Permit>>, Slot<Optional<Toggle>>, Slot<Optional<JsonText>>, Slot<List>, Slot<Ports>,
                 Slot<Rules>, Slot<LimitEntries>, Slot<Credentials>, Slot<std::vector<IgnoredViolation>>>;

struct Key {
    std::string_view path;  // "sandbox.network.allowedDomains"
    Field field;
    Access access;
    Tightens tightens;
    std::string_view fallback;  // what holds if nobody sets it, as JSON
    std::string_view meaning;
    Content content = Content::plain;
    Merge merge = Merge::natural;
};

std::span<const Key> keys();

// Null if there is none. `is_group` also holds for the empty path: the whole document.
const Key* find_key(std::string_view path);
bool is_group(std::string_view path);
std::vector<std::string_view> children(std::string_view group);  // names one level below

bool may_set(Access, Scope);

template <class E>
struct Named {
    std::string_view name;
    E value;
};
// The spellings of a choice, the first one for each value being its own name; later ones are aliases.
constexpr auto names_of(Mode) {
    return std::to_array<Named<Mode>>({{"default", Mode::default_},
                                       {"acceptEdits", Mode::accept_edits},
                                       {"plan", Mode::plan},
                                       {"dontAsk", Mode::dont_ask},
                                       {"bypassPermissions", Mode::bypass_permissions},
                                       {"manual", Mode::default_}});
}
constexpr auto names_of(Disable) {
    return std::to_array<Named<Disable>>({{"disable", Disable::disable}});
}
constexpr auto names_of(Caution) {
    return std::to_array<Named<Caution>>({{"allow", Caution::allow}, {"ask", Caution::ask}, {"deny", Caution::deny}});
}
constexpr auto names_of(ExecGuardMode) {
    return std::to_array<Named<ExecGuardMode>>(
        {{"off", ExecGuardMode::off}, {"on", ExecGuardMode::on}, {"strict", ExecGuardMode::strict}});
}

constexpr auto names_of(Permit) {
    return std::to_array<Named<Permit>>({{"allow", Permit::allow}, {"deny", Permit::deny}});
}
constexpr auto names_of(Toggle) {
    return std::to_array<Named<Toggle>>({{"off", Toggle::off}, {"on", Toggle::on}});
}

// Where the sandbox can be switched on; WSL is not counted as linux.
inline constexpr auto kPlatforms = std::to_array<std::string_view>({"linux", "wsl", "macos"});

// Members of a rule object, of a limit and of a credential entry.
inline constexpr auto kRuleMembers = std::to_array<std::string_view>({"rule", "reason", "match", "notMatch"});
inline constexpr auto kLimitMembers = std::to_array<std::string_view>({"rule", "max", "per", "key"});
inline constexpr auto kMaskMembers = std::to_array<std::string_view>(
    {"mode", "extract", "onExtractNoMatch", "decode", "maskClaims", "maskDuplicates", "injectHosts"});

}  // namespace postern::settings
