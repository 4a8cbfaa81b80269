#include "guard/git_forecast.h"

#include "base/file.h"
#include "base/text.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

namespace postern::guard {
namespace {

constexpr std::size_t kMostCommits = 2000;  // of one rebase or pick
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
    switch (intent.work) {
        case TreeWork::nothing: return true;
        case TreeWork::become: return become(intent);
        case TreeWork::merge: return merge(intent);
        case TreeWork::rebase: return rebase(intent);
        case TreeWork::pick:
        case TreeWork::revert: return pick(intent);
        case TreeWork::stash: return become_all({"HEAD"}, intent);
        case TreeWork::unstash: return unstash(intent);
        case TreeWork::patch: return patches(intent.paths);
        case TreeWork::resume_pick: return resume("sequencer/todo");
        case TreeWork::resume_rebase: return resume("rebase-merge/git-rebase-todo");
        case TreeWork::resume_patch: return mailed_patches();
        case TreeWork::abandon: return abandon(intent);
        case TreeWork::remove: return remove(intent);
        case TreeWork::clean: return clean(intent);
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

GitObjects::Entry& Forecaster::now(const std::string& path) {
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
    return now_.emplace(path, std::move(entry)).first->second;
}

void Forecaster::note(const std::string& path, Future future) {
    now(path) = future.entry;
    std::vector<Future>& all = touched_[path];
    if (std::ranges::find(all, future) == all.end()) all.push_back(std::move(future));
}

bool Forecaster::become(const std::string& commit, const GitIntent& intent) {
    const auto differing = changes({"diff-index", "--cached", "--no-renames", "-z", commit});
    if (!differing) return false;
    std::set<std::string> seen;
    for (const Change& change : *differing) {
        if (!may_mean(intent.paths, change.path)) continue;
        seen.insert(change.path);
        note(change.path, {.entry = change.from, .source = commit});
    }
    // A step before this one may have changed what the commit and the index have in common.
    for (auto& [path, entry] : now_) {
        if (seen.contains(path) || touched_[path].empty()) continue;
        const auto said = git_.output({"ls-tree", "-z", commit, "--", path});
        if (!said) return false;
        std::string_view line = *said;
        const std::string_view mode = take(line, ' ');
        (void)take(line, ' ');
        entry = entry_of(mode.empty() ? "0" : mode, take(line, '\t'));
        touched_[path].push_back({.entry = entry, .source = commit});
    }
    if (!intent.overwrites) return true;
    const auto changed = changes({"diff-files", "--no-renames", "--ignore-submodules=all", "-z"});
    if (!changed) return false;
    for (const Change& change : *changed) {
        if (may_mean(intent.paths, change.path) && !seen.contains(change.path))
            note(change.path, {.entry = change.from, .source = commit});
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
        if (may_mean(intent.paths, change.path)) note(change.path, {.entry = change.from, .source = head});
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

// Repeats changes on what is there now, as a merge of three files does.
bool Forecaster::join(const std::vector<Change>& changes, const std::string& source) {
    for (const Change& change : changes) {
        const GitObjects::Entry ours = now(change.path);
        if (ours == change.to) continue;
        note(change.path,
             {.entry = change.to, .source = source.empty() ? change.commit : source, .certain = ours == change.from});
    }
    return true;
}

bool Forecaster::merge(const GitIntent& intent) {
    Words revisions = intent.revisions;
    if (revisions == Words{"FETCH_HEAD"}) {
        revisions.clear();
        for (const std::string& line : lines_of(text_in_git_directory("FETCH_HEAD"))) {
            if (line.find("\tnot-for-merge\t") == std::string::npos)
                revisions.push_back(line.substr(0, line.find('\t')));
        }
    }
    for (const std::string& revision : revisions) {
        const auto theirs = commit(revision);
        if (!theirs) continue;  // git will say so
        const auto base = git_.output({"merge-base", "HEAD", *theirs});
        const std::string from(base ? trimmed(*base, "\n") : kEmptyTree);
        const auto differing = changes({"diff-tree", "-r", "--no-renames", "-z", from, *theirs});
        if (!differing || !join(*differing, *theirs)) return false;
    }
    return true;
}

bool Forecaster::repeat(const Words& commits, Direction direction) {
    if (commits.empty()) return true;
    if (commits.size() > kMostCommits) return false;
    std::string input;
    for (const std::string& commit : commits) input += commit + '\n';
    auto differing = changes({"diff-tree", "--stdin", "-m", "--root", "-r", "--no-renames", "-z"}, input);
    if (!differing) return false;
    if (direction == Direction::backward) {
        for (Change& change : *differing) std::swap(change.from, change.to);
    }
    return join(*differing, "");
}

bool Forecaster::rebase(const GitIntent& intent) {
    const std::string upstream = intent.revisions.front();
    const auto branch = commit(intent.revisions.size() > 1 ? intent.revisions[1] : "HEAD");
    const auto since = upstream.empty() ? std::nullopt : commit(upstream);
    if (!branch || (!since && !upstream.empty())) return true;  // git will say so
    if (!become(*branch, {})) return false;
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

bool Forecaster::unstash(const GitIntent& intent) {
    const auto stash = commit(intent.revisions.front());
    if (!stash) return true;  // git will say so
    const auto found = git_.commits({*stash, *stash + "^1", *stash + "^3"});
    if (!found) return false;
    const Words& commits = *found;
    if (commits[0].empty() || commits[1].empty()) return true;
    if (intent.overwrites && !become(commits[1], {})) return false;
    auto differing = changes({"diff-tree", "-r", "--no-renames", "-z", commits[1], commits[0]});
    if (!differing || !join(*differing, commits[0])) return false;
    if (commits[2].empty()) return true;
    differing = changes({"diff-tree", "-r", "--no-renames", "-z", std::string(kEmptyTree), commits[2]});
    return differing && join(*differing, commits[2]);
}

std::string Forecaster::text_in_git_directory(std::string_view name) const {
    const auto path = AbsPath::resolve(git_.tree().git_directory, name);
    const auto text = path ? read_file_if_there(*path) : fail(Errc::invalid, "no path");
    return text && *text ? **text : std::string();
}

bool Forecaster::resume(std::string_view todo) {
    Words names;
    for (std::string_view line : lines_of(text_in_git_directory(todo))) {
        const std::string_view verb = take(line, ' ');
        if (verb.empty() || verb.starts_with('#')) continue;
        while (line.starts_with('-')) (void)take(line, ' ');
        names.emplace_back(take(line, ' '));
    }
    const auto found = git_.commits(names);
    if (!found) return false;
    Words commits = *found;
    std::erase(commits, "");
    // A revert is not told from a pick here. Both directions count.
    return repeat(commits, Direction::forward) && (todo != "sequencer/todo" || repeat(commits, Direction::backward));
}

bool Forecaster::abandon(const GitIntent& intent) {
    for (const std::string_view name : {"rebase-merge/orig-head", "rebase-apply/orig-head", "sequencer/head"}) {
        const std::string commit(trimmed(text_in_git_directory(name), "\n"));
        if (!commit.empty() && !become_all({commit}, intent)) return false;
    }
    return become_all({"HEAD"}, intent);
}

bool Forecaster::patches(const Words& files) {
    if (files.empty()) return true;  // standard input is gone by now
    Words arguments{"apply", "--numstat", "-z", "--"};
    arguments.insert(arguments.end(), files.begin(), files.end());
    const auto said = git_.output(arguments);
    for (std::string_view rest = said ? std::string_view(*said) : ""; !rest.empty();) {
        std::string_view path = take(rest, '\0');
        if (path.find('\t') != std::string_view::npos) path.remove_prefix(path.rfind('\t') + 1);
        if (!path.empty() && matters_(path)) note(std::string(path), {.entry = {}, .source = {}, .certain = false});
    }
    return true;
}

bool Forecaster::mailed_patches() {
    const std::string directory = git_.tree().git_directory.text() + "/rebase-apply";
    std::error_code error;
    if (std::filesystem::exists(directory + "/rebasing", error)) return true;  // the rebase was looked at
    Words files;
    for (const auto& file : std::filesystem::directory_iterator(directory, error)) {
        const std::string name = file.path().filename().string();
        if (name.find_first_not_of("0123456789") == std::string::npos) files.push_back(file.path().string());
    }
    return patches(files);
}

bool Forecaster::remove(const GitIntent& intent) {
    const auto files = tracked();
    if (!files) return false;
    for (const Change& file : *files) {
        if (!intent.paths.empty() && may_mean(intent.paths, file.path)) note(file.path, {});
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
        if (matters_(path) && may_mean(intent.paths, path)) note(path, {});
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
        if (intent.unread || stays) note(file.path, {.entry = file.to, .source = head});
        if (intent.unread || !stays) note(file.path, {.entry = {}, .source = head, .left_out = true});
    }
    return true;
}

}  // namespace postern::guard
