#include "guard/git_results.h"

#include "base/file.h"
#include "base/git_object_name.h"
#include "base/hash.h"
#include "base/text.h"

#include <algorithm>
#include <utility>

namespace postern::guard {
namespace {

constexpr std::size_t kLargestPatch = 64U << 20U;
constexpr std::string_view kName = "f";  // of the merged file, so that its own name means nothing to git

bool is_plain(const TreeFile& file) {
    return file.mode == "100644" || file.mode == "100755";
}

// Returns the name of a tree that has only this file.
std::string tree_of(const TreeFile& file) {
    const auto name = from_hex(git_object_name("blob", file.content, kSha1Digits));
    const std::string entry = file.mode + ' ' + std::string(kName) + '\0' + name.value_or("");
    return git_object_name("tree", entry, kSha1Digits);
}

// Returns the files of an index, with their contents.
std::optional<TreeFiles> files_in(const HostGit& git) {
    const auto said = git.output({"ls-files", "-s", "-z"});
    if (!said) return std::nullopt;
    Words names;
    std::map<std::string, GitObjects::Entry> entries;
    for (const std::string_view line : split(*said, '\0')) {  // "MODE NAME STAGE\tPATH"
        const std::size_t tab = line.find('\t');
        const auto words = split(line.substr(0, tab), ' ');
        if (tab == std::string_view::npos || words.size() != 3) return std::nullopt;
        names.emplace_back(words[1]);
        entries[std::string(line.substr(tab + 1))] = {std::string(words[0]), names.back()};
    }
    GitObjects objects(git);
    objects.load(names);
    TreeFiles out;
    for (const auto& [path, entry] : entries) {
        const GitObjects::Object* blob = objects.known(entry.name);
        if (blob == nullptr) return std::nullopt;
        out[path] = {entry.mode, blob->content};
    }
    return out;
}

}  // namespace

const GitScratch* GitResults::scratch() {
    if (!scratch_) {
        auto made = GitScratch::make(git_, directory_);
        if (!made) return nullptr;
        scratch_.emplace(std::move(*made));
    }
    return &*scratch_;
}

std::optional<TreeFile> GitResults::merged(const MergeSides& sides) {
    const auto& [base, ours, theirs] = sides;
    const GitScratch* at = scratch();
    if (at == nullptr || !is_plain(base) || !is_plain(ours) || !is_plain(theirs)) return std::nullopt;
    if (!at->put("base", base.content) || !at->put("ours", ours.content) || !at->put("theirs", theirs.content))
        return std::nullopt;
    auto content = at->git().output({"merge-file", "-p", "-q", "ours", "base", "theirs"});
    if (!content) return std::nullopt;
    TreeFile out{.mode = ours.mode == base.mode ? theirs.mode : ours.mode, .content = std::move(*content)};
    const std::string name(kName);
    const TreeFiles before{{name, base}}, one{{name, ours}}, other{{name, theirs}};
    if (!at->make_branches({{"base", "", before}, {"ours", "base", one}, {"theirs", "base", other}}))
        return std::nullopt;
    const auto tree = at->git().output({"merge-tree", "--write-tree", "refs/heads/ours", "refs/heads/theirs"});
    if (!tree || trimmed(*tree, "\n") != tree_of(out)) return std::nullopt;
    return out;
}

std::optional<std::string> GitResults::apply(const GivenPatch& patch, Words how) {
    const GitScratch* at = scratch();
    if (at == nullptr || patch.text.empty() || patch.text.size() > kLargestPatch) return std::nullopt;
    Words arguments;
    if (!patch.directory.empty()) {
        if (!at->make_directory(patch.directory)) return std::nullopt;
        arguments = {"-C", patch.directory};
    }
    arguments.emplace_back("apply");
    arguments.insert(arguments.end(), how.begin(), how.end());
    arguments.insert(arguments.end(), patch.options.begin(), patch.options.end());
    return at->git().output(arguments, patch.text);
}

std::optional<Words> GitResults::touched(const GivenPatch& patch) {
    std::vector<GivenPatch> ways{patch};
    if (patch.text.find("rename ") != std::string::npos || patch.text.find("copy ") != std::string::npos) {
        GivenPatch& backward = ways.emplace_back(patch);  // names the other side
        if (std::erase(backward.options, "-R") == 0) backward.options.emplace_back("-R");
    }
    Words out;
    for (const GivenPatch& each : ways) {
        const auto said = apply(each, {"--numstat", "-z"});
        if (!said) return std::nullopt;
        for (const std::string_view line : split(*said, '\0'))  // "ADDED\tREMOVED\tPATH"
            out.emplace_back(line.substr(line.find('\t', line.find('\t') + 1) + 1));
    }
    std::ranges::sort(out);
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

std::optional<std::vector<TreeFiles>> GitResults::patched(const TreeFiles& before,
                                                          const std::vector<GivenPatch>& patches) {
    const GitScratch* at = scratch();
    if (at == nullptr || !at->make_branches({{"before", "", before}}) ||
        !at->git().output({"read-tree", "refs/heads/before"}))
        return std::nullopt;
    std::vector<TreeFiles> out;
    for (const GivenPatch& patch : patches) {
        // Only the index changes, so that no name in the patch leads to a file.
        auto files = apply(patch, {"--cached"}) ? files_in(at->git()) : std::nullopt;
        if (!files) return std::nullopt;
        out.push_back(std::move(*files));
    }
    return out;
}

std::optional<std::string> GitResults::patch_in(const std::string& mail) {
    const GitScratch* at = scratch();
    if (at == nullptr || !at->git().output({"mailinfo", "-n", "message", "patch"}, mail)) return std::nullopt;
    const auto file = AbsPath::resolve(at->git().tree().top, "patch");
    auto text = file ? read_file(*file, kLargestPatch) : fail(Errc::invalid, "no path");
    return text ? std::optional(std::move(*text)) : std::nullopt;
}

}  // namespace postern::guard
