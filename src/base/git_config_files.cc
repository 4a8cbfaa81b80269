#include "base/git_config_files.h"

#include "base/ascii.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace postern {
namespace {

constexpr std::size_t kMostFiles = 256;
constexpr unsigned kMostVariables = 10'000;

bool names_include(std::string_view key) {
    return key == "include.path" || (key.starts_with("includeif.") && key.ends_with(".path"));
}

// Returns the key as a file would have it: the first and the last part in lower case.
std::string plain_key(std::string_view key) {
    const std::size_t first = std::min(key.find('.'), key.size()), last = std::min(key.rfind('.'), key.size());
    return lower_case(key.substr(0, first)) + std::string(key.substr(first, last - first)) +
           lower_case(key.substr(last));
}

std::optional<std::string_view> variable(const std::vector<std::string>& environment, std::string_view name) {
    for (const std::string_view each : environment) {
        if (each.size() > name.size() && each.starts_with(name) && each[name.size()] == '=') {
            return each.substr(name.size() + 1);
        }
    }
    return std::nullopt;
}

class Collector {
public:
    explicit Collector(const GitSurroundings& around) : around_(around) {}

    void file(const AbsPath& path) {
        if (std::ranges::find(out_.files, path) != out_.files.end()) return;
        if (out_.files.size() == kMostFiles) {
            if (!std::exchange(full_, true)) unknown("more files than can be followed are included", path.text());
            return;
        }
        out_.files.push_back(path);
        auto text = around_.read(path);
        if (!text) return out_.unknown.push_back(std::move(text.error()));
        if (!*text) return;
        auto entries = parse_git_config(**text);
        if (!entries) return unknown("is not a configuration that can be understood", path.text());
        for (ConfigEntry& entry : *entries) add({std::move(entry), path});
    }

    // Reads GIT_CONFIG_COUNT and its pairs.
    void pairs(const std::vector<std::string>& environment) {
        const auto count = variable(environment, "GIT_CONFIG_COUNT");
        if (!count || count->empty()) return;
        unsigned number = 0;
        const auto [end, error] = std::from_chars(count->data(), count->data() + count->size(), number);
        if (error != std::errc{} || end != count->data() + count->size() || number > kMostVariables) {
            return unknown("is not a number that can be followed", "GIT_CONFIG_COUNT");
        }
        for (unsigned i = 0; i < number; ++i) {
            const auto key = variable(environment, "GIT_CONFIG_KEY_" + std::to_string(i));
            const auto value = variable(environment, "GIT_CONFIG_VALUE_" + std::to_string(i));
            if (!key || !value) return unknown("has less pairs than it says", "GIT_CONFIG_COUNT");
            add({{plain_key(*key), std::string(*value)}});
        }
    }

    // Reads GIT_CONFIG_PARAMETERS, in which `git -c` passes settings on: 'key=value' or 'key'='value', quoted for sh.
    void parameters(std::string_view text) {
        while (!text.empty()) {
            const auto word = quoted(text);
            if (!word) return unknown("cannot be understood", "GIT_CONFIG_PARAMETERS");
            ConfigEntry entry{.key = *word, .value = std::nullopt};
            if (text.starts_with('=')) {
                text.remove_prefix(1);
                entry.value = text.starts_with('\'') ? quoted(text) : std::nullopt;
            } else if (const std::size_t equals = word->find('='); equals != std::string::npos) {
                entry = {word->substr(0, equals), word->substr(equals + 1)};
            }
            entry.key = plain_key(entry.key);
            add({std::move(entry)});
            while (text.starts_with(' ')) text.remove_prefix(1);
        }
    }

    GitSettings take() { return std::move(out_); }

private:
    void unknown(std::string what, std::string where) {
        out_.unknown.push_back({Errc::invalid, std::move(what), std::move(where)});
    }

    void add(GitSetting setting) {
        const bool include = names_include(setting.entry.key) && setting.entry.value;
        const std::string value = include ? *setting.entry.value : std::string();
        const std::optional<AbsPath> from = setting.file;
        out_.entries.push_back(std::move(setting));
        if (!include) return;
        // git refuses a relative path that does not stand in a file.
        const auto path = path_in_git_config(value, from ? from->parent() : AbsPath::root(), around_);
        if (path) file(*path);
    }

    // Takes a word in single quotes from the beginning of the text. A quote or `!` inside is '\'' or '\!'.
    static std::optional<std::string> quoted(std::string_view& text) {
        std::string out;
        if (!text.starts_with('\'')) return std::nullopt;
        for (;;) {
            const std::size_t end = text.find('\'', 1);
            if (end == std::string_view::npos) return std::nullopt;
            out += text.substr(1, end - 1);
            text.remove_prefix(end + 1);
            if (text.size() < 3 || text[0] != '\\' || (text[1] != '\'' && text[1] != '!') || text[2] != '\'')
                return out;
            out += text[1];
            text.remove_prefix(2);
        }
    }

    const GitSurroundings& around_;
    GitSettings out_{};
    bool full_ = false;
};

}  // namespace

std::optional<AbsPath> path_in_git_config(std::string_view value, const AbsPath& directory,
                                          const GitSurroundings& around) {
    constexpr std::string_view kOptional = ":(optional)";
    if (value.starts_with(kOptional)) value.remove_prefix(kOptional.size());
    if (value.empty() || value.starts_with("%(prefix)")) return std::nullopt;  // the latter: where git is installed
    std::optional<AbsPath> base = directory;
    if (value.starts_with('~')) {
        const std::size_t slash = std::min(value.find('/'), value.size());
        const std::string user(value.substr(1, slash - 1));
        base = user.empty() ? std::optional(around.home) : around.home_of(user);
        value.remove_prefix(std::min(slash + 1, value.size()));
    }
    if (!base) return std::nullopt;
    auto path = AbsPath::resolve(*base, value.empty() ? "." : value);
    if (!path) return std::nullopt;
    return std::move(*path);
}

GitSettings read_git_config(const std::vector<AbsPath>& files, const GitSurroundings& around) {
    Collector collector(around);
    for (const AbsPath& file : files) collector.file(file);
    return collector.take();
}

GitSettings read_user_git_config(const std::vector<std::string>& environment, const GitSurroundings& around) {
    Collector collector(around);
    const auto file = [&](std::string_view text) {
        if (const auto path = AbsPath::resolve(AbsPath::root(), text); path && text.starts_with('/')) {
            collector.file(*path);
        }
    };
    const std::string& home = around.home.text();
    // Reads those that a variable replaces, too: git may be started without the variable.
    file("/etc/gitconfig");
    file(variable(environment, "GIT_CONFIG_SYSTEM").value_or(""));
    file(home + "/.config/git/config");
    if (const auto config = variable(environment, "XDG_CONFIG_HOME")) file(std::string(*config) + "/git/config");
    file(home + "/.gitconfig");
    file(variable(environment, "GIT_CONFIG_GLOBAL").value_or(""));
    collector.pairs(environment);
    if (const auto given = variable(environment, "GIT_CONFIG_PARAMETERS")) collector.parameters(*given);
    return collector.take();
}

}  // namespace postern
