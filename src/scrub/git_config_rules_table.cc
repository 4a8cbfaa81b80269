// The settings that git may find in a repository without being made to run or fetch anything by them.
#include "scrub/git_config_rules.h"

#include "base/links.h"

#include <algorithm>
#include <array>

#include <cstdint>

#include <sys/stat.h>

namespace postern::scrub {
namespace {

enum class Takes : std::uint8_t {
    anything,   // no value of it runs anything
    no,         // only switched off: switched on, git starts a program for it
    url,        // a remote, by name or address
    work_tree,  // a directory: relative, and inside the writable roots
};

// `section.*.name` stands for every subsection; a name of `*` for every name.
struct Row {
    std::string_view section;
    bool subsection;
    std::string_view names;  // separated by blanks
    Takes takes = Takes::anything;
};

constexpr auto kRows = std::to_array<Row>({
    {"core", false,
     "repositoryformatversion filemode bare logallrefupdates ignorecase precomposeunicode symlinks autocrlf eol "
     "safecrlf "
     "sparsecheckout sparsecheckoutcone abbrev quotepath trustctime checkstat untrackedcache preloadindex commentchar "
     "sharedrepository compression loosecompression bigfilethreshold packedgitlimit packedgitwindowsize protecthfs "
     "protectntfs multipackindex commitgraph splitindex usereplacerefs warnambiguousrefs whitespace longpaths "
     "deltabasecachelimit createobject fsync fsyncmethod fsyncobjectfiles hidedotfiles notesref "
     "checkroundtripencoding"},
    {"core", false, "fsmonitor", Takes::no},
    {"core", false, "worktree", Takes::work_tree},
    {"extensions", false,
     "objectformat compatobjectformat worktreeconfig partialclone refstorage noop preciousobjects relativeworktrees"},
    {"remote", true, "url pushurl", Takes::url},
    {"remote", true,
     "fetch push tagopt prune prunetags mirror promisor partialclonefilter skipdefaultupdate skipfetchall gh-resolved"},
    {"remote", false, "pushdefault", Takes::url},
    {"branch", true, "remote pushremote", Takes::url},
    {"branch", true,
     "merge rebase description base vscode-merge-base gh-merge-base github-pr-owner-number github-pr-base-branch"},
    {"branch", false, "autosetupmerge autosetuprebase sort"},
    {"user", false, "name email useconfigonly"},
    {"author", false, "name email"},
    {"committer", false, "name email"},
    {"submodule", true, "url", Takes::url},
    {"submodule", true, "active branch ignore fetchrecursesubmodules shallow path"},
    {"submodule", false, "active recurse fetchjobs propagatebranches"},
    {"color", false, "*"},
    {"color", true, "*"},
    {"advice", false, "*"},
    {"column", false, "*"},
    {"status", false, "*"},
    {"i18n", false, "*"},
    {"feature", false, "manyfiles experimental"},
    {"gc", false,
     "auto autodetach autopacklimit pruneexpire reflogexpire reflogexpireunreachable worktreepruneexpire "
     "packrefs bigpackthreshold aggressivedepth aggressivewindow cruftpacks writecommitgraph rerereresolved "
     "rerereunresolved logexpiry"},
    {"pack", false,
     "threads window depth windowmemory compression deltacachesize deltacachelimit indexversion packsizelimit "
     "usebitmaps usesparse writebitmaphashcache writebitmaplookuptable writereverseindex island"},
    {"repack", false, "usedeltabaseoffset packkeptobjects usedeltaislands writebitmaps updateserverinfo"},
    {"index", false, "version threads sparse recordendofindexentries recordoffsettable skiphash"},
    {"fetch", false,
     "prune prunetags parallel recursesubmodules fsckobjects unpacklimit output negotiationalgorithm "
     "showforcedupdates writecommitgraph all"},
    {"transfer", false, "fsckobjects unpacklimit"},
    {"receive", false,
     "fsckobjects unpacklimit denydeletes denydeletecurrent denycurrentbranch denynonfastforwards advertiseatomic "
     "advertisepushoptions autogc shallowupdate"},
    {"pull", false, "rebase ff"},
    {"push", false, "default autosetupremote followtags recursesubmodules useforceifincludes negotiate"},
    {"merge", false, "ff conflictstyle log renames renamelimit directoryrenames renormalize stat autostash branchdesc"},
    {"rebase", false,
     "autosquash autostash updaterefs stat missingcommitscheck backend abbreviatecommands reschedulefailedexec "
     "forkpoint rebasemerges maxlabellength"},
    {"rerere", false, "enabled autoupdate"},
    {"commit", false, "cleanup status verbose"},
    {"commit", false, "gpgsign", Takes::no},
    {"tag", false, "sort forcesignannotated"},
    {"tag", false, "gpgsign", Takes::no},
    {"diff", false,
     "algorithm renames renamelimit context interhunkcontext mnemonicprefix noprefix colormoved colormovedws "
     "indentheuristic ignoresubmodules submodule statgraphwidth suppressblankempty wserrorhighlight autorefreshindex "
     "wordregex dirstat relative"},
    {"log", false, "date decorate abbrevcommit follow showroot mailmap diffmerges"},
    {"init", false, "defaultbranch"},
    {"checkout", false, "guess workers thresholdforparallelism"},
    {"checkout", false, "defaultremote", Takes::url},
    {"worktree", false, "guessremote userelativepaths"},
    {"maintenance", false, "auto autodetach strategy"},
    {"stash", false, "showincludeuntracked showpatch showstat"},
    {"versionsort", false, "suffix prereleasesuffix"},
    {"lfs", false, "repositoryformatversion"},
    {"lfs", true, "access locksverify"},
});

struct Key {
    std::string_view section{}, subsection{}, name{};
    bool has_subsection = false;
};

Key split(std::string_view key) {
    const std::size_t first = key.find('.');
    const std::size_t last = key.rfind('.');
    if (first == std::string_view::npos) return {.section = key};
    if (first == last) return {.section = key.substr(0, first), .subsection = {}, .name = key.substr(last + 1)};
    return {.section = key.substr(0, first),
            .subsection = key.substr(first + 1, last - first - 1),
            .name = key.substr(last + 1),
            .has_subsection = true};
}

bool lists(std::string_view names, std::string_view name) {
    while (!names.empty()) {
        const std::size_t blank = std::min(names.find(' '), names.size());
        if (names.substr(0, blank) == name) return true;
        names.remove_prefix(std::min(blank + 1, names.size()));
    }
    return false;
}

bool says_no(const std::optional<std::string>& value) {
    if (!value) return false;
    std::string text = *value;
    for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return text == "false" || text == "no" || text == "off" || text == "0";  // "" would do for git, not for us
}

bool stays_inside(const std::string& work_tree, const ConfigPlace& place) {
    if (work_tree.empty() || work_tree.front() == '/' || work_tree.front() == '~') return false;
    const auto target = AbsPath::resolve(place.git_directory, work_tree);
    if (!target || follow_links(*target) != *target) return false;
    // As git makes it for submodules: the place where a `.git` file is. Never inside a git directory.
    if ((target->text() + '/').find("/.git/") != std::string::npos) return false;
    struct stat st {};
    const bool own = *target == place.git_directory.parent();
    if (!own && (::lstat((target->text() + "/.git").c_str(), &st) != 0 || !S_ISREG(st.st_mode))) return false;
    return std::ranges::any_of(place.writable, [&](const AbsPath& root) { return root.contains(*target); });
}

}  // namespace

bool harmless_url(std::string_view url) {
    if (url.starts_with('-')) return false;
    for (const char c : url) {
        if (static_cast<unsigned char>(c) < ' ') return false;
    }
    // `helper::address` starts git-remote-helper; an address may have two colons only after a slash or a bracket.
    const std::size_t colons = url.find("::");
    if (colons != std::string_view::npos && url.substr(0, colons).find_first_of("/[@") == std::string_view::npos) {
        return false;
    }
    // Any scheme names a helper, too; these are git's own.
    const std::size_t scheme = url.find("://");
    if (scheme == std::string_view::npos) return true;
    constexpr auto kSchemes =
        std::to_array<std::string_view>({"https", "http", "ssh", "git", "file", "git+ssh", "ssh+git", "ftp", "ftps"});
    const std::string_view name = url.substr(0, scheme);
    if (name.find_first_of("/:@") != std::string_view::npos) return true;  // a path that has "://" in it
    if (std::ranges::find(kSchemes, name) == kSchemes.end()) return false;
    return !url.substr(scheme + 3).starts_with('-');  // ssh would take such a host for an option
}

bool harmless(const ConfigEntry& entry, const ConfigPlace& place) {
    if (entry.key.find('.') == std::string::npos) return false;  // before any section
    const Key key = split(entry.key);
    for (const Row& row : kRows) {
        if (row.section != key.section || row.subsection != key.has_subsection) continue;
        if (row.names != "*" && !lists(row.names, key.name)) continue;
        switch (row.takes) {
            case Takes::anything: return true;
            case Takes::no: return says_no(entry.value);
            case Takes::url: return entry.value && harmless_url(*entry.value);
            case Takes::work_tree: return entry.value && stays_inside(*entry.value, place);
        }
    }
    return false;
}

}  // namespace postern::scrub
