// A host for one test: home, project and managed directories, all in one temporary directory.
#pragma once

#include "settings/load.h"
#include "settings/trust.h"
#include "temp_dir.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include <unistd.h>

namespace postern::settings {

inline void PrintTo(const Warning& w, std::ostream* out) {
    *out << w.where << ": " << w.what;
}

class World {
public:
    World()
        : places{.cwd = dir.at("p"),
                 .project = dir.at("p"),
                 .levels = {{.directory = dir.at("p")}},
                 .home = dir.at("home"),
                 .config_home = dir.at("home/.config/postern"),
                 .state_home = dir.at("home/.local/state/postern"),
                 .claude_home = dir.at("home/.claude"),
                 .managed = dir.at("etc/postern"),
                 .claude_managed = dir.at("etc/claude-code"),
                 .managed_owner = ::geteuid()} {
        std::filesystem::create_directories(places.project.text());
    }

    // Writes "home/.config/postern/settings.json" and so on; see `places`.
    const World& with(std::string_view name, std::string_view text) const {
        dir.write(name, text);
        return *this;
    }
    const World& trusting() const {
        const auto found = candidates(places);
        EXPECT_TRUE(found && trust(places, *found));
        return *this;
    }
    [[nodiscard]] std::string path(std::string_view name) const { return dir.at(name).text(); }

    // Fails the test and returns an empty value if the settings do not load.
    [[nodiscard]] Loaded load(const LoadOptions& options = {}) const {
        auto loaded = settings::load(places, options);
        if (!loaded) {
            ADD_FAILURE() << loaded.error().where << ": " << loaded.error().what;
            return {};
        }
        return std::move(*loaded);
    }
    // Returns the error without the temporary directory: "p/.postern/settings.json#/x: what".
    [[nodiscard]] std::string error(const LoadOptions& options = {}) const {
        const auto loaded = settings::load(places, options);
        if (loaded) return "no error";
        return shorten(loaded.error().where + ": " + loaded.error().what);
    }
    [[nodiscard]] std::string shorten(std::string text) const {
        const std::string prefix = path("") + '/';
        for (std::size_t at = 0; (at = text.find(prefix)) != std::string::npos;) text.erase(at, prefix.size());
        return text;
    }
    [[nodiscard]] std::vector<std::string> warnings(const Loaded& loaded) const {
        std::vector<std::string> out;
        for (const Warning& w : loaded.warnings) out.push_back(shorten(w.where + ": " + w.what));
        return out;
    }
    // Returns "value @ file#pointer" for each entry.
    template <class Entries>
    [[nodiscard]] std::vector<std::string> listed(const Loaded& loaded, const Entries& entries) const {
        std::vector<std::string> out;
        for (const auto& entry : entries) {
            if constexpr (requires { entry.text; })
                out.push_back(entry.text);
            else if constexpr (requires { entry.subject; })
                out.push_back(entry.subject);
            else
                out.push_back(entry.value);
            out.back() += " @ " + shorten(render(loaded.settings, entry.origin));
        }
        return out;
    }
    template <class T>
    [[nodiscard]] std::string origin(const Loaded& loaded, const Optional<T>& setting) const {
        return setting ? shorten(render(loaded.settings, setting->origin)) : "default";
    }

    test::TempDir dir;
    Places places;
};

inline constexpr const char* kUserFile = "home/.config/postern/settings.json";
inline constexpr const char* kUserClaude = "home/.claude/settings.json";
inline constexpr const char* kProject = "p/.postern/settings.json";
inline constexpr const char* kProjectClaude = "p/.claude/settings.json";
inline constexpr const char* kLocal = "p/.postern/settings.local.json";
inline constexpr const char* kLocalClaude = "p/.claude/settings.local.json";
inline constexpr const char* kManaged = "etc/postern/managed-settings.json";
inline constexpr const char* kManagedClaude = "etc/claude-code/managed-settings.json";

using Strings = std::vector<std::string>;

}  // namespace postern::settings
