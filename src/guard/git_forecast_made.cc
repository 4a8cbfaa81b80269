// The part of the forecast about contents that come into being: by a merge of both sides, or by a patch.
#include "base/file.h"
#include "base/git_object_name.h"
#include "base/text.h"
#include "guard/git_forecast.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <utility>

#include <sys/stat.h>

namespace postern::guard {
namespace {

constexpr std::size_t kMostCommits = 2000;  // of one rebase or pick
constexpr std::size_t kMostMails = 1000;
constexpr std::size_t kLargestFile = 16U << 20U;
constexpr std::size_t kLargestTogether = 64U << 20U;
constexpr std::string_view kEmptyTree = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
constexpr std::string_view kConflict = "is changed on both sides, and git cannot join the changes by itself";

int number_in(std::string_view text) {
    int out = 0;
    (void)std::from_chars(text.data(), text.data() + text.size(), out);
    return out;
}

// Returns the words of a list that git wrote for a shell, each in quotes: 'one' 'two'.
Words unquoted(std::string_view text) {
    text = trimmed(text, " \n");
    Words out;
    while (text.size() > 1 && text.front() == '\'') {
        const std::size_t end = text.find('\'', 1);
        out.emplace_back(text.substr(1, end - 1));
        text = trimmed(text.substr(std::min(end, text.size() - 1) + 1));
    }
    if (!text.empty()) out.emplace_back(text);  // a quote inside: no option that is known
    return out;
}

// Returns whether the files are those that the patch was made of, by its lines "index OLD..NEW". Then a patch by three ways
// makes what a plain one makes.
bool is_made_of(std::string_view patch, const TreeFiles& files, std::size_t digits) {
    Words names;
    for (const auto& [path, file] : files) names.push_back(git_object_name("blob", file.content, digits));
    for (std::string_view line : split(patch, '\n')) {
        constexpr std::string_view kMark = "index ";
        if (!line.starts_with(kMark)) continue;
        line.remove_prefix(kMark.size());
        const std::string_view old = line.substr(0, line.find(".."));
        const bool is_new = old.find_first_not_of('0') == std::string_view::npos;
        if (!is_new && std::ranges::none_of(names, [&](const std::string& name) { return name.starts_with(old); }))
            return false;
    }
    return true;
}

}  // namespace

void Forecaster::note_doubt(const std::string& path, std::string_view doubt) {
    note(path, Future{.entry = now(path).entry, .doubt = doubt});
}

// Repeats changes on what is there now, as a merge of three files does.
void Forecaster::join(const std::vector<Change>& changes, const Ends& ends) {
    for (const Change& change : changes) {
        const GitObjects::Entry ours = now(change.path).entry;
        if (ours == change.to) continue;
        if (ours == change.from) {
            note(change.path, change.to, ends.to.empty() ? change.commit : ends.to);
        } else {
            note(change.path, joined(change, ends));
        }
    }
}

std::optional<TreeFile> Forecaster::file_of(const GitObjects::Entry& entry) {
    const GitObjects::Object* object = entry.name.empty() ? nullptr : from_.objects.find(entry.name);
    if (object == nullptr || object->type != "blob" || object->content.size() > kLargestFile) return std::nullopt;
    return TreeFile{entry.mode, object->content};
}

// Returns whether neither attributes nor settings choose a program or another way to merge the file. They can change
// until git looks; then it makes a content that was not granted.
bool Forecaster::merges_plainly(const std::string& path) const {
    const auto attribute = git_.output({"check-attr", "-z", "merge", "--", path});
    const auto settings = git_.output({"config", "--list", "--name-only", "-z"});
    if (!attribute || !settings) return false;
    const auto fields = split(*attribute, '\0');
    const auto names = split(*settings, '\0');
    return fields.size() == 3 && (fields[2] == "unspecified" || fields[2] == "set") &&
           std::ranges::none_of(
               names, [](std::string_view name) { return name == "merge.default" || name == "merge.renormalize"; });
}

Future Forecaster::joined(const Change& change, const Ends& ends) {
    const Future ours = now(change.path);
    Future out{.entry = change.to, .doubt = kMade};
    if (change.from.mode.empty() || change.to.mode.empty() || ours.entry.mode.empty()) {
        out.doubt = kConflict;  // both made it, or one took it away
        return out;
    }
    from_.objects.load({change.from.name, ours.entry.name, change.to.name});  // with one question
    const auto base = file_of(change.from), mine = file_of(ours.entry), theirs = file_of(change.to);
    if (unusual_ || !base || !mine || !theirs || !merges_plainly(change.path)) return out;
    auto made = from_.results.merged({.base = *base, .ours = *mine, .theirs = *theirs});
    if (!made) {
        out.doubt = kConflict;
        return out;
    }
    out.entry = {made->mode, from_.objects.add(std::move(made->content), change.to.name.size())};
    out.made_of = ours.made_of;
    out.made_of.push_back({change.from, ends.from.empty() ? change.commit : ends.from});
    out.made_of.push_back({change.to, ends.to.empty() ? change.commit : ends.to});
    out.doubt = {};
    return out;
}

bool Forecaster::merge(const GitIntent& intent) {
    if (intent.overwrites && !become_all({"HEAD"}, {.overwrites = true})) return false;
    Words revisions = intent.revisions;
    if (revisions == Words{"FETCH_HEAD"}) {
        revisions.clear();
        const std::string fetched = text_in_git_directory("FETCH_HEAD");
        for (const std::string_view line : split(fetched, '\n')) {
            if (line.find("\tnot-for-merge\t") == std::string_view::npos)
                revisions.emplace_back(line.substr(0, line.find('\t')));
        }
    }
    unusual_ = unusual_ || revisions.size() > 1;
    return std::ranges::all_of(revisions, [&](const std::string& revision) {
        const auto theirs = commit(revision);
        return !theirs || merge(*theirs);  // git will say that there is no such revision
    });
}

bool Forecaster::merge(const std::string& theirs) {
    const auto said = git_.output({"merge-base", "--all", "HEAD", theirs});
    const std::string all = said.value_or("");
    const auto bases = split(all, '\n');
    const std::string first(bases.empty() ? kEmptyTree : bases.front());
    const auto differing = changes({"diff-tree", "-r", "--no-renames", "-z", first, theirs});
    if (!differing) return false;
    join(*differing, {.from = first, .to = theirs});
    // Where bases differ, git merges them first.
    for (std::size_t i = 1; i < bases.size(); ++i) {
        const auto doubtful = changes({"diff-tree", "-r", "--no-renames", "-z", first, std::string(bases[i])});
        if (!doubtful) return false;
        for (const Change& change : *doubtful) note_doubt(change.path, kMade);
    }
    return true;
}

bool Forecaster::repeat(const Words& commits, Direction direction) {
    if (commits.size() > kMostCommits) return false;
    std::vector<Change> all;
    if (parent_.empty() && !commits.empty()) {
        const std::string input = postern::joined(commits, "\n") + '\n';
        auto found = changes({"diff-tree", "--stdin", "-m", "--root", "-r", "--no-renames", "-z"}, input);
        if (!found) return false;
        all = std::move(*found);
    }
    for (const std::string& commit : parent_.empty() ? Words{} : commits) {
        auto found = changes({"diff-tree", "-r", "--no-renames", "-z", commit + '^' + parent_, commit});
        if (!found) return false;
        for (Change& change : *found) change.commit = commit;
        std::ranges::move(*found, std::back_inserter(all));
    }
    if (direction == Direction::backward) {
        for (Change& change : all) std::swap(change.from, change.to);
    }
    join(all, {});
    return true;
}

// ---- patches

bool Forecaster::patches(const GitIntent& intent) {
    std::vector<GivenPatch> given;
    std::size_t together = 0;
    for (const std::string& word : intent.paths) {
        auto patch = from_.patch(word);
        if (!patch) return true;  // came through a pipe: the first file that git touches is looked at
        together += patch->text.size();
        if (together > kLargestTogether) return false;
        patch->options = intent.options;
        given.push_back(std::move(*patch));
    }
    return patched(given);
}

bool Forecaster::mails(TreeWork work) {
    const std::string directory = "rebase-apply/";
    const auto opened = AbsPath::resolve(git_.tree().git_directory, directory + "rebasing");
    std::error_code error;
    if (!opened || std::filesystem::exists(opened->text(), error)) return true;  // the rebase was looked at
    const auto options = patch_options(unquoted(text_in_git_directory(directory + "apply-opt")));
    unusual_ = !options;
    // A stopped command is past the mail at which it stopped.
    const int first = number_in(text_in_git_directory(directory + "next")) + (work == TreeWork::mail ? 0 : 1);
    const int last = number_in(text_in_git_directory(directory + "last"));
    if (first < 1 || last - first >= static_cast<int>(kMostMails)) return false;
    std::vector<GivenPatch> given;
    std::size_t together = 0;
    for (int i = first; i <= last; ++i) {
        std::string name = std::to_string(i);
        name.insert(0, name.size() < 4 ? 4 - name.size() : 0, '0');
        const auto path = AbsPath::resolve(git_.tree().git_directory, directory + name);
        const auto mail = path ? read_file_if_there(*path, kLargestFile) : fail(Errc::invalid, "no path");
        together += mail && *mail ? (*mail)->size() : 0;
        if (!mail || !*mail || together > kLargestTogether) return false;
        auto text = from_.results.patch_in(**mail);
        if (!text) return false;
        if (text->empty()) continue;  // git stops there
        given.push_back({.text = std::move(*text), .options = options.value_or(Words{})});
    }
    return patched(given);
}

// Returns the files of the work tree at these paths. None if one cannot be read.
std::optional<TreeFiles> Forecaster::present(const std::set<std::string>& paths) const {
    TreeFiles out;
    std::size_t together = 0;
    for (const std::string& path : paths) {
        const auto file = AbsPath::resolve(git_.tree().top, path);
        if (!file || file->text() != git_.tree().top.text() + '/' + path) return std::nullopt;
        struct stat st {};
        if (::lstat(file->text().c_str(), &st) != 0) continue;
        auto content = S_ISREG(st.st_mode) ? read_file_if_there(*file, kLargestFile) : fail(Errc::invalid, "no file");
        if (!content || !*content) return std::nullopt;
        together += (*content)->size();
        if (together > kLargestTogether) return std::nullopt;
        out[path] = {(st.st_mode & S_IXUSR) != 0 ? "100755" : "100644", std::move(**content)};
    }
    return out;
}

bool Forecaster::patched(const std::vector<GivenPatch>& patches) {
    std::set<std::string> paths, protected_paths;
    for (const GivenPatch& patch : patches) {
        const auto touched = from_.results.touched(patch);
        if (!touched) return false;
        paths.insert(touched->begin(), touched->end());
    }
    std::ranges::copy_if(paths, std::inserter(protected_paths, protected_paths.end()), matters_);
    if (protected_paths.empty()) return true;
    const std::size_t digits = commit("HEAD").value_or(std::string(kSha1Digits, '0')).size();
    const auto before = unusual_ ? std::nullopt : present(paths);
    const bool known = before && std::ranges::all_of(patches, [&](const GivenPatch& patch) {
                           return std::ranges::find(patch.options, kThreeWays) == patch.options.end() ||
                                  is_made_of(patch.text, *before, digits);
                       });
    const auto steps = known ? from_.results.patched(*before, patches) : std::nullopt;
    if (!steps) {
        for (const std::string& path : protected_paths) note_doubt(path, kMade);
        return true;
    }
    const TreeFiles* last = &*before;
    for (const TreeFiles& files : *steps) {
        for (const std::string& path : protected_paths) {
            const auto was = last->find(path), is = files.find(path);
            const bool gone = is == files.end();
            if (gone ? was == last->end() : was != last->end() && was->second == is->second) continue;
            Future made;  // of nobody: a person may grant it
            if (!gone) made.entry = {is->second.mode, from_.objects.add(is->second.content, digits)};
            note(path, std::move(made));
        }
        last = &files;
    }
    return true;
}

}  // namespace postern::guard
