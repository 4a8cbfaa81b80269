#include "scrub/scrub_work.h"

#include "base/file.h"
#include "scrub/armed.h"
#include "scrub/held_links.h"
#include "scrub/permits.h"
#include "scrub/protected_names.h"
#include "scrub/quarantine.h"
#include "scrub/safe_files.h"
#include "scrub/settle.h"
#include "scrub/tree_index.h"
#include "scrub/walk.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include <cerrno>

#include <fcntl.h>
#include <unistd.h>

namespace postern::scrub {
namespace {

// Not quarantined if it contains the agent's worktrees, which may be the reason it was created.
constexpr std::string_view kAgentDirectory = ".claude";

// Returns whether something may have appeared in the directory since `start`. If its ctime and those of all directories
// above it up to the root are older, nothing has: a rename into any of them, also of a link, would have changed one.
bool may_hold_something_new(const AbsPath& root, const AbsPath& directory, std::int64_t start) {
    for (AbsPath at = directory;; at = at.parent()) {
        const auto st = stat_at(AT_FDCWD, at.text().c_str());
        if (!st) return errno != ENOENT && errno != ENOTDIR;
        if (st->changed >= start) return true;
        if (at == root) return false;
    }
}

std::optional<AbsPath> first_link(const AbsPath& root, const AbsPath& directory) {
    std::optional<AbsPath> found;
    for (AbsPath at = directory; at != root && root.contains(at); at = at.parent()) {
        const auto st = stat_at(AT_FDCWD, at.text().c_str());
        if (st && st->link()) found = at;
    }
    return found;
}

// Adds protected paths that did not exist before the run and do now.
void add_absent(const AbsPath& root, const ScrubRun& run, std::vector<Suspect>& suspects) {
    std::map<AbsPath, std::vector<const sandbox::Absent*>> by_directory;
    for (const sandbox::Absent& absent : run.watch.absent) {
        if (root.contains(absent.path) && absent.path != root) by_directory[absent.path.parent()].push_back(&absent);
    }
    for (const auto& [directory, listed] : by_directory) {
        if (!may_hold_something_new(root, directory, run.start)) continue;
        const auto parent = open_below(root, directory);
        for (const sandbox::Absent* absent : listed) {
            if (is_read_only(run.watch, absent->path)) continue;
            const std::string why = "it was not to be made: " + absent->why;
            if (!parent) {
                // A link on the way leads to the path, so the link is the suspect.
                if (!stat_at(AT_FDCWD, absent->path.text().c_str())) continue;
                if (auto link = first_link(root, directory)) suspects.push_back({root, std::move(*link), why});
                continue;
            }
            const std::string name(absent->path.name());
            const auto st = stat_at(parent->get(), name.c_str());
            if (!st) continue;
            if (permits_below(run.watch, absent->path)) continue;  // the walk judges its parts
            if (name == kAgentDirectory && st->directory() && stat_at(parent->get(), ".claude/worktrees")) continue;
            suspects.push_back({.root = root, .path = absent->path, .why = why});
        }
    }
}

// Marks those that were not to be made at all, whatever their content.
void mark_forbidden(const Watch& watch, std::vector<ArmedPath>& armed) {
    for (ArmedPath& one : armed) {
        const auto same = [&](const sandbox::Absent& absent) { return absent.path == one.path; };
        if (std::ranges::any_of(watch.absent, same)) one.kind = ArmedPath::Kind::forbidden;
    }
}

// Adds what could not be looked at.
void add_unseen(const AbsPath& root, Unseen& unseen, std::vector<Suspect>& suspects) {
    for (const Unseen::Look& look : unseen.take()) {
        const auto path = AbsPath::parse(look.path);
        Suspect one{.root = root,
                    .path = path && root.contains(*path) ? *path : root,
                    .why = describe_errno("cannot be looked at", look.error),
                    .cannot = true,
                    .unseen = true};
        const auto same = [&](const Suspect& other) { return other.cannot && other.path == one.path; };
        if (const auto found = std::ranges::find_if(suspects, same); found != suspects.end()) {
            found->unseen = true;
        } else {
            suspects.push_back(std::move(one));
        }
    }
}

bool is_unseen(const ArmedPath& one) {
    return one.kind == ArmedPath::Kind::unseen;
}

void scrub_root(const AbsPath& state_home, const AbsPath& root, ScrubRun run, Unseen& unseen, ScrubWork& work) {
    const TreeStore store(state_home, root);
    run.contents = &store.contents();
    const auto lock = store.lock();
    const auto loaded = store.load();
    Tree tree = loaded.value_or(Tree{});
    const auto before = ArmedPaths(state_home).below(root);
    for (std::size_t i = 0; before && i < before->size(); ++i) {
        if (!is_unseen((*before)[i])) tree.unsettled.push_back((*before)[i].path.text());
    }
    Seen seen = walk(root, tree, run);
    add_absent(root, run, seen.suspects);
    add_replaced_links(root, run.watch, seen.suspects);
    add_unseen(root, unseen, seen.suspects);
    const bool acted = !seen.suspects.empty();
    DisarmedSuspects disarmed = disarm(state_home, std::move(seen.suspects), *work.earlier);
    const bool whole = loaded && before && std::ranges::none_of(disarmed.armed, is_unseen);
    mark_forbidden(run.watch, disarmed.armed);
    std::ranges::move(disarmed.reported, std::back_inserter(work.findings));
    std::ranges::move(findings_of(disarmed.armed), std::back_inserter(work.findings));
    std::ranges::move(disarmed.takings, std::back_inserter(work.takings));
    if (!record_armed(state_home, root, std::move(disarmed.armed), tree)) work.recorded = false;
    if (!whole) {
        // With its journal and with the index from before it, the run can be judged once more, as after a kill.
        work.recorded = false;
        return;
    }
    if (!seen.changed && !acted) return;
    // Without the lock or without space it is better to have no index than one that lacks what was seen here.
    if (tree.directories.empty() || !lock || !store.save(tree)) store.forget();
    if (acted) store.mark_stale();  // the walk has not seen where moved files are now
    if (!store.mark_overlapping_stale()) work.recorded = false;
}

// Returns the root's path and, if the root was moved during the run, the path to which its descriptor leads now.
std::vector<AbsPath> places_of(const AbsPath& root, int fd) {
    std::vector<AbsPath> out{root};
    const auto now = fd >= 0 ? read_link_at(AT_FDCWD, ("/proc/self/fd/" + std::to_string(fd)).c_str()) : std::nullopt;
    const auto moved = now ? AbsPath::parse(*now) : fail(Errc::io, "not known");
    if (moved && *moved != root && stat_at(AT_FDCWD, moved->text().c_str())) out.push_back(*moved);
    return out;
}

}  // namespace

ScrubWork scrub_all(const AbsPath& state_home, const Journaled& run, const std::vector<Taking>& earlier) {
    const Record& record = run.record;
    const HeldSignals held;
    Unseen unseen;
    ScrubWork out{.earlier = &earlier};
    Watch watch = what_still_counts(record);
    read_permits(run.journal, watch);
    const std::int64_t start = true_start(record);
    for (std::size_t i = 0; i < watch.writable.size(); ++i) {
        for (const AbsPath& place : places_of(watch.writable[i], i < run.roots.size() ? run.roots[i].get() : -1)) {
            const ScrubRun scrub{.watch = watch,
                                 .start = std::min(start, record.earlier[i]),
                                 .end = run.end,
                                 .begun = std::min(record.begun, record.earlier[i])};
            scrub_root(state_home, place, scrub, unseen, out);
        }
    }
    std::ranges::move(put_back_links(watch), std::back_inserter(out.findings));
    if (!unseen.take().empty()) out.recorded = false;
    std::ranges::move(store(state_home, out.takings), std::back_inserter(out.findings));
    return out;
}

bool conclude(const AbsPath& state_home, const AbsPath& journal, ScrubWork& work) {
    if (!work.recorded || (::unlink(journal.text().c_str()) != 0 && errno != ENOENT)) return false;
    remove_permits(journal);
    if (work.takings.empty()) return true;
    close(state_home, std::move(work.takings));
    if (!HeldSignals::asked_to_end()) (void)Quarantine(state_home).prune();
    return true;
}

Finding still_open(const AbsPath& journal) {
    return {.path = journal,
            .action = Action::failed,
            .why = "the scrub of this run is not over: the next invocation looks at everything once more"};
}

}  // namespace postern::scrub
