#include "guard/git_aliases.h"

#include "base/ascii.h"
#include "base/git_config.h"

#include <algorithm>
#include <array>
#include <cerrno>
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
constexpr unsigned kMostSettings = 1000;  // of GIT_CONFIG_COUNT
constexpr int kMostAbove = 200;           // directories above the working directory

// Commands that are part of git itself, for which it never looks for an alias. Deprecated ones are left out: newer
// versions let an alias replace them. A command missing here costs only time.
constexpr std::string_view kCommands =
    " "
    "add am annotate apply archive blame branch bugreport bundle cat-file check-attr check-ignore check-mailmap "
    "check-ref-format checkout checkout--worker checkout-index cherry cherry-pick clean clone column commit "
    "commit-graph commit-tree config count-objects credential credential-cache credential-cache--daemon "
    "credential-store describe diagnose diff diff-files diff-index diff-tree difftool fast-export fast-import "
    "fetch fetch-pack fmt-merge-msg for-each-ref for-each-repo format-patch fsck fsmonitor--daemon gc "
    "get-tar-commit-id grep hash-object help hook index-pack init init-db interpret-trailers log ls-files "
    "ls-remote ls-tree mailinfo mailsplit maintenance merge merge-base merge-file merge-index merge-ours "
    "merge-recursive merge-recursive-ours merge-recursive-theirs merge-subtree merge-tree mktag mktree "
    "multi-pack-index mv name-rev notes pack-objects pack-refs patch-id prune prune-packed pull push range-diff "
    "read-tree rebase receive-pack reflog remote remote-ext remote-fd repack replace rerere reset restore "
    "rev-list rev-parse revert rm send-pack shortlog show show-branch show-index show-ref sparse-checkout stage "
    "stash status stripspace submodule--helper switch symbolic-ref tag unpack-file unpack-objects update-index "
    "update-ref update-server-info upload-archive upload-archive--writer upload-pack var verify-commit "
    "verify-pack verify-tag version worktree write-tree ";

bool is_command(const std::string& name) {
    return name.find(' ') == std::string::npos && kCommands.find(' ' + name + ' ') != std::string_view::npos;
}

// Options of git itself that take the next word as their value, and those that take none.
constexpr auto kWithValue = std::to_array<std::string_view>(
    {"-C", "-c", "--git-dir", "--work-tree", "--namespace", "--super-prefix", "--config-env", "--attr-source"});
constexpr auto kWithoutValue = std::to_array<std::string_view>({"-p",
                                                                "-P",
                                                                "-h",
                                                                "-v",
                                                                "--paginate",
                                                                "--no-pager",
                                                                "--no-replace-objects",
                                                                "--no-lazy-fetch",
                                                                "--no-advice",
                                                                "--bare",
                                                                "--literal-pathspecs",
                                                                "--no-literal-pathspecs",
                                                                "--glob-pathspecs",
                                                                "--noglob-pathspecs",
                                                                "--icase-pathspecs",
                                                                "--no-optional-locks",
                                                                "--html-path",
                                                                "--man-path",
                                                                "--info-path",
                                                                "--exec-path",
                                                                "--version",
                                                                "--help",
                                                                "--list-cmds",
                                                                "--shallow-file"});

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

