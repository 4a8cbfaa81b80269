// What a command planted for a later, unsandboxed tool is found after the run and moved to a quarantine.
//
//     begin    before the run: a journal that says what to look at, locked while anything inside may live
//     finish   after the last process is gone: look, move, report, forget the journal
//     resume   at the start of any later invocation: finish what a kill interrupted
#pragma once

#include "base/abs_path.h"
#include "base/result.h"
#include "base/unique_fd.h"
#include "sandbox/profile.h"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <sys/types.h>

namespace postern::scrub {

// Where it may look, and what counts.
struct Watch {
    AbsPath cwd = AbsPath::root(), home = AbsPath::root();
    std::vector<AbsPath> writable{};        // roots, none inside another
    std::vector<sandbox::Absent> absent{};  // protected paths that did not exist
    std::vector<AbsPath> repositories{};    // git directories whose code-running files were mounted read-only
    std::vector<AbsPath> held{};            // what was mounted read-only or hidden inside the roots: changes to it are
                                            // the user's own
    std::vector<AbsPath> opened{};          // and what was mounted so that it can be written, in the roots or in these
    std::vector<std::string> waived{};      // names of the protected table that do not count
    std::vector<std::string> also_protected{};  // and others that do: postern.protect
    bool operator==(const Watch&) const = default;
};

enum class Action : std::uint8_t {
    quarantined,  // moved away
    reverted,     // moved away, and the content from before put back
    failed,       // could not be moved: `why` says so; the path is still dangerous
};

struct Finding {
    AbsPath path = AbsPath::root();
    Action action = Action::quarantined;
    std::string why{};  // "a new git repository whose config runs code: core.fsmonitor"
    std::string id{};   // in the quarantine: for `postern scrub restore`
    bool operator==(const Finding&) const = default;
};

// What the journal of a run says.
struct Record {
    Watch watch{};
    pid_t pid = 0;  // the postern that waits for the run, and when it started, in clock ticks after boot
    std::uint64_t pid_start = 0;
    std::int64_t start = 0;    // what changed at or after this, nanoseconds since 1970, may be the command's work
    std::int64_t begun = 0;    // when that was read
    std::int64_t running = 0;  // nanoseconds since boot, at the same moment
    std::string boot{};        // which boot that was
    // For each writable root, the earliest `start` of a run there that was not over then: its work is not judged yet.
    std::vector<std::int64_t> earlier{};
    // What is held, each as a number. Another file in its place has no mount over it any more, and may be the command's.
    std::vector<std::uint64_t> held_identities{};
    bool operator==(const Record&) const = default;
};

// The open journal of one run. The lock on `lock` is shared by whoever inherits the descriptor: bwrap and postern-init
// do, the command does not. As long as it is held, something inside may still live.
struct Journal {
    AbsPath file = AbsPath::root();
    UniqueFd lock{};
    Record record{};
    std::vector<UniqueFd> roots{};         // open, so that one which is moved during the run is still found
    std::vector<std::uint64_t> indexes{};  // versions of their indexes
    // When the command itself began, if that is known (nanoseconds since 1970): what is older is not its doing.
    std::int64_t started = 0;
};

[[nodiscard]] Result<Journal> begin(const AbsPath& state_home, Watch watch);
// What `finish` would take away whatever it holds, sorted by path: for whoever can refuse it before it is made.
[[nodiscard]] std::vector<sandbox::Absent> not_to_be_made(const Journal& journal);

// What is known of the processes inside. If some may live, they are waited for, for a while.
enum class Inside : std::uint8_t { may_live, all_gone };
[[nodiscard]] Result<std::vector<Finding>> finish(const AbsPath& state_home, Journal journal,
                                                  Inside inside = Inside::may_live);

// Every journal whose run is over but was not finished. Cheap when there is none: one look at a directory.
[[nodiscard]] Result<std::vector<Finding>> resume(const AbsPath& state_home);

// Git directories known to lie below a root, nearest first, at most a few: from an earlier look, so some may be gone.
[[nodiscard]] std::vector<AbsPath> known_repositories(const AbsPath& state_home, const AbsPath& root);

// Every path that was writable to some run.
[[nodiscard]] std::vector<AbsPath> known_roots(const AbsPath& state_home);

// The quarantine.
struct Kept {
    std::string id;
    AbsPath path = AbsPath::root();  // where it was
    std::string why;
    std::int64_t when = 0;  // seconds since 1970
    std::uint64_t bytes = 0;
    bool operator==(const Kept&) const = default;
};
[[nodiscard]] Result<std::vector<Kept>> list(const AbsPath& state_home);
// Puts it back where it was. Refuses if something is there now.
[[nodiscard]] Result<AbsPath> restore(const AbsPath& state_home, std::string_view id);

}  // namespace postern::scrub
