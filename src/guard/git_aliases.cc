#include "guard/git_aliases.h"

#include "base/ascii.h"
#include "base/git_config.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <string_view>
#include <utility>

#include <fcntl.h>

namespace postern::guard {
namespace {

constexpr std::size_t kMostFiles = 64;
constexpr std::size_t kMostMeanings = 64;
constexpr std::size_t kLargestFile = 1U << 20U;

// Commands for which git never looks for an alias, so that no files need to be read. A command missing here costs only
// time.
constexpr auto kCommands = std::to_array<std::string_view>(
    {"add",           "am",          "apply",       "archive",      "blame",        "branch",
     "bundle",        "cat-file",    "check-attr",  "check-ignore", "checkout",     "cherry",
     "cherry-pick",   "clean",       "clone",       "commit",       "commit-tree",  "config",
     "count-objects", "describe",    "diff",        "diff-files",   "diff-index",   "diff-tree",
     "fast-export",   "fast-import", "fetch",       "fetch-pack",   "for-each-ref", "format-patch",
     "fsck",          "gc",          "grep",        "hash-object",  "help",         "index-pack",
     "init",          "log",         "ls-files",    "ls-remote",    "ls-tree",      "merge",
     "merge-base",    "mv",          "notes",       "pack-objects", "pack-refs",    "prune",
     "pull",          "push",        "range-diff",  "read-tree",    "rebase",       "receive-pack",
     "reflog",        "remote",      "repack",      "replace",      "reset",        "rev-list",
     "rev-parse",     "revert",      "rm",          "send-pack",    "shortlog",     "show",
     "show-ref",      "stash",       "status",      "symbolic-ref", "tag",          "unpack-objects",
     "update-index",  "update-ref",  "upload-pack", "var",          "verify-pack",  "version",
     "worktree",      "write-tree"});

// Options of git itself that take the next word as their value.
constexpr auto kWithValue = std::to_array<std::string_view>(
    {"-C", "-c", "--git-dir", "--work-tree", "--namespace", "--super-prefix", "--config-env", "--attr-source"});

// Parts of `git -C a -c b=c NAME …`.
struct Parts {
    std::size_t name = 0;  // index of NAME; 0 if there is none
    Words directories{};   // from -C
    Words settings{};      // from -c
    Words from_environment{};
    Words git_directories{};
};

Parts parts_of(const Words& argv) {
    Parts out;
    for (std::size_t i = 1; i < argv.size(); ++i) {
        const std::string& word = argv[i];
        if (!word.starts_with('-')) {
            out.name = i;
            return out;
        }
        const std::size_t equals = word.find('=');
        std::string option = word.substr(0, equals);
        std::string value;
        if (word.starts_with("--") && equals != std::string::npos) {
            value = word.substr(equals + 1);
        } else if (std::ranges::find(kWithValue, word) != kWithValue.end()) {
            if (++i == argv.size()) return out;
            option = word;
            value = argv[i];
        }
        if (option == "-C") out.directories.push_back(value);
        if (option == "-c") out.settings.push_back(value);
        if (option == "--config-env") out.from_environment.push_back(value);
        if (option == "--git-dir") out.git_directories.push_back(value);
    }
    return out;
}

// Splits the text of an alias as git does. Returns nullopt if git would refuse it.
std::optional<Words> split(std::string_view text) {
    Words out;
    bool inside = false;
    char quote = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quote == 0 && (c == ' ' || c == '\t' || c == '\n' || c == '\r')) {
            inside = false;
            continue;
        }
        if (!std::exchange(inside, true)) out.emplace_back();
        if (quote == 0 && (c == '\'' || c == '"')) {
            quote = c;
        } else if (c == quote) {
            quote = 0;
        } else if (c == '\\' && quote != '\'') {
            if (++i == text.size()) return std::nullopt;
            out.back() += text[i];
        } else {
            out.back() += c;
        }
    }
    if (quote != 0) return std::nullopt;
    return out;
}

