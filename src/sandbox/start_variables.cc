#include "sandbox/start_variables.h"

#include "base/text.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <utility>

namespace postern::sandbox {
namespace {

enum class Value : std::uint8_t {
    file,     // or a directory
    files,    // several, between blanks or colons
    options,  // words of a command line, some of which load a file
    zsh,      // a directory in which zsh looks for its own files
};

struct StartVariable {
    std::string_view name;
    Value value = Value::file;
    std::string_view reads = {};  // completes "…, and VARIABLE names it"
};
constexpr auto kVariables = std::to_array<StartVariable>({
    {"BASH_ENV", Value::file, "every shell script begins with it"},
    {"ENV", Value::file, "shells begin with it"},
    {"ZDOTDIR", Value::zsh, "zsh begins with it"},
    {"LD_PRELOAD", Value::files, "every program loads it"},
    {"LD_AUDIT", Value::files, "every program loads it"},
    {"PYTHONSTARTUP", Value::file, "python begins with it"},
    {"NODE_OPTIONS", Value::options, "node begins with it"},
    {"RUBYOPT", Value::options, "ruby begins with it"},
    {"INPUTRC", Value::file, "it says what keys type into a shell"},
    {"R_PROFILE_USER", Value::file, "R begins with it"},
    {"GIT_TEMPLATE_DIR", Value::file, "git copies hooks from it into new repositories"},
    {"NPM_CONFIG_USERCONFIG", Value::file, "package tools take settings from it"},
    {"npm_config_userconfig", Value::file, "package tools take settings from it"},
    {"PIP_CONFIG_FILE", Value::file, "package tools take settings from it"},
    {"WGETRC", Value::file, "wget takes settings from it"},
    {"OPENSSL_CONF", Value::file, "programs load what it names"},
});

constexpr auto kZshFiles =
    std::to_array<std::string_view>({".zshenv", ".zprofile", ".zshrc", ".zlogin", ".zlogout", ".zcompdump"});

// Returns the files that words such as `--require x` or `-r/x` load.
std::vector<std::string_view> loaded_by(std::string_view options) {
    constexpr auto kOptions =
        std::to_array<std::string_view>({"--require", "--import", "--loader", "--experimental-loader", "-r"});
    std::vector<std::string_view> out;
    bool follows = false;
    for (std::string_view word : split(options, ' ')) {
        if (word.empty()) continue;
        if (std::exchange(follows, false)) {
            out.push_back(word);
            continue;
        }
        const std::size_t equals = word.find('=');
        follows = std::ranges::find(kOptions, word) != kOptions.end();
        if (follows) continue;
        if (equals != std::string_view::npos && word.starts_with("--")) {
            if (std::ranges::find(kOptions, word.substr(0, equals)) != kOptions.end())
                out.push_back(word.substr(equals + 1));
        } else if (word.starts_with("-r")) {
            out.push_back(word.substr(2));
        }
    }
    return out;
}

std::vector<std::string_view> named_in(const StartVariable& variable, std::string_view value) {
    switch (variable.value) {
        case Value::file:
        case Value::zsh: return {value};
        case Value::options: return loaded_by(value);
        case Value::files: break;
    }
    std::vector<std::string_view> out;
    for (const std::string_view part : split(value, ':')) {
        for (const std::string_view one : split(part, ' ')) out.push_back(one);
    }
    return out;
}

}  // namespace

std::vector<StartPath> paths_named_by(const std::vector<std::string>& environment, const AbsPath& cwd) {
    std::vector<StartPath> out;
    for (const std::string_view each : environment) {
        const std::string_view name = each.substr(0, each.find('='));
        const auto* const variable = std::ranges::find(kVariables, name, &StartVariable::name);
        if (variable == kVariables.end() || name.size() == each.size()) continue;
        const std::string why = std::string(variable->reads) + ", and " + std::string(name) + " names it";
        for (std::string_view word : named_in(*variable, each.substr(name.size() + 1))) {
            if (word.starts_with("file://")) word.remove_prefix(7);
            if (word.find('/') == std::string_view::npos) continue;
            const auto path = AbsPath::resolve(cwd, word);
            if (!path) continue;
            if (variable->value != Value::zsh) {
                out.push_back({*path, why});
                continue;
            }
            for (const std::string_view file : kZshFiles) {
                if (auto inner = AbsPath::resolve(*path, file)) out.push_back({std::move(*inner), why});
            }
        }
    }
    return out;
}

}  // namespace postern::sandbox
