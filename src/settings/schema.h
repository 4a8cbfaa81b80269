// Table of all settings keys. The reader checks files against it, and the JSON Schema and the reference in
// docs/settings.md are printed from it. A new key needs one row here and one member in settings.h; a key that is
// accepted without effect is a row alone.
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
    user,     // user, command line and managed: no file that comes with a project
    managed,  // managed only
};

// Values of a key that restrict. Only these are taken from a file that may only tighten.
enum class Tightens { never, always, when_true, when_false, when_stricter };

enum class Merge {
    natural,    // lists concatenate, a scalar comes from the strongest scope
    true_wins,  // true from any scope holds
};

enum class Content {
    plain,
    path,
    absolute_path,
    port,
    count,
    duration,
    proxy,
    platform,
    file_credential,
    env_credential
};

// The JSON type of a key that is accepted without effect. Its value is checked for this type and then forgotten.
enum class Accepts { boolean, text, list, object };

template <class T>
using Slot = T& (*)(Settings&);  // finds the member in a Settings
using Field =
    std::variant<Slot<Optional<bool>>, Slot<Optional<std::int64_t>>, Slot<Optional<std::string>>, Slot<Optional<Mode>>,
                 Slot<Optional<Disable>>, Slot<Optional<Caution>>, Slot<Optional<ExecGuardMode>>,
                 Slot<Optional<Permit>>, Slot<Optional<Toggle>>, Slot<Optional<Caches>>, Slot<Optional<Classifier>>,
                 Slot<Optional<ExecHost>>, Slot<Optional<ExecSecurity>>, Slot<Optional<ExecAsk>>, Slot<List>,
                 Slot<Ports>, Slot<Rules>, Slot<LimitEntries>, Slot<HookEntries>, Slot<Credentials>, Accepts>;

struct Key {
    std::string_view path;  // "sandbox.network.allowedDomains"
    Field field;
    Access access;
    Tightens tightens;
    std::string_view fallback;  // the default, as JSON
    std::string_view meaning;   // for a key without effect: why it has none
    Content content = Content::plain;
    Merge merge = Merge::natural;

    [[nodiscard]] constexpr bool has_effect() const noexcept { return !std::holds_alternative<Accepts>(field); }
};

std::span<const Key> keys();

// Returns the meaning as people read it: a key without effect says so.
std::string description(const Key& key);

// Returns the key, or null. `is_group` also holds for the empty path: the whole document.
const Key* find_key(std::string_view path);
bool is_group(std::string_view path);
std::vector<std::string_view> children(std::string_view group);  // names one level below

bool may_set(Access, Scope);

template <class E>
struct Named {
    std::string_view name;
    E value;
};
// Returns the spellings of a choice. The first one for each value is its name; later ones are aliases.
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

constexpr auto names_of(Caches) {
    return std::to_array<Named<Caches>>({{"user", Caches::user}, {"project", Caches::project}, {"off", Caches::off}});
}

constexpr auto names_of(ExecHost) {
    return std::to_array<Named<ExecHost>>({{"sandbox", ExecHost::sandbox}, {"here", ExecHost::here}});
}
constexpr auto names_of(ExecSecurity) {
    return std::to_array<Named<ExecSecurity>>(
        {{"deny", ExecSecurity::deny}, {"allowlist", ExecSecurity::allowlist}, {"full", ExecSecurity::full}});
}
constexpr auto names_of(ExecAsk) {
    return std::to_array<Named<ExecAsk>>(
        {{"off", ExecAsk::off}, {"on-miss", ExecAsk::on_miss}, {"always", ExecAsk::always}});
}
constexpr auto names_of(Classifier::Kind) {
    return std::to_array<Named<Classifier::Kind>>(
        {{"builtin", Classifier::Kind::builtin}, {"off", Classifier::Kind::off}});
}

// Platforms on which the sandbox can be switched on. WSL does not count as linux.
inline constexpr auto kPlatforms = std::to_array<std::string_view>({"linux", "wsl", "macos"});

// Members of a rule object, of a hook, of a limit and of a credential entry.
inline constexpr auto kRuleMembers =
    std::to_array<std::string_view>({"rule", "reason", "match", "notMatch", "interactive"});
inline constexpr auto kHookMembers = std::to_array<std::string_view>({"command", "timeout"});
inline constexpr auto kLimitMembers = std::to_array<std::string_view>({"rule", "max", "per", "key"});
inline constexpr auto kMaskMembers = std::to_array<std::string_view>(
    {"mode", "extract", "onExtractNoMatch", "decode", "maskClaims", "maskDuplicates", "injectHosts"});

}  // namespace postern::settings