class Search {
public:
    Search(const GitCall& call, const Parts& parts) : call_(call), parts_(parts) {}

    // Collects every text that git could take for the definition of this alias. Returns false if that cannot be
    // determined.
    bool run(std::string_view name, Words& definitions) {
        wanted_ = "alias." + lower_case(name);
        found_ = &definitions;
        by_words();
        by_environment();
        by_files();
        return known_ && !(corrects_ && definitions.empty());
    }

private:
    [[nodiscard]] std::optional<std::string_view> variable(std::string_view name) const {
        for (const std::string& each : call_.environment) {
            if (each.size() > name.size() && each.starts_with(name) && each[name.size()] == '=')
                return std::string_view(each).substr(name.size() + 1);
        }
        return std::nullopt;
    }

    // Matches `alias.NAME`, and `alias.NAME.command` of newer versions.
    [[nodiscard]] bool is_wanted(std::string_view key) const {
        const std::string plain = lower_case(key);
        return plain == wanted_ || plain == wanted_ + ".command";
    }
    static bool includes(std::string_view key) {
        const std::string plain = lower_case(key);
        return plain == "include.path" || (plain.starts_with("includeif.") && plain.ends_with(".path"));
    }

    void define(std::string_view key, std::string_view value) {
        if (is_wanted(key)) found_->emplace_back(value);
        if (includes(key)) known_ = false;
        note_correction(key, value);
    }

    // With help.autocorrect git runs the command that it guesses: `psuh` becomes push.
    void note_correction(std::string_view key, std::string_view value) {
        constexpr std::string_view kOff[] = {"0", "false", "no", "off", "never", "show", "prompt"};
        if (lower_case(key) == "help.autocorrect")
            corrects_ = corrects_ || std::ranges::find(kOff, lower_case(value)) == std::end(kOff);
    }

    void by_words() {
        for (const std::string& setting : parts_.settings) {
            const std::size_t equals = std::min(setting.find('='), setting.size());
            define(std::string_view(setting).substr(0, equals),
                   std::string_view(setting).substr(std::min(equals + 1, setting.size())));
        }
        for (const std::string& setting : parts_.from_environment) {
            const std::size_t equals = setting.rfind('=');
            if (equals == std::string::npos) continue;
            define(std::string_view(setting).substr(0, equals), variable(setting.substr(equals + 1)).value_or(""));
        }
    }

    void by_environment() {
        // git writes this variable for its children, in its own quoting, which is not parsed here.
        if (const auto given = variable("GIT_CONFIG_PARAMETERS"))
            known_ = known_ && lower_case(*given).find("alias") == std::string::npos &&
                     lower_case(*given).find("include") == std::string::npos;
        const auto count = variable("GIT_CONFIG_COUNT");
        if (!count) return;
        unsigned number = 0;
        (void)std::from_chars(count->data(), count->data() + count->size(), number);
        for (unsigned i = 0; i < std::min(number, 1000U); ++i) {
            const auto key = variable("GIT_CONFIG_KEY_" + std::to_string(i));
            if (key) define(*key, variable("GIT_CONFIG_VALUE_" + std::to_string(i)).value_or(""));
        }
        if (number > 1000) known_ = false;
    }

    void by_files() {
        read("/etc/gitconfig");
        const std::string home(variable("HOME").value_or(""));
        if (!home.empty()) {
            read(home + "/.gitconfig");
            read(home + "/.config/git/config");
        }
        for (const char* name : {"GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"}) {
            if (const auto file = variable(name)) read(std::string(*file));
        }
        if (const auto config = variable("XDG_CONFIG_HOME")) read(std::string(*config) + "/git/config");
        for (const char* name : {"GIT_DIR", "GIT_COMMON_DIR"}) {
            if (const auto directory = variable(name)) repository(in_start(std::string(*directory)));
        }
        for (const std::string& directory : parts_.git_directories) repository(in_start(directory));
        // git stops at the first repository. The directories above are read too, which is harmless.
        auto place = call_.process.directory_at(AT_FDCWD, start());
        if (!place) known_ = false;
        for (; place && !place->empty(); place->resize(place->rfind('/'))) {
            repository(*place + "/.git");
            repository(*place);  // bare
        }
        repository("/.git");
        repository("/");
    }

