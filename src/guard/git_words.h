// What the words of a git command say about the work tree. Pure: revisions are named, not looked up.
#pragma once

#include "guard/git_aliases.h"

#include <cstdint>
#include <optional>
#include <string>

namespace postern::guard {

// How a command may change files of the work tree.
enum class TreeWork : std::uint8_t {
    nothing,      // no tracked file, as `git add`; or other git programs do it, as for `git pull`
    become,       // takes the tree of `revisions`, or the index if there is none
    merge,        // joins each of `revisions` with HEAD
    rebase,       // `revisions`: upstream, and perhaps the branch; `onto`
    pick,         // repeats the changes of `revisions`
    revert,       // undoes them
    stash,        // puts changes away: the tree becomes HEAD's, and files that `options` of `ls-files` list go
    unstash,      // repeats the changes of a stash
    patch,        // `paths` are patches, "-" standard input; `options` as for patch_options
    mail,         // the patches that git has split mails into
    resume_pick,  // goes on with what a stopped pick or revert still has to do
    resume_rebase,
    resume_patch,
    abandon,       // returns to where a stopped command began
    remove,        // `paths` go away, or elsewhere
    clean,         // files that are not tracked go away; `options`
    export_index,  // files get the content of the index, without a lock
    sparse,        // only the directories `paths` stay; "" is all
    unknown,
};

struct GitIntent {
    TreeWork work = TreeWork::nothing;
    Words revisions{};
    std::optional<std::string> onto{};
    Words options{};
    Words paths{};             // if any: only these change
    bool may_be_path = false;  // the only revision may be a path, or the name of a remote branch
    bool unread = false;       // which paths are meant is not in the words
    bool overwrites = false;   // files that were changed and not committed, too
    bool unusual = false;      // what a merge or patch makes of both sides depends on options that are not followed
    std::string parent{};      // which parent a merge is compared with; empty: it is no merge
    bool operator==(const GitIntent&) const = default;
};

inline constexpr const char* kThreeWays = "--3way";
// Returns the options of `git apply` that change what a patch makes, or nullopt if there is one whose effect is not known.
// Values are joined, as in `-p=1`.
[[nodiscard]] std::optional<Words> patch_options(const Words& options);

// `argv` is a call of git whose aliases are expanded.
[[nodiscard]] GitIntent intent_of(const Words& argv);

}  // namespace postern::guard
