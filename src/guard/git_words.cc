#include "guard/git_words.h"

#include "base/text.h"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

namespace postern::guard {
namespace {

using std::string_view;

// The words behind the name of the command, sorted by kind.
struct Sorted {
    Words options{};     // as written, with values
    Words positional{};  // before `--`
    Words after{};       // behind `--`
    bool dashes = false;

    [[nodiscard]] bool has(string_view option) const { return std::ranges::find(options, option) != options.end(); }
    [[nodiscard]] bool has_any(std::initializer_list<string_view> some) const {
        return std::ranges::any_of(some, [&](string_view option) { return has(option); });
    }
    // Returns whether a cluster of short options, as `-qf`, has this letter.
    [[nodiscard]] bool has_letter(char letter) const {
        return std::ranges::any_of(options, [&](const std::string& option) {
            return option.size() > 1 && option[1] != '-' &&
                   option.substr(0, option.find('=')).find(letter) != std::string::npos;
        });
    }
    // Returns the value of `--name=value` or, as sorted by with_values, of `--name value`.
    [[nodiscard]] std::optional<std::string> value(string_view name) const {
        for (const std::string& option : options) {
            if (option.starts_with(name) && option.size() > name.size() && option[name.size()] == '=')
                return option.substr(name.size() + 1);
        }
        return std::nullopt;
    }
};

// `with_value` lists the options that take the next word, separated by blanks. The value is joined with a `=`.
Sorted sort(std::span<const std::string> words, string_view with_value) {
    const auto listed = [&](const std::string& option) {
        return (' ' + std::string(with_value) + ' ').find(' ' + option + ' ') != std::string::npos;
    };
    Sorted out;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        if (out.dashes) {
            out.after.push_back(word);
        } else if (word == "--") {
            out.dashes = true;
        } else if (word.size() < 2 || word.front() != '-') {
            out.positional.push_back(word);
        } else {
            const bool cluster = word[1] != '-' && word.size() > 2;
            if (cluster && listed(word.substr(0, 2))) {  // `-Xours`
                out.options.push_back(word.substr(0, 2) + '=' + word.substr(2));
                continue;
            }
            const std::string option = cluster ? "-" + word.substr(word.size() - 1) : word;
            const bool joined = listed(option) && i + 1 < words.size();
            if (cluster && joined) out.options.push_back(word.substr(0, word.size() - 1));
            out.options.push_back(joined ? option + '=' + words[++i] : word);
        }
    }
    return out;
}

constexpr string_view kForCheckout = "-b -B --orphan --conflict --pathspec-from-file";
constexpr string_view kForSwitch = "-c -C --create --force-create --orphan --conflict";
constexpr string_view kForRestore = "-s --source --conflict --pathspec-from-file";
constexpr string_view kForMerge = "-m -F --file -s --strategy -X --strategy-option --into-name --cleanup";
constexpr string_view kForRebase = "--onto -s --strategy -X --strategy-option -x --exec -C --whitespace --empty";
constexpr string_view kForPatch = "-C -p --whitespace --directory --exclude --include --build-fake-ancestor";
constexpr string_view kForPick = "-m --mainline -X --strategy-option --strategy --cleanup --empty";
constexpr string_view kForStash = "-m --message --pathspec-from-file";

GitIntent stopped(const Sorted& words, TreeWork resumed) {
    if (words.has("--abort")) return {.work = TreeWork::abandon, .overwrites = true};
    if (words.has_any({"--continue", "--skip"})) return {.work = resumed, .overwrites = words.has("--skip")};
    return {.work = TreeWork::nothing};
}
bool is_about_stopped(const Sorted& words) {
    return words.has_any({"--abort", "--continue", "--skip", "--quit", "--edit-todo", "--show-current-patch"});
}

// Returns whether options choose another way to merge than the usual one. `ours` and `theirs` decide conflicts only, and
// those are not forecast.
bool merges_unusually(const Sorted& words) {
    return std::ranges::any_of(words.options, [](const std::string& option) {
        const string_view name = string_view(option).substr(0, option.find('='));
        const string_view value = string_view(option).substr(std::min(name.size() + 1, option.size()));
        if (name == "-X" || name == "--strategy-option") return value != "ours" && value != "theirs";
        return name == "--strategy" && value != "ort" && value != "recursive";
    });
}

GitIntent checkout(std::span<const std::string> rest) {
    const Sorted words = sort(rest, kForCheckout);
    GitIntent out{.work = TreeWork::become,
                  .may_be_path = !words.dashes,
                  .overwrites = words.has("--force") || words.has_letter('f'),
                  .unusual = words.has("--merge") || words.has_letter('m') || words.value("--conflict")};
    out.paths = words.after;
    if (!words.positional.empty()) {
        out.revisions = {words.positional.front()};
        out.paths.insert(out.paths.end(), words.positional.begin() + 1, words.positional.end());
    }
    out.overwrites = out.overwrites || !out.paths.empty();
    if (out.revisions.empty() && !out.overwrites) out.work = TreeWork::nothing;  // `checkout -b NAME`
    return out;
}

GitIntent switch_branch(std::span<const std::string> rest) {
    const Sorted words = sort(rest, kForSwitch);
    const bool forced = words.has_any({"--force", "--discard-changes"}) || words.has_letter('f');
    if (words.positional.empty() && !forced) return {};
    return {.work = TreeWork::become,
            .revisions = words.positional,
            .may_be_path = true,
            .overwrites = forced,
            .unusual = words.has("--merge") || words.has_letter('m') || words.value("--conflict")};
}

GitIntent restore(std::span<const std::string> rest) {
    const Sorted words = sort(rest, kForRestore);
    const bool staged = words.has("--staged") || words.has_letter('S');
    if (staged && !words.has("--worktree") && !words.has_letter('W')) return {};
    GitIntent out{.work = TreeWork::become, .paths = words.positional, .overwrites = true};
    out.paths.insert(out.paths.end(), words.after.begin(), words.after.end());
    for (const string_view name : {"-s", "--source"}) {
        if (auto source = words.value(name)) out.revisions = {std::move(*source)};
    }
    return out;
}

GitIntent reset(std::span<const std::string> rest) {
    const Sorted words = sort(rest, "--pathspec-from-file");
    if (!words.has_any({"--hard", "--merge", "--keep"})) return {};
    return {.work = TreeWork::become,
            .revisions = words.positional.empty() ? Words{"HEAD"} : Words{words.positional.front()},
            .overwrites = words.has("--hard")};
}

GitIntent read_tree(std::span<const std::string> rest) {
    const Sorted words = sort(rest, "--prefix --index-output --exclude-per-directory");
    if (!words.has_letter('u') && !words.has("--reset")) return {};
    if (words.positional.size() > 2)
        return {.work = TreeWork::pick, .revisions = {words.positional.back()}, .unusual = true};
    if (words.positional.empty()) return {};
    return {.work = TreeWork::become, .revisions = {words.positional.back()}, .overwrites = words.has("--reset")};
}

GitIntent merge(std::span<const std::string> rest) {
    const Sorted words = sort(rest, kForMerge);
    if (is_about_stopped(words)) return stopped(words, TreeWork::nothing);
    return {.work = TreeWork::merge,
            .revisions = words.positional.empty() ? Words{"@{upstream}"} : words.positional,
            .overwrites = words.has("--autostash"),
            .unusual = merges_unusually(words) || words.value("-s") || words.positional.size() > 1};
}

GitIntent rebase(std::span<const std::string> rest) {
    const Sorted words = sort(rest, kForRebase);
    if (is_about_stopped(words)) return stopped(words, TreeWork::resume_rebase);
    GitIntent out{.work = TreeWork::rebase, .revisions = words.positional, .onto = words.value("--onto")};
    out.unusual = merges_unusually(words) || words.value("-s") || words.value("-C") || words.value("--whitespace") ||
                  words.has_any({"--apply", "--interactive", "--autosquash", "--rebase-merges"}) ||
                  words.has_letter('i') || words.has_letter('r');
    if (words.has("--root")) out.revisions.insert(out.revisions.begin(), "");
    if (out.revisions.empty()) out.revisions = {"@{upstream}"};
    return out;
}

GitIntent pick(std::span<const std::string> rest, TreeWork work) {
    const Sorted words = sort(rest, kForPick);
    if (is_about_stopped(words)) return stopped(words, TreeWork::resume_pick);
    GitIntent out{.work = work, .revisions = words.positional, .unusual = merges_unusually(words)};
    for (const string_view name : {"-m", "--mainline"}) {
        if (auto parent = words.value(name)) out.parent = std::move(*parent);
    }
    return out;
}

GitIntent stash(std::span<const std::string> rest) {
    const Sorted words = sort(rest, kForStash);
    const std::string verb = words.positional.empty() ? "push" : words.positional.front();
    constexpr auto kReads = std::to_array<string_view>({"list", "show", "drop", "clear", "create", "store", "export"});
    if (std::ranges::find(kReads, verb) != kReads.end()) return {};
    if (verb == "pop" || verb == "apply" || verb == "branch") {
        const std::size_t at = verb == "branch" ? 2 : 1;
        std::string which = words.positional.size() > at ? words.positional[at] : "stash@{0}";
        if (which.find_first_not_of("0123456789") == std::string::npos) which = "stash@{" + which + '}';
        return {.work = TreeWork::unstash, .revisions = {std::move(which)}, .overwrites = verb == "branch"};
    }
    if (verb != "push" && verb != "save") return {.work = TreeWork::unknown};
    GitIntent out{.work = TreeWork::stash, .paths = words.after, .overwrites = true};
    const bool all = words.has("--all") || words.has_letter('a');
    if (all || words.has("--include-untracked") || words.has_letter('u')) out.options = {"--others"};
    if (!all && !out.options.empty()) out.options.emplace_back("--exclude-standard");
    if (verb == "push" && !words.positional.empty())
        out.paths.insert(out.paths.end(), words.positional.begin() + 1, words.positional.end());
    return out;
}

GitIntent am(std::span<const std::string> rest) {
    const Sorted words = sort(rest, "-C -p --whitespace --directory --exclude --include --patch-format --empty");
    if (words.has("--rebasing")) return {};
    if (is_about_stopped(words)) return stopped(words, TreeWork::resume_patch);
    return {.work = TreeWork::mail};  // git splits the mails before it takes the lock
}

GitIntent apply(std::span<const std::string> rest) {
    const Sorted words = sort(rest, kForPatch);
    const bool looks = words.has_any({"--check", "--stat", "--numstat", "--summary"}) && !words.has("--apply");
    if (looks || words.has("--cached")) return {};
    const auto options = patch_options(words.options);
    GitIntent out{.work = TreeWork::patch, .options = options.value_or(Words{}), .paths = words.positional};
    out.paths.insert(out.paths.end(), words.after.begin(), words.after.end());
    if (out.paths.empty()) out.paths = {"-"};
    out.unusual = !options;
    return out;
}

GitIntent remove(std::span<const std::string> rest) {
    const Sorted words = sort(rest, "--pathspec-from-file");
    if (words.has_any({"--cached", "--dry-run"}) || words.has_letter('n')) return {};
    GitIntent out{.work = TreeWork::remove, .paths = words.positional};
    out.paths.insert(out.paths.end(), words.after.begin(), words.after.end());
    return out;
}

GitIntent clean(std::span<const std::string> rest) {
    const Sorted words = sort(rest, "-e --exclude");
    if (words.has("--dry-run") || words.has_letter('n') || words.has_letter('i')) return {};
    GitIntent out{.work = TreeWork::clean, .paths = words.positional};
    out.paths.insert(out.paths.end(), words.after.begin(), words.after.end());
    for (const char letter : {'d', 'x', 'X'}) {
        if (words.has_letter(letter)) out.options.push_back(std::string("-") + letter);
    }
    for (const string_view name : {"-e", "--exclude"}) {
        if (const auto pattern = words.value(name)) out.options.push_back("--exclude=" + *pattern);
    }
    return out;
}

GitIntent export_index(std::span<const std::string> rest) {
    const Sorted words = sort(rest, "--prefix --stage");
    if (words.has("--temp") || words.value("--prefix")) return {};
    GitIntent out{.work = TreeWork::export_index, .paths = words.positional};
    out.paths.insert(out.paths.end(), words.after.begin(), words.after.end());
    return out;
}

GitIntent sparse(std::span<const std::string> rest) {
    const Sorted words = sort(rest, "");
    const std::string verb = words.positional.empty() ? "" : words.positional.front();
    if (verb == "list" || verb.empty()) return {};
    GitIntent out{.work = TreeWork::sparse, .unread = verb == "add" || verb == "reapply" || words.has("--no-cone")};
    if (verb == "disable") out.paths = {""};
    if (verb == "set") out.paths.assign(words.positional.begin() + 1, words.positional.end());
    return out;
}

// Commands that change no tracked file themselves.
constexpr string_view kHarmless =
    " add annotate archive bisect bisect--helper blame branch bugreport bundle cat-file check-attr check-ignore "
    "check-mailmap check-ref-format cherry clone column commit commit-graph commit-tree config "
    "count-objects credential describe diagnose diff diff-files diff-index diff-tree difftool fast-export fast-import "
    "fetch fetch-pack fmt-merge-msg for-each-ref for-each-repo format-patch fsck fsck-objects fsmonitor--daemon gc "
    "get-tar-commit-id grep hash-object help hook index-pack init init-db interpret-trailers log ls-files ls-remote "
    "ls-tree mailinfo mailsplit maintenance merge-base merge-file merge-index merge-tree mktag mktree "
    "multi-pack-index name-rev notes pack-objects pack-redundant pack-refs patch-id prune prune-packed pull push "
    "range-diff receive-pack reflog refs remote repack replace rerere rev-list rev-parse send-pack shortlog show "
    "show-branch show-index show-ref stage status stripspace submodule submodule--helper symbolic-ref tag unpack-file "
    "unpack-objects update-index update-ref update-server-info upload-archive upload-pack var verify-commit "
    "verify-pack verify-tag version whatchanged worktree write-tree ";

GitIntent intent(string_view name, std::span<const std::string> rest) {
    if (name == "checkout") return checkout(rest);
    if (name == "switch") return switch_branch(rest);
    if (name == "restore") return restore(rest);
    if (name == "reset") return reset(rest);
    if (name == "read-tree") return read_tree(rest);
    if (name == "merge") return merge(rest);
    if (name == "rebase") return rebase(rest);
    if (name == "cherry-pick") return pick(rest, TreeWork::pick);
    if (name == "revert") return pick(rest, TreeWork::revert);
    if (name == "stash") return stash(rest);
    if (name == "am") return am(rest);
    if (name == "apply") return apply(rest);
    if (name == "rm" || name == "mv") return remove(rest);
    if (name == "sparse-checkout") return sparse(rest);
    if (name == "clean") return clean(rest);
    if (name == "checkout-index") return export_index(rest);
    const bool harmless = kHarmless.find(' ' + std::string(name) + ' ') != string_view::npos;
    return {.work = harmless ? TreeWork::nothing : TreeWork::unknown};
}

}  // namespace

