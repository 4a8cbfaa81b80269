#include "scrub/scrub.h"

#include "base/file.h"
#include "scrub/act.h"
#include "scrub/armed.h"
#include "scrub/git_directory.h"
#include "scrub/held_links.h"
#include "scrub/journal.h"
#include "scrub/known_files.h"
#include "scrub/permits.h"
#include "scrub/protected_names.h"
#include "scrub/quarantine.h"
#include "scrub/safe_files.h"
#include "scrub/settle.h"
#include "scrub/tree_index.h"
#include "scrub/walk.h"
#include "state/git_tips.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <thread>
#include <utility>

#include <cerrno>
#include <ctime>

#include <fcntl.h>
#include <unistd.h>

namespace postern::scrub {
namespace {

constexpr auto kQuickEnd = std::chrono::milliseconds(1000);
constexpr auto kLastMoment = std::chrono::milliseconds(50);
constexpr std::int64_t kYoung = 60;                  // seconds
constexpr auto kPatience = std::chrono::seconds(5);  // for a namespace that is being removed

// Not quarantined if it contains the agent's worktrees, which may be the reason it was created.
constexpr std::string_view kAgentDirectory = ".claude";

// Returns whether the walk judges this path. It does so by content, which is more exact.
bool judged_by_walk(const AbsPath& path) {
    if (same_name(path.name(), ".git") || path.name() == ".gitmodules") return true;
    const std::string& text = path.text();
    const std::size_t git = text.rfind("/.git/");
    if (git != std::string::npos) {
        const std::string inside = text.substr(git + 6);
        for (const std::string_view name :
             {"hooks", "config", "config.worktree", "info", "commondir", "gitdir", "modules", "worktrees"}) {
            if (inside == name || inside.starts_with(std::string(name) + '/')) return true;
        }
    }
    return (text + '/').find("/" + std::string(policy::kWorktrees) + "/") != std::string::npos;
}

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

// What the scrub of all roots of a run came to.
struct ScrubWork {
    const std::vector<Taking>* earlier = nullptr;  // batches of a process that was killed, if any
    std::vector<Taking> takings{};
    std::vector<Finding> findings{};
    bool recorded = true;  // false if dangerous paths could not be recorded, so that the journal must stay
};

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

// Disarms in all roots before anything is moved. Signals that ask to end are heeded from then on.
ScrubWork scrub(const AbsPath& state_home, const AbsPath& journal, const Record& record,
                const std::vector<UniqueFd>& roots, const std::vector<Taking>& earlier,
                std::int64_t end = std::numeric_limits<std::int64_t>::max()) {
    const HeldSignals held;
    Unseen unseen;
    ScrubWork out{.earlier = &earlier};
    Watch watch = what_still_counts(record);
    read_permits(journal, watch);
    const std::int64_t start = true_start(record);
    for (std::size_t i = 0; i < watch.writable.size(); ++i) {
        for (const AbsPath& place : places_of(watch.writable[i], i < roots.size() ? roots[i].get() : -1)) {
            const ScrubRun run{.watch = watch,
                               .start = std::min(start, record.earlier[i]),
                               .end = end,
                               .begun = std::min(record.begun, record.earlier[i])};
            scrub_root(state_home, place, run, unseen, out);
        }
    }
    std::ranges::move(put_back_links(watch), std::back_inserter(out.findings));
    if (!unseen.take().empty()) out.recorded = false;
    std::ranges::move(store(state_home, out.takings), std::back_inserter(out.findings));
    return out;
}

// Removes the journal, and then ends the batches. Returns false if the journal stays.
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

// Records the tree as it is before the run. `start` stays at its maximum, so no file counts as changed by a run. That
// is right before the first run, when all files are the user's own; later, because other runs that wrote here have been
// judged by their own scrubs.
Status bring_up_to_date(const AbsPath& state_home, const AbsPath& root, const Watch& watch) {
    const TreeStore store(state_home, root);
    const auto fresh = [&] { return store.exists() && !store.is_stale(); };
    if (fresh()) return {};
    const auto lock = store.lock();
    if (!lock) return tl::unexpected(lock.error());
    if (fresh()) return {};
    auto loaded = store.load();
    if (!loaded) return tl::unexpected(loaded.error());
    Tree& tree = *loaded;
    if (!tree.unsettled.empty()) return {};  // unknown files must go on counting as new
    store.clear_stale();                     // before the walk, so that a mark set during the walk is kept
    const Seen seen = walk(root, tree, ScrubRun{.watch = watch, .contents = &store.contents()});
    if (tree.directories.empty()) return {};
    for (const Suspect& suspect : seen.suspects) tree.unsettled.push_back(suspect.path.text());
    Status saved = store.save(tree);
    if (!saved) store.mark_stale();
    return saved;
}

std::vector<std::uint64_t> index_versions(const AbsPath& state_home, const Watch& watch) {
    std::vector<std::uint64_t> out;
    for (const AbsPath& root : watch.writable) out.push_back(TreeStore(state_home, root).version());
    return out;
}

Result<Record> read_record(int fd, const AbsPath& file) {
    if (::lseek(fd, 0, SEEK_SET) != 0) return fail(Errc::io, describe_errno("cannot read", errno), file.text());
    const auto text = read_fd(fd, file, kMaxJournal);
    if (!text) return tl::unexpected(text.error());
    return decode_record(*text, file);
}

// Finishes a journal that another postern process left behind, unless its run is not over. Returns false if the journal
// stays although its process is gone.
bool finish_left_over(const AbsPath& state_home, const AbsPath& file, const std::vector<Taking>& earlier,
                      std::vector<Finding>& findings) {
    Locked locked = lock_journal(file, std::chrono::milliseconds(0));
    if (locked.gone) return true;
    if (!locked.fd) {
        const UniqueFd fd(::open(file.text().c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
        const auto record = fd ? read_record(fd.get(), file) : fail(Errc::io, "gone");
        if (!record) {
            findings.push_back({.path = file, .action = Action::failed, .why = "this journal cannot be read now"});
            return false;
        }
        if (owner_alive(*record)) return true;
        // The processes of a dead run end by themselves, except a bwrap whose parent died before bwrap asked to die
        // with it.
        locked = lock_journal(file, kQuickEnd);
        if (!locked.fd && !locked.gone) {
            end_holders(file);
            locked = lock_journal(file, kPatience);
        }
        if (!locked.fd) return locked.gone;
        std::this_thread::sleep_for(kLastMoment);  // pid 1 releases the lock just before the others inside are killed
    }
    const auto record = read_record(locked.fd.get(), file);
    if (!record && record.error().code == Errc::io) {
        findings.push_back({.path = file, .action = Action::failed, .why = "this journal cannot be read now"});
        return false;
    }
    if (!record) {
        (void)::unlink(file.text().c_str());
        findings.push_back({.path = file,
                            .action = Action::failed,
                            .why = "this journal cannot be read, so what its run left behind was not looked for"});
        return true;
    }
    if (owner_alive(*record)) return true;  // between the end of its last process and its own scrub
    const std::int64_t end = end_of_run(*record, locked.fd.get());
    ScrubWork work = scrub(state_home, file, *record, {}, earlier, end);
    if (end == std::numeric_limits<std::int64_t>::max()) {
        for (Finding& finding : work.findings)
            finding.why += "; when the run ended is not known, so this may be your own work";
    }
    for (const AbsPath& repository : record->watch.repositories) {
        if (!state::GitTips::interrupted(state_home, repository)) work.recorded = false;
    }
    std::ranges::move(work.findings, std::back_inserter(findings));
    if (conclude(state_home, file, work)) return true;
    findings.push_back(still_open(file));
    return false;
}

// Takes over the batches of processes that are gone, and moves what they had disarmed.
std::vector<Taking> take_over_all(const AbsPath& state_home, const std::string& directory,
                                  const std::vector<Listed>& entries, std::vector<Finding>& findings) {
    const HeldSignals held;
    std::vector<Taking> out;
    for (const Listed& entry : entries) {
        const auto file = AbsPath::parse(directory + '/' + entry.name);
        if (!file || !entry.name.ends_with(".open")) continue;
        if (auto taking = take_over(state_home, *file)) out.push_back(std::move(*taking));
    }
    std::ranges::move(store(state_home, out), std::back_inserter(findings));
    return out;
}

// Removes a journal that was never complete. A young one may be about to be renamed by its writer.
void remove_unfinished(const AbsPath& file) {
    const auto st = stat_at(AT_FDCWD, file.text().c_str());
    if (!st || std::time(nullptr) - st->changed / 1'000'000'000 < kYoung) return;
    const Locked locked = lock_journal(file, std::chrono::milliseconds(0));
    if (locked.fd) (void)::unlink(file.text().c_str());
}

}  // namespace

Result<Journal> begin(const AbsPath& state_home, Watch watch) {
    std::erase_if(watch.absent, [](const sandbox::Absent& absent) { return judged_by_walk(absent.path); });
    // Read before and after the update, because a run that ended in between may have left something unjudged.
    auto earlier = earliest_starts(state_home, watch);
    if (!earlier) return tl::unexpected(earlier.error());
    std::vector<UniqueFd> roots;
    std::vector<Finding> disarmed;
    for (const AbsPath& root : watch.writable) {
        if (auto settled = settle_root(state_home, root, watch, disarmed); !settled)
            return tl::unexpected(settled.error());
        if (auto known = bring_up_to_date(state_home, root, watch); !known) return tl::unexpected(known.error());
        roots.emplace_back(::open(root.text().c_str(), O_PATH | O_CLOEXEC | O_NOFOLLOW));
    }
    watch.removed = removed_files(state_home, watch.writable);
    const auto later = earliest_starts(state_home, watch);
    if (!later) return tl::unexpected(later.error());
    std::ranges::transform(*earlier, *later, earlier->begin(),
                           [](std::int64_t a, std::int64_t b) { return std::min(a, b); });
    auto journal = write_journal(state_home, new_record(std::move(watch), std::move(*earlier)));
    if (!journal) return journal;
    Quarantine(state_home).keep_reserve();
    journal->roots = std::move(roots);
    journal->disarmed = std::move(disarmed);
    journal->indexes = index_versions(state_home, journal->record.watch);
    return journal;
}

std::vector<sandbox::Absent> forbidden_new_paths(const Journal& journal) {
    std::vector<sandbox::Absent> out = journal.record.watch.absent;
    std::erase_if(out, [](const sandbox::Absent& absent) { return absent.path.name() == kAgentDirectory; });
    return out;
}

Result<std::vector<Finding>> finish(const AbsPath& state_home, Journal journal, Inside inside) {
    Record& record = journal.record;
    // Use the start of the command, which is later and more exact, unless another scrub examined a root meanwhile: its
    // run may have begun and ended between our journal and our command, and its changes would be older.
    const auto versions = index_versions(state_home, record.watch);
    if (versions == journal.indexes) {
        record.start = std::max(record.start, journal.started);
    }
    Locked locked;
    if (inside == Inside::all_gone) {
        locked.fd = std::move(journal.lock);
    } else {
        // All processes that inherited the lock share it, so release ours to see whether theirs is gone.
        journal.lock.reset();
        locked = lock_journal(journal.file, kPatience);
        if (locked.gone) return std::vector<Finding>{};
    }
    ScrubWork work;
    if (!locked.fd || !is_as_it_was(state_home, journal, versions)) {
        work = scrub(state_home, journal.file, record, journal.roots, {});
    } else {
        work.findings = put_back_links(record.watch);  // removing a link makes no name
    }
    if (!locked.fd) {
        work.findings.push_back({.path = journal.file,
                                 .action = Action::failed,
                                 .why = "something of this run is still alive: it will be looked at again"});
        return std::move(work.findings);
    }
    if (journal.stays) work.recorded = false;
    if (!conclude(state_home, journal.file, work)) work.findings.push_back(still_open(journal.file));
    return std::move(work.findings);
}

Result<std::vector<Finding>> resume(const AbsPath& state_home) {
    std::vector<Finding> findings;
    const std::string directory = state_home.text() + "/journal";
    const auto entries = list_at(AT_FDCWD, directory.c_str());
    if (!entries) {
        if (entries.error().code == Errc::invalid) return findings;  // there was never a run
        return fail(Errc::io, entries.error().what, directory);
    }
    // What was disarmed by a process that is gone comes first: the search must not meet it half way.
    std::vector<Taking> earlier = take_over_all(state_home, directory, *entries, findings);
    bool all_over = true;
    for (const Listed& entry : *entries) {
        const auto file = AbsPath::parse(directory + '/' + entry.name);
        if (!file) continue;
        if (entry.name.ends_with(".new")) remove_unfinished(*file);
        if (!entry.name.ends_with(".json")) continue;
        if (!finish_left_over(state_home, *file, earlier, findings)) all_over = false;
    }
    if (all_over) close(state_home, std::move(earlier));
    return findings;
}

Result<std::vector<Kept>> list(const AbsPath& state_home) {
    return Quarantine(state_home).list();
}

Result<AbsPath> restore(const AbsPath& state_home, std::string_view id) {
    return Quarantine(state_home).restore(id);
}

Result<AbsPath> remove(const AbsPath& state_home, std::string_view id) {
    return Quarantine(state_home).remove(id);
}

Result<std::vector<AbsPath>> known_roots(const AbsPath& state_home) {
    return listed_roots(state_home);
}

Result<std::vector<AbsPath>> known_repositories(const AbsPath& state_home, const AbsPath& root) {
    std::vector<AbsPath> found;
    const auto near = TreeStore(state_home, root).near();
    if (!near) return tl::unexpected(near.error());
    for (const std::string& name : *near) {
        if (auto path = AbsPath::resolve(root, name)) found.push_back(std::move(*path));
    }
    return found;
}

}  // namespace postern::scrub
