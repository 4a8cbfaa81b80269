#include "guard/git_forecast.h"

#include "base/file.h"
#include "base/text.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

namespace postern::guard {
namespace {

constexpr std::string_view kEmptyTree = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

std::string_view take(std::string_view& rest, char separator) {
    const std::string_view out = rest.substr(0, rest.find(separator));
    rest.remove_prefix(std::min(out.size() + 1, rest.size()));
    return out;
}

Words lines_of(std::string_view text) {
    Words out;
    while (!text.empty()) out.emplace_back(take(text, '\n'));
    return out;
}

GitObjects::Entry entry_of(std::string_view mode, std::string_view name) {
    if (mode.find_first_not_of('0') == std::string_view::npos) return {};
    return {std::string(mode), std::string(name)};
}

bool is_below(std::string_view path, std::string_view directory) {
    return directory.empty() || (path.starts_with(directory) && path.substr(directory.size()).starts_with('/'));
}

}  // namespace

bool may_mean(const Words& words, std::string_view path) {
    if (words.empty()) return true;
    const std::string whole = '/' + std::string(path) + '/';
    return std::ranges::any_of(words, [&](std::string word) {
        while (word.starts_with("./") || word.starts_with("../")) word.erase(0, word.find('/') + 1);
        while (word.ends_with('/')) word.pop_back();
        if (word.empty() || word == "." || word == "..") return true;
        if (word.find_first_of(":*?[") != std::string::npos) return true;
        if (word.starts_with('/'))
            return (word + '/').find(whole) != std::string::npos || word.ends_with(std::string(path));
        return whole.find('/' + word + '/') != std::string::npos;
    });
}

std::optional<Forecast> Forecaster::run(const GitIntent& intent) {
    if (!work(intent)) return std::nullopt;
    return std::move(touched_);
}

bool Forecaster::work(const GitIntent& intent) {
    unusual_ = intent.unusual;
    parent_ = intent.parent;
    switch (intent.work) {
        case TreeWork::nothing: return true;
        case TreeWork::become: return become(intent);
        case TreeWork::merge: return merge(intent);
        case TreeWork::rebase: return rebase(intent);
        case TreeWork::pick:
        case TreeWork::revert: return pick(intent);
        case TreeWork::stash: return become_all({"HEAD"}, intent) && put_away(intent);
        case TreeWork::unstash: return unstash(intent);
        case TreeWork::patch: return patches(intent);
        case TreeWork::resume_pick: return skip(intent) && resume("sequencer/todo");
        case TreeWork::resume_rebase: return skip(intent) && resume("rebase-merge/git-rebase-todo");
        case TreeWork::mail:
        case TreeWork::resume_patch: return skip(intent) && mails(intent.work);
        case TreeWork::abandon: return abandon(intent);
        case TreeWork::remove: return remove(intent);
        case TreeWork::clean: return clean(intent);
        case TreeWork::export_index: return become_index(intent);
        case TreeWork::sparse: return sparse(intent);
        case TreeWork::unknown: return false;
    }
    return false;
}

std::optional<std::string> Forecaster::commit(const std::string& revision) const {
    const auto found = git_.commits({revision == "-" ? "@{-1}" : revision});
    if (!found || found->front().empty()) return std::nullopt;
    return found->front();
}

// Reads raw lines, ":MODE MODE NAME NAME STATUS" and a path, of files that matter.
std::optional<std::vector<Forecaster::Change>> Forecaster::changes(const Words& arguments,
                                                                   const std::string& input) const {
    const auto said = git_.output(arguments, input);
    if (!said) return std::nullopt;
    std::vector<Change> out;
    std::string commit;
    for (std::string_view rest = *said; !rest.empty();) {
        std::string_view head = take(rest, '\0');
        if (!head.starts_with(':')) {
            commit = head.substr(0, head.find_first_of(" \n"));
            continue;
        }
        head.remove_prefix(1);
        const std::string_view from = take(head, ' '), to = take(head, ' '), before = take(head, ' ');
        Change change{.from = entry_of(from, before),
                      .to = entry_of(to, take(head, ' ')),
                      .path = std::string(take(rest, '\0')),
                      .commit = commit};
        if (matters_(change.path)) out.push_back(std::move(change));
    }
    return out;
}

// Returns the files of the index that matter, as changes from nothing.
std::optional<std::vector<Forecaster::Change>> Forecaster::tracked() const {
    const auto said = git_.output({"ls-files", "-s", "-z"});
    if (!said) return std::nullopt;
    std::vector<Change> out;
    for (std::string_view rest = *said; !rest.empty();) {
        std::string_view line = take(rest, '\0');
        const std::string_view mode = take(line, ' '), name = take(line, ' ');
        (void)take(line, '\t');
        if (matters_(line))
            out.push_back({.from = {}, .to = entry_of(mode, name), .path = std::string(line), .commit = {}});
    }
    return out;
}

Future& Forecaster::now(const std::string& path) {
    const auto found = now_.find(path);
    if (found != now_.end()) return found->second;
    GitObjects::Entry entry;
    const auto said = git_.output({"ls-files", "-s", "-z", "--", path});
    if (said && !said->empty()) {
        std::string_view line = *said;
        const std::string_view mode = take(line, ' ');
        entry = entry_of(mode, take(line, ' '));
        // An entry with stages is in conflict and equals nothing.
        if (!line.starts_with('0')) entry.name.clear();
    }
    if (!head_) head_ = commit("HEAD").value_or("");
    Future out{.entry = entry, .made_of = {{entry, *head_}}};
    return now_.emplace(path, std::move(out)).first->second;
}

void Forecaster::note(const std::string& path, Future future) {
    now(path) = future;
    std::vector<Future>& all = touched_[path];
    if (std::ranges::find(all, future) == all.end()) all.push_back(std::move(future));
}

void Forecaster::note(const std::string& path, const GitObjects::Entry& entry, const std::string& source) {
    note(path, Future{.entry = entry, .made_of = {{entry, source}}});
}

bool Forecaster::become(const std::string& commit, const GitIntent& intent) {
    const auto differing = changes({"diff-index", "--cached", "--no-renames", "-z", commit});
    if (!differing) return false;
    std::set<std::string> seen;
    for (const Change& change : *differing) {
        if (!may_mean(intent.paths, change.path)) continue;
        seen.insert(change.path);
        note(change.path, change.from, commit);
    }
    // A step before this one may have changed what the commit and the index have in common.
    for (const auto& [path, future] : now_) {
        if (seen.contains(path) || touched_[path].empty()) continue;
        const auto said = git_.output({"ls-tree", "-z", commit, "--", path});
        if (!said) return false;
        std::string_view line = *said;
        const std::string_view mode = take(line, ' ');
        (void)take(line, ' ');
        note(path, entry_of(mode.empty() ? "0" : mode, take(line, '\t')), commit);
    }
    if (!intent.overwrites && !intent.unusual) return true;
    const auto changed = changes({"diff-files", "--no-renames", "--ignore-submodules=all", "-z"});
    if (!changed) return false;
    for (const Change& change : *changed) {
        if (intent.unusual && seen.contains(change.path)) note_doubt(change.path, kMade);  // `checkout -m` merges it
        if (intent.overwrites && may_mean(intent.paths, change.path) && !seen.contains(change.path))
            note(change.path, change.from, commit);
    }
    return true;
}

bool Forecaster::become_all(const Words& revisions, const GitIntent& intent) {
    return std::ranges::all_of(revisions, [&](const std::string& revision) {
        const auto found = commit(revision);
        return found && become(*found, intent);
    });
}

bool Forecaster::become_index(const GitIntent& intent) {
    const auto changed = changes({"diff-files", "--no-renames", "--ignore-submodules=all", "-z"});
    if (!changed) return false;
    const std::string head = commit("HEAD").value_or("");
    for (const Change& change : *changed) {
        if (may_mean(intent.paths, change.path)) note(change.path, change.from, head);
    }
    return true;
}

bool Forecaster::become(const GitIntent& intent) {
    if (intent.revisions.empty()) return become_index(intent);
    const std::string& revision = intent.revisions.front();
    if (const auto found = commit(revision)) return become(*found, intent);
    const std::size_t dots = revision.find("...");
    if (dots != std::string::npos) {
        const std::string left = revision.substr(0, dots), right = revision.substr(dots + 3);
        const auto base = git_.output({"merge-base", left.empty() ? "HEAD" : left, right.empty() ? "HEAD" : right});
        return base && become(std::string(trimmed(*base, "\n")), intent);
    }
    if (!intent.may_be_path) return true;  // git will say that there is no such revision
    const auto remote = git_.output({"for-each-ref", "--format=%(objectname)", "refs/remotes/*/" + revision});
    if (!remote) return false;
    if (!remote->empty()) return become_all(lines_of(*remote), intent);
    GitIntent paths = intent;
    paths.paths.push_back(revision);
    return become_index(paths);
}

bool Forecaster::rebase(const GitIntent& intent) {
    const std::string upstream = intent.revisions.front();
    const auto branch = commit(intent.revisions.size() > 1 ? intent.revisions[1] : "HEAD");
    const auto since = upstream.empty() ? std::nullopt : commit(upstream);
    if (!branch || (!since && !upstream.empty())) return true;  // git will say so
    // Changes that were not committed may be stashed for the time; settings that say so are not all seen.
    if (!become(*branch, {.overwrites = true})) return false;
    const auto onto = intent.onto ? commit(*intent.onto) : since;
    if (onto && !become(*onto, {})) return false;
    Words range{"rev-list", "--reverse", "--topo-order", "--no-merges", *branch};
    if (since) range.push_back('^' + *since);
    const auto commits = git_.output(range);
    return commits && repeat(lines_of(*commits), Direction::forward);
}

bool Forecaster::pick(const GitIntent& intent) {
    const auto direction = intent.work == TreeWork::revert ? Direction::backward : Direction::forward;
    const bool ranges = std::ranges::any_of(intent.revisions, [](const std::string& word) {
        return word.find("..") != std::string::npos || word.starts_with('^');
    });
    if (!ranges) {
        const auto found = git_.commits(intent.revisions);
        return found && repeat(*found, direction);
    }
    std::string input;
    for (const std::string& word : intent.revisions) input += word + '\n';
    const auto commits = git_.output({"rev-list", "--reverse", "--topo-order", "--stdin"}, input);
    return !commits || repeat(lines_of(*commits), direction);
}

// Files that are not tracked go into a stash only if its words say so.
bool Forecaster::put_away(const GitIntent& intent) {
    if (intent.options.empty()) return true;
    Words arguments{"ls-files", "-z"};
    arguments.insert(arguments.end(), intent.options.begin(), intent.options.end());
    const auto said = git_.output(arguments);
    if (!said) return false;
    for (std::string_view rest = *said; !rest.empty();) {
        const std::string path(trimmed(take(rest, '\0'), "/"));
        if (matters_(path) && may_mean(intent.paths, path)) note(path, Future{});
    }
    return true;
}

bool Forecaster::unstash(const GitIntent& intent) {
    const auto stash = commit(intent.revisions.front());
    if (!stash) return true;  // git will say so
    const auto found = git_.commits({*stash, *stash + "^1", *stash + "^3"});
    if (!found) return false;
    const Words& commits = *found;
    if (commits[0].empty() || commits[1].empty()) return true;
    if (intent.overwrites && !become(commits[1], {})) return false;
    auto differing = changes({"diff-tree", "-r", "--no-renames", "-z", commits[1], commits[0]});
    if (!differing) return false;
    join(*differing, {.from = commits[1], .to = commits[0]});
    if (commits[2].empty()) return true;
    differing = changes({"diff-tree", "-r", "--no-renames", "-z", std::string(kEmptyTree), commits[2]});
    if (differing) join(*differing, {.from = commits[2], .to = commits[2]});
    return differing.has_value();
}

std::string Forecaster::text_in_git_directory(std::string_view name) const {
    const auto path = AbsPath::resolve(git_.tree().git_directory, name);
    const auto text = path ? read_file_if_there(*path) : fail(Errc::invalid, "no path");
    return text && *text ? **text : std::string();
}

bool Forecaster::skip(const GitIntent& intent) {
    return !intent.overwrites || become_all({"HEAD"}, intent);
}

bool Forecaster::resume(std::string_view todo) {
    Words picked, reverted;
    for (std::string_view line : lines_of(text_in_git_directory(todo))) {
        const std::string_view verb = take(line, ' ');
        if (verb.empty() || verb.starts_with('#')) continue;
        while (line.starts_with('-')) (void)take(line, ' ');
        (verb == "revert" ? reverted : picked).emplace_back(take(line, ' '));
    }
    for (Words* const names : {&picked, &reverted}) {
        auto found = git_.commits(*names);
        if (!found) return false;
        std::erase(*found, "");
        if (!repeat(*found, names == &picked ? Direction::forward : Direction::backward)) return false;
    }
    return true;
}

bool Forecaster::abandon(const GitIntent& intent) {
    for (const std::string_view name : {"rebase-merge/orig-head", "rebase-apply/orig-head", "sequencer/head"}) {
        const std::string commit(trimmed(text_in_git_directory(name), "\n"));
        if (!commit.empty() && !become_all({commit}, intent)) return false;
    }
    // A stopped `git am` returns to where it began, too.
    const bool mailed = !text_in_git_directory("rebase-apply/abort-safety").empty();
    if (const auto began = mailed ? commit("ORIG_HEAD") : std::nullopt; began && !become(*began, intent)) return false;
    return become_all({"HEAD"}, intent);
}

bool Forecaster::remove(const GitIntent& intent) {
    const auto files = tracked();
    if (!files) return false;
    for (const Change& file : *files) {
        if (!intent.paths.empty() && may_mean(intent.paths, file.path)) note(file.path, Future{});
    }
    return true;
}

bool Forecaster::clean(const GitIntent& intent) {
    Words arguments{"-c", "core.quotePath=false", "clean", "-n"};
    arguments.insert(arguments.end(), intent.options.begin(), intent.options.end());
    const auto said = git_.output(arguments);
    if (!said) return false;
    constexpr std::string_view kMark = "Would remove ";
    for (std::string_view line : lines_of(*said)) {
        if (!line.starts_with(kMark)) continue;
        const std::string path(trimmed(line.substr(kMark.size()), "/"));
        if (matters_(path) && may_mean(intent.paths, path)) note(path, Future{});
    }
    return true;
}

bool Forecaster::sparse(const GitIntent& intent) {
    const auto files = tracked();
    if (!files) return false;
    const std::string head = commit("HEAD").value_or("");
    for (const Change& file : *files) {
        const std::string_view directory = std::string_view(file.path).substr(0, file.path.rfind('/'));
        const bool at_top = file.path.find('/') == std::string::npos;
        const bool stays = at_top || std::ranges::any_of(intent.paths, [&](const std::string& kept) {
                               return is_below(file.path, kept) || is_below(kept, directory);
                           });
        if (intent.unread || stays) note(file.path, file.to, head);
        if (intent.unread || !stays) note(file.path, Future{.left_out = true});
    }
    return true;
}

}  // namespace postern::guard