std::optional<Words> patch_options(const Words& options) {
    constexpr string_view kValued = " -p -C --directory --whitespace --include --exclude ";
    constexpr string_view kFollowed =
        " -R --unidiff-zero --recount --ignore-whitespace --ignore-space-change --inaccurate-eof --no-add "
        "--allow-overlap --allow-empty ";
    constexpr string_view kOfNoEffect =  // on contents
        " --index --apply -q --quiet -v --verbose -N --intent-to-add --binary --allow-binary-replacement --check "
        "--stat "
        "--numstat --summary ";
    Words out;
    for (const std::string& option : options) {
        const std::size_t end = option.find('=');
        const std::string name = ' ' + option.substr(0, end) + ' ';
        if (end != std::string::npos && kValued.find(name) != string_view::npos) {
            const bool is_long = option.starts_with("--");
            out.push_back(is_long ? option : option.substr(0, end) + option.substr(end + 1));
        } else if (option == "--reverse") {
            out.emplace_back("-R");
        } else if (option == "-3" || option == "--3way") {
            out.emplace_back(kThreeWays);
        } else if (kFollowed.find(name) != string_view::npos) {
            out.push_back(option);
        } else if (kOfNoEffect.find(name) == string_view::npos) {
            return std::nullopt;
        }
    }
    return out;
}

GitIntent intent_of(const Words& argv) {
    const string_view program = base_name(argv.empty() ? string_view() : string_view(argv.front()));
    if (program.starts_with("git-")) return intent(program.substr(4), std::span(argv).subspan(1));
    const std::size_t at = git_command_at(argv);
    if (at == 0) return {};
    return intent(argv[at], std::span(argv).subspan(at + 1));
}

}  // namespace postern::guard