    // Returns the directory in which git starts: each -C is relative to the one before.
    [[nodiscard]] std::string start() const {
        std::string out = ".";
        for (const std::string& directory : parts_.directories)
            out = directory.starts_with('/') ? directory : out + '/' + directory;
        return out;
    }
    [[nodiscard]] std::string in_start(const std::string& path) const {
        return path.starts_with('/') ? path : start() + '/' + path;
    }

    // Reads a git directory, or the `.git` file that names one.
    void repository(const std::string& path, int depth = 0) {
        read(path + "/config");
        read(path + "/config.worktree");
        const auto other = text(path + "/commondir");
        if (other) read((other->starts_with('/') ? line(*other) : path + '/' + line(*other)) + "/config");
        const auto named = text(path);
        constexpr std::string_view kMark = "gitdir: ";
        if (!named || !named->starts_with(kMark)) return;
        const std::string target = line(named->substr(kMark.size()));
        if (depth > 3) {
            known_ = false;
            return;
        }
        repository(target.starts_with('/') ? target : path.substr(0, path.rfind('/') + 1) + target, depth + 1);
    }

    static std::string line(const std::string& text) { return text.substr(0, text.find('\n')); }

    [[nodiscard]] std::optional<std::string> text(const std::string& path) {
        return call_.process.content(path, kLargestFile);
    }

    void read(const std::string& path) {
        if (std::ranges::find(files_, path) != files_.end()) return;
        const auto content = text(path);
        if (!content) return;
        files_.push_back(path);
        const auto entries = parse_git_config(*content);
        if (!entries || files_.size() > kMostFiles) {
            known_ = false;
            return;
        }
        for (const ConfigEntry& entry : *entries) {
            if (is_wanted(entry.key)) found_->push_back(entry.value.value_or(""));
            note_correction(entry.key, entry.value.value_or("true"));
            if (includes(entry.key) && entry.value) read(beside(path, *entry.value));  // under any condition
        }
    }

    [[nodiscard]] std::string beside(const std::string& file, const std::string& path) const {
        if (path.starts_with("~/")) return std::string(variable("HOME").value_or("")) + path.substr(1);
        return path.starts_with('/') ? path : file.substr(0, file.rfind('/') + 1) + path;
    }

    const GitCall& call_;
    const Parts& parts_;
    std::string wanted_{};
    Words* found_ = nullptr;
    Words files_{};
    bool known_ = true, corrects_ = false;
};

}  // namespace

std::optional<std::vector<Words>> meanings_of(const GitCall& call) {
    std::vector<Words> out;
    std::vector<Words> pending{call.argv};
    while (!pending.empty()) {
        const Words argv = std::move(pending.back());
        pending.pop_back();
        const Parts parts = parts_of(argv);
        if (parts.name == 0 || std::ranges::find(kCommands, argv[parts.name]) != kCommands.end()) continue;
        Words definitions;
        if (!Search(call, parts).run(argv[parts.name], definitions)) return std::nullopt;
        for (const std::string& definition : definitions) {
            if (definition.starts_with('!')) continue;
            const auto words = split(definition);
            if (!words || words->empty()) continue;
            Words meaning(argv.begin(), argv.begin() + static_cast<std::ptrdiff_t>(parts.name));
            meaning.insert(meaning.end(), words->begin(), words->end());
            meaning.insert(meaning.end(), argv.begin() + static_cast<std::ptrdiff_t>(parts.name) + 1, argv.end());
            if (std::ranges::find(out, meaning) != out.end()) continue;
            if (out.size() == kMostMeanings) return std::nullopt;
            out.push_back(meaning);
            pending.push_back(std::move(meaning));
        }
    }
    return out;
}

}  // namespace postern::guard
