// Finds files that a command planted for a later, unsandboxed tool, and moves them to a quarantine.
//
//     begin    before the run: writes a journal of what to examine, locked while a process inside may be alive
//     finish   after the last process has ended: examines, disarms, moves, reports, and removes the journal
//     resume   at the start of any later invocation: finishes runs that a kill interrupted
//
// docs/scrub.md is the law that these follow.
#pragma once

#include "base/abs_path.h"
#include "base/result.h"
#include "base/unique_fd.h"
#include "sandbox/profile.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

namespace postern::scrub {

// A content that a protected path may have after the run besides its former one.
struct PermittedContent {
    AbsPath path = AbsPath::root();
    std::string hash{};  // content_hash(); empty: the path may be gone
    auto operator<=>(const PermittedContent&) const = default;
};

// Paths to examine, and the names that count.
struct Watch {
    AbsPath cwd = AbsPath::root(), home = AbsPath::root();
    std::vector<AbsPath> writable{};         // roots; none lies inside another
    std::vector<sandbox::Absent> absent{};   // protected paths that did not exist
    std::vector<sandbox::HeldLink> links{};  // symbolic links to protected paths, which are made again if they are gone
    std::vector<AbsPath> repositories{};     // git directories whose code-running files were mounted read-only
    // Paths in the roots that were mounted read-only or hidden. Changes to them are the user's own.
    std::vector<AbsPath> held{};
    std::vector<AbsPath> hidden{};              // those of `held` that the command could not read either
    std::vector<AbsPath> opened{};              // paths in the roots, or below `held`, that were mounted writable
    std::vector<std::string> waived{};          // names of the protected table that do not count
    std::vector<std::string> also_protected{};  // names added by postern.protect
    std::vector<PermittedContent> permitted{};  // sorted; not part of the journal, see permits.h
    // Known files that were gone when the run began. The user removed them, so they do not come back.
    std::vector<AbsPath> removed{};
    bool operator==(const Watch&) const = default;
};

enum class Action : std::uint8_t {
    quarantined,  // moved away
    reverted,     // moved away, and the content from before put back
    failed,       // could not be disarmed, as `why` says; the path is still dangerous
    reported,     // left as it is: nothing runs because of it, but the user should know
};

struct Finding {
    AbsPath path = AbsPath::root();
    Action action = Action::quarantined;
    std::string why{};  // "a new git repository whose config runs code: core.fsmonitor"
    std::string id{};   // in the quarantine, for `postern scrub restore`
    bool operator==(const Finding&) const = default;
};

// Content of a run's journal.
struct Record {
    Watch watch{};
    pid_t pid = 0;  // the postern process that waits for the run, with its start in clock ticks after boot
    std::uint64_t pid_start = 0;
    std::int64_t start = 0;    // nanoseconds since 1970; a later change may be the command's work
    std::int64_t begun = 0;    // when `start` was computed
    std::int64_t running = 0;  // the same moment, in nanoseconds since boot
    std::string boot{};        // identifies the boot
    // For each writable root, the earliest `start` of a run that was still going on there. The work of that run is not
    // judged yet.
    std::vector<std::int64_t> earlier{};
    // Identities of the paths in `held`. Another file in such a place is not under the mount any more, and may be the
    // command's.
    std::vector<std::uint64_t> read_only_identities{};
    bool operator==(const Record&) const = default;
};

// The open journal of one run. The lock is shared by all processes that inherit the descriptor: bwrap and postern-init
// do, the command does not. While the lock is held, a process inside may be alive.
struct Journal {
    AbsPath file = AbsPath::root();
    UniqueFd lock{};
    Record record{};
    std::vector<UniqueFd> roots{};         // open, so that a root moved during the run is still found
    std::vector<std::uint64_t> indexes{};  // versions of the roots' indexes
    // Start of the command in nanoseconds since 1970, or 0 if unknown. Older changes are not its work.
    std::int64_t started = 0;
    // Paths that earlier runs had left dangerous and that are disarmed now.
    std::vector<Finding> disarmed{};
    // The filters saw every call that makes a name, and there was none. Then only known files can have changed.
    bool made_nothing = false;
    // What the run did is not written down elsewhere: the journal must stay for the next invocation.
    bool stays = false;
};

// Fails if a root holds a dangerous path that cannot be disarmed, unless a person accepted it.
[[nodiscard]] Result<Journal> begin(const AbsPath& state_home, Watch watch);
// Returns the paths that `finish` always moves away, whatever their content, sorted. The create guard refuses them up
// front.
[[nodiscard]] std::vector<sandbox::Absent> forbidden_new_paths(const Journal& journal);

// State of the processes inside. With `may_live`, finish waits for them for a while.
enum class Inside : std::uint8_t { may_live, all_gone };
[[nodiscard]] Result<std::vector<Finding>> finish(const AbsPath& state_home, Journal journal,
                                                  Inside inside = Inside::may_live);

// Finishes every journal whose run is over. Without any this costs one look at a directory.
[[nodiscard]] Result<std::vector<Finding>> resume(const AbsPath& state_home);

// Returns a few git directories below a root, nearest first. The list is from an earlier scrub, so some may be gone.
[[nodiscard]] Result<std::vector<AbsPath>> known_repositories(const AbsPath& state_home, const AbsPath& root);

// Returns every path that was writable for some run.
[[nodiscard]] Result<std::vector<AbsPath>> known_roots(const AbsPath& state_home);

// An entry of the quarantine.
struct Kept {
    std::string id;
    AbsPath path = AbsPath::root();  // original path
    std::string why;
    std::int64_t when = 0;  // seconds since 1970
    std::uint64_t bytes = 0;
    AbsPath now = AbsPath::root();  // present path: in the quarantine, or beside the original one
    bool operator==(const Kept&) const = default;
};
[[nodiscard]] Result<std::vector<Kept>> list(const AbsPath& state_home);
// Moves the entry back to its original path. Fails if that path exists.
[[nodiscard]] Result<AbsPath> restore(const AbsPath& state_home, std::string_view id);
// Removes the entry for ever. Returns its original path.
[[nodiscard]] Result<AbsPath> remove(const AbsPath& state_home, std::string_view id);

// Takes a dangerous path that could not be disarmed for the user's own. Fails if it is not one.
[[nodiscard]] Status accept(const AbsPath& state_home, const AbsPath& path);

// Returns a sentence if so much is in the quarantine that somebody should look at it.
[[nodiscard]] std::optional<std::string> much_is_kept(const AbsPath& state_home);

}  // namespace postern::scrub
