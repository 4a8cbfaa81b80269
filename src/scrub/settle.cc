#include "scrub/settle.h"

#include "scrub/act.h"
#include "scrub/quarantine.h"
#include "scrub/safe_files.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <cerrno>

namespace postern::scrub {
namespace {

bool is_gone(const AbsPath& path) {
    return !stat_at(AT_FDCWD, path.text().c_str()) && (errno == ENOENT || errno == ENOTDIR);
}

// Returns the suspects that are, hold or lie in one of the dangerous paths.
std::vector<Suspect> those_about(const std::vector<ArmedPath>& armed, std::vector<Suspect> suspects) {
    std::erase_if(suspects, [&](const Suspect& suspect) {
        return std::ranges::none_of(armed, [&](const ArmedPath& one) {
            return one.path.contains(suspect.path) || suspect.path.contains(one.path);
        });
    });
    return suspects;
}

// The index does not know any more what was at a dangerous path before.
void remember_formers(const std::vector<ArmedPath>& armed, std::vector<Suspect>& suspects) {
    for (Suspect& suspect : suspects) {
        const auto one = std::ranges::find(armed, suspect.path, &ArmedPath::path);
        if (one == armed.end() || !one->former) continue;
        suspect.put_back =
            Piece{.name = std::string(suspect.path.name()), .mode = one->former->mode, .content = one->former->content};
    }
}

// Returns the error for a run that does not start.
tl::unexpected<Error> refuse_run(const std::vector<ArmedPath>& armed) {
    const std::string more = armed.size() > 1 ? ", and " + std::to_string(armed.size() - 1) + " more" : "";
    return fail(Errc::invalid,
                "is dangerous since an earlier run and could not be disarmed" + more + ": " + armed.front().why +
                    "; look at it, then remove it or say `postern scrub accept PATH`",
                armed.front().path.text());
}

}  // namespace

bool record_armed(const AbsPath& state_home, const AbsPath& root, std::vector<ArmedPath> armed, Tree& tree) {
    for (const ArmedPath& one : armed) {
        if (one.kind != ArmedPath::Kind::unseen) tree.unsettled.push_back(one.path.text());
    }
    return ArmedPaths(state_home).settle(root, std::move(armed)).has_value();
}

Status settle_root(const AbsPath& state_home, const AbsPath& root, const Watch& watch, std::vector<Finding>& findings) {
    auto armed = ArmedPaths(state_home).below(root);
    if (!armed) return tl::unexpected(armed.error());
    if (armed->empty()) return {};
    // The journal of that run is still there, and what it left was hidden by an error a moment ago, too.
    const auto unseen = std::ranges::find(*armed, ArmedPath::Kind::unseen, &ArmedPath::kind);
    if (unseen != armed->end()) return refuse_run({*unseen});
    const HeldSignals held;
    const TreeStore store(state_home, root);
    const auto lock = store.lock();
    if (!lock) return tl::unexpected(lock.error());
    const auto loaded = store.load();
    if (!loaded) return tl::unexpected(loaded.error());
    const Tree& before = *loaded;
    Tree tree = before;
    for (const ArmedPath& one : *armed) tree.unsettled.push_back(one.path.text());
    std::vector<Suspect> suspects =
        those_about(*armed, walk(root, tree, ScrubRun{.watch = watch, .contents = &store.contents()}).suspects);
    for (const ArmedPath& one : *armed) {
        if (one.kind == ArmedPath::Kind::forbidden && !is_gone(one.path)) suspects.push_back({root, one.path, one.why});
    }
    remember_formers(*armed, suspects);
    DisarmedSuspects disarmed = disarm(state_home, std::move(suspects));
    std::ranges::move(postern::scrub::store(state_home, disarmed.takings), std::back_inserter(findings));
    close(state_home, std::move(disarmed.takings));
    const std::vector<ArmedPath> still = disarmed.armed;
    tree = before;
    for (const ArmedPath& one : *armed) std::erase(tree.unsettled, one.path.text());
    if (!record_armed(state_home, root, std::move(disarmed.armed), tree)) {
        return fail(Errc::io, "cannot record what is dangerous", state_home.text());
    }
    if (tree.directories.empty() || !store.save(tree)) store.forget();
    store.mark_stale();
    if (still.empty()) return {};
    return refuse_run(still);
}

Status accept(const AbsPath& state_home, const AbsPath& path) {
    const auto known = ArmedPaths(state_home).accept(path);
    if (!known) return tl::unexpected(known.error());
    if (!*known) return fail(Errc::invalid, "is not among the dangerous paths that wait for an answer", path.text());
    // What could not be examined stays unknown: what comes from there is new.
    if (**known == ArmedPath::Kind::unexamined || **known == ArmedPath::Kind::unseen) return {};
    const auto roots = listed_roots(state_home);
    if (!roots) return tl::unexpected(roots.error());
    for (const AbsPath& root : *roots) {
        if (!root.contains(path)) continue;
        const TreeStore store(state_home, root);
        const auto lock = store.lock();
        auto tree = store.load();
        if (!tree || std::erase(tree->unsettled, path.text()) == 0) continue;
        if (!lock || !store.save(*tree)) store.forget();
        store.mark_stale();
    }
    return {};
}

std::optional<std::string> much_is_kept(const AbsPath& state_home) {
    const auto kept = list(state_home);
    std::uint64_t bytes = 0;
    for (std::size_t i = 0; kept && i < kept->size(); ++i) bytes += (*kept)[i].bytes;
    if (bytes <= kMuchKept) return std::nullopt;
    return "the quarantine holds " + std::to_string(bytes >> 20U) +
           " MiB: `postern scrub list` shows what, `postern scrub remove ID` removes it";
}

}  // namespace postern::scrub