// Parts of `git -C a -c b=c NAME …`.
struct Parts {
    std::size_t name = 0;  // index of NAME; 0 if there is none
    bool unknown = false;  // an option that could take NAME for its value
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
        const std::size_t equals = word.starts_with("--") ? word.find('=') : std::string::npos;
        const std::string option = word.substr(0, equals);
        std::string value = equals == std::string::npos ? "" : word.substr(equals + 1);
        if (is_one_of(kWithValue, option)) {
            if (equals == std::string::npos) {
                if (++i == argv.size()) return out;
                value = argv[i];
            }
        } else if (!is_one_of(kWithoutValue, option)) {
            out.unknown = true;
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

// Splits a value of GIT_CONFIG_PARAMETERS, which git writes for its children: 'key'='value' or 'key=value', in single
// quotes. Returns nullopt if the text is anything else.
std::optional<Words> quoted_settings(std::string_view text) {
    Words out;
    while (!text.empty()) {
        if (text.starts_with(' ')) {
            text.remove_prefix(1);
            continue;
        }
        std::string setting;
        for (bool more = true; more;) {
            if (!text.starts_with('\'')) return std::nullopt;
            const std::size_t end = text.find('\'', 1);
            // A quote inside is written '\'' and '\!' likewise: too rare to be worth reading.
            if (end == std::string_view::npos) return std::nullopt;
            setting += text.substr(1, end - 1);
            text.remove_prefix(end + 1);
            more = text.starts_with('=');
            if (!more) continue;
            setting += '=';
            text.remove_prefix(1);
            more = text.starts_with('\'');
        }
        if (!text.empty() && !text.starts_with(' ')) return std::nullopt;
        out.push_back(std::move(setting));
    }
    return out;
}

// Looks for the definitions of one alias wherever git could read them. What cannot be read exactly as git reads it
// makes the name unknown.
class Search {
public:
    Search(const GitCall& call, const Parts& parts) : call_(call), parts_(parts) {}

    // Collects every text that git could take for the definition. Returns false if what git would run cannot be told:
    // also for a name that is no alias and that git may correct to another one.
    bool run(const std::string& name, Words& definitions) {
        wanted_ = "alias." + lower_case(name);
        found_ = &definitions;
        if (parts_.unknown) return false;
        by_words();
        by_environment();
        by_files();
        return known_ && (!definitions.empty() || !corrects_);
    }

private:
    [[nodiscard]] std::optional<std::string> variable(std::string_view name) {
        std::optional<std::string> out;
        for (const std::string& each : call_.environment) {
            if (each.size() <= name.size() || !each.starts_with(name) || each[name.size()] != '=') continue;
            if (out) known_ = false;  // programs differ in which of two they take
            out = each.substr(name.size() + 1);
        }
        return out;
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
    // Reads `key=value`, or `key`, which means true.
    void define(std::string_view setting) {
        const std::size_t equals = setting.find('=');
        if (equals == std::string_view::npos) return define(setting, "true");
        define(setting.substr(0, equals), setting.substr(equals + 1));
    }

    // With help.autocorrect git runs the command that it guesses: `psuh` becomes push.
    void note_correction(std::string_view key, std::string_view value) {
        constexpr std::string_view kOff[] = {"0", "false", "no", "off", "never", "show", "prompt"};
        if (lower_case(key) == "help.autocorrect")
            corrects_ = corrects_ || std::ranges::find(kOff, lower_case(value)) == std::end(kOff);
    }

    void by_words() {
        for (const std::string& setting : parts_.settings) define(setting);
        for (const std::string& setting : parts_.from_environment) {
            const std::size_t equals = setting.rfind('=');
            if (equals == std::string::npos) continue;
            define(std::string_view(setting).substr(0, equals), variable(setting.substr(equals + 1)).value_or(""));
        }
    }

    void by_environment() {
        if (const auto given = variable("GIT_CONFIG_PARAMETERS")) {
            const auto settings = quoted_settings(*given);
            if (!settings) known_ = false;
            for (const std::string& setting : settings.value_or(Words{})) define(setting);
        }
        const auto count = variable("GIT_CONFIG_COUNT");
        if (!count || count->empty()) return;
        // git also takes blanks and a sign before the number.
        unsigned number = 0;
        const auto [end, error] = std::from_chars(count->data(), count->data() + count->size(), number);
        if (error != std::errc{} || end != count->data() + count->size() || number > kMostSettings) {
            known_ = false;
            return;
        }
        for (unsigned i = 0; i < number; ++i) {
            const auto key = variable("GIT_CONFIG_KEY_" + std::to_string(i));
            const auto value = variable("GIT_CONFIG_VALUE_" + std::to_string(i));
            if (key) define(*key, value.value_or(""));
        }
    }

    void by_files() {
        for (const char* prefix : {"", "/usr", "/usr/local"}) read(std::string(prefix) + "/etc/gitconfig");
        // A git that was moved as a whole reads the file of its own directory.
        read(call_.program.substr(0, call_.program.rfind('/') + 1) + "../etc/gitconfig");
        if (const auto home = variable("HOME")) {
            read(in_start(*home + "/.gitconfig"));
            read(in_start(*home + "/.config/git/config"));
        }
        for (const char* name : {"GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"}) {
            if (const auto file = variable(name)) read(in_start(*file));
        }
        if (const auto config = variable("XDG_CONFIG_HOME")) read(in_start(*config + "/git/config"));
        for (const char* name : {"GIT_DIR", "GIT_COMMON_DIR"}) {
            if (const auto directory = variable(name)) repository(in_start(*directory));
        }
        for (const std::string& directory : parts_.git_directories) repository(in_start(directory));
        // git stops at the first repository. The directories above are read too, which is harmless.
        std::string place = start();
        for (int above = 0; above < kMostAbove; ++above, place += "/..") {
            repository(place + "/.git");
            repository(place);  // bare
            if (call_.process.is_root(place)) return;
        }
        known_ = false;
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

    // Returns nullopt for what is not there, and for a directory.
    [[nodiscard]] std::optional<std::string> text(const std::string& path) {
        FileContent content = call_.process.content(path, kLargestFile);
        if (content.error == 0) return std::move(content.text);
        if (content.error != ENOENT && content.error != ENOTDIR && content.error != EISDIR) known_ = false;
        return std::nullopt;
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
            if (includes(entry.key) && entry.value) include(path, *entry.value);  // under any condition
        }
    }

    void include(const std::string& file, const std::string& path) {
        if (path.starts_with("~/")) {
            const auto home = variable("HOME");
            if (home) return read(in_start(*home + path.substr(1)));
        }
        // Another user's home, or the directory that git was installed in.
        if (path.starts_with('~') || path.starts_with("%(prefix)")) {
            known_ = false;
            return;
        }
        read(path.starts_with('/') ? path : file.substr(0, file.rfind('/') + 1) + path);
    }

    const GitCall& call_;
    const Parts& parts_;
    std::string wanted_{};
    Words* found_ = nullptr;
    Words files_{};
    bool known_ = true, corrects_ = false;
};

}  // namespace

std::size_t git_command_at(const Words& argv) {
    return parts_of(argv).name;
}

std::optional<std::vector<Words>> meanings_of(const GitCall& call) {
    std::vector<Words> out;
    std::vector<Words> pending{call.argv};
    while (!pending.empty()) {
        const Words argv = std::move(pending.back());
        pending.pop_back();
        const Parts parts = parts_of(argv);
        if (parts.name == 0) continue;
        if (!parts.unknown && is_command(argv[parts.name])) continue;
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
