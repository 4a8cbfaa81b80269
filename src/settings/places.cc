#include "settings/places.h"

#include "settings/layers.h"

#include <cstdlib>

namespace postern::settings {
namespace {

#ifdef __APPLE__
constexpr const char* kManaged = "/Library/Application Support/Postern";
constexpr const char* kClaudeManaged = "/Library/Application Support/ClaudeCode";
#else
constexpr const char* kManaged = "/etc/postern";
constexpr const char* kClaudeManaged = "/etc/claude-code";
#endif

Result<AbsPath> directory_from(const VariableLookup& lookup, const char* variable, const AbsPath& home,
                               const char* otherwise) {
    const auto value = lookup(variable);
    if (value && value->starts_with('/')) return AbsPath::resolve(home, *value);
    return AbsPath::resolve(home, otherwise);
}

}  // namespace

std::optional<std::string> process_environment(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

Result<Places> from_environment(const AbsPath& cwd, const VariableLookup& lookup) {
    const auto home_text = lookup("HOME");
    if (!home_text || !home_text->starts_with('/')) {
        return fail(Errc::invalid, "HOME is not set to an absolute path, so there is no place to look for settings");
    }
    const auto home = AbsPath::resolve(AbsPath::root(), *home_text);
    if (!home) return tl::unexpected(home.error());
    const auto config = directory_from(lookup, "XDG_CONFIG_HOME", *home, ".config");
    const auto state = directory_from(lookup, "XDG_STATE_HOME", *home, ".local/state");
    const auto cache = directory_from(lookup, "XDG_CACHE_HOME", *home, ".cache");
    const auto claude = directory_from(lookup, "CLAUDE_CONFIG_DIR", *home, ".claude");
    const auto managed = AbsPath::parse(kManaged);
    const auto claude_managed = AbsPath::parse(kClaudeManaged);
    for (const auto* path : {&config, &state, &cache, &claude, &managed, &claude_managed}) {
        if (!*path) return tl::unexpected(path->error());
    }
    auto own_config = AbsPath::resolve(*config, "postern");
    auto own_state = AbsPath::resolve(*state, "postern");
    auto own_cache = AbsPath::resolve(*cache, "postern");
    if (!own_cache) return tl::unexpected(own_cache.error());
    if (!own_config) return tl::unexpected(own_config.error());
    if (!own_state) return tl::unexpected(own_state.error());
    return Places{.cwd = cwd,
                  .project = cwd,
                  .levels = {{.directory = cwd}},
                  .home = *home,
                  .config_home = std::move(*own_config),
                  .state_home = std::move(*own_state),
                  .claude_home = *claude,
                  .managed = *managed,
                  .claude_managed = *claude_managed,
                  .cache_home = std::move(*own_cache)};
}

std::vector<AbsPath> protected_paths(const Places& places) {
    std::vector<AbsPath> paths = {places.config_home, places.state_home, places.managed, places.claude_managed};
    if (auto user = AbsPath::resolve(places.claude_home, "settings.json")) paths.push_back(std::move(*user));
    for (const SettingsLevel& level : places.levels) {
        for (const ProjectFile& file : kProjectFiles) {
            if (auto path = AbsPath::resolve(level.directory, file.name)) paths.push_back(std::move(*path));
        }
    }
    return paths;
}

}  // namespace postern::settings
