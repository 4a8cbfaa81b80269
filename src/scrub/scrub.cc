#include "scrub/scrub_work.h"

#include "policy/protected_table.h"
#include "scrub/git_directory.h"
#include "scrub/held_links.h"
#include "scrub/known_files.h"
#include "scrub/quarantine.h"
#include "scrub/safe_files.h"
#include "scrub/settle.h"
#include "scrub/tree_index.h"
#include "scrub/walk.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace postern::scrub {
namespace {

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
        work = scrub_all(state_home, {.journal = journal.file, .record = record, .roots = journal.roots}, {});
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
