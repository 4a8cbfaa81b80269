#include "scrub/act.h"

#include "base/file.h"
#include "scrub/safe_files.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <thread>
#include <utility>

#include <cerrno>
#include <ctime>

namespace postern::scrub {
namespace {

// A run counts changes from shortly before its start as its own. What was put back must be older than that.
constexpr auto kUntilItIsOld = std::chrono::milliseconds(45);

// Keeps one suspect per path, and none inside a directory that is moved as a whole.
std::vector<Suspect> without_repeats(std::vector<Suspect> suspects) {
    std::ranges::stable_sort(suspects, {}, [](const Suspect& s) { return s.path.text() + '/'; });
    std::vector<Suspect> out;
    for (Suspect& suspect : suspects) {
        const bool stays = !out.empty() && (out.back().cannot || out.back().harmless);
        if (suspect.cannot || suspect.harmless || out.empty() || stays || !out.back().path.contains(suspect.path)) {
            out.push_back(std::move(suspect));
        }
    }
    return out;
}

// Leaves out what a person accepted, and what an earlier scrub has disarmed and could not move.
std::vector<Suspect> without_settled(const AbsPath& state_home, std::vector<Suspect> suspects,
                                     const std::vector<Taking>& earlier) {
    if (suspects.empty()) return suspects;
    std::vector<AbsPath> settled = ArmedPaths(state_home).accepted();
    for (const Taking& taking : earlier) {
        for (const Thing& thing : taking.open.batch.things) {
            if (has_former_content(thing)) settled.push_back(thing.path);
        }
    }
    std::ranges::move(Quarantine(state_home).kept_beside(), std::back_inserter(settled));
    std::ranges::sort(settled);
    std::erase_if(suspects, [&](const Suspect& one) { return std::ranges::binary_search(settled, one.path); });
    return suspects;
}

// Returns nullopt if nothing is there, and nothing is to be put there.
std::optional<Thing> thing_of(Suspect suspect, std::int64_t now) {
    Thing out{
        .root = std::move(suspect.root), .path = std::move(suspect.path), .why = std::move(suspect.why), .when = now};
    if (suspect.put_back && suspect.put_back->content) {
        out.former = Former{.content = std::move(*suspect.put_back->content), .mode = suspect.put_back->mode};
    }
    const auto st = stat_at(AT_FDCWD, out.path.text().c_str());
    if (st) out.mode = st->mode;
    const bool absent = !st && (errno == ENOENT || errno == ENOTDIR);
    if (absent && !out.former) return std::nullopt;
    if (!st && !absent) out.mode = S_IFMT;  // something that cannot be looked at
    return out;
}

// Splits them so that each part fits into a manifest.
std::vector<std::vector<Thing>> in_portions(std::vector<Thing> things) {
    std::vector<std::vector<Thing>> out;
    std::size_t bytes = kMaxManifest;
    for (Thing& thing : things) {
        bytes += bytes_in_manifest(thing);
        if (bytes > kMaxManifest / 2) {
            out.emplace_back();
            bytes = bytes_in_manifest(thing);
        }
        out.back().push_back(std::move(thing));
    }
    return out;
}

std::string where_it_stays(const Thing& thing, const Fate& fate) {
    const std::string name = fate.kind == Fate::Kind::beside ? "; it is kept beside, as " + thing.beside : "";
    return name + (fate.note.empty() ? "" : ": " + fate.note);
}

std::optional<Finding> finding_of(const OpenBatch& open, const Thing& thing, const Fate& fate) {
    if (fate.kind == Fate::Kind::armed) return std::nullopt;  // told by findings_of()
    const bool nothing_was_there = fate.kind == Fate::Kind::gone;
    if (nothing_was_there && (thing.mode != 0 || !thing.former)) return std::nullopt;
    Finding out{.path = thing.path, .action = Action::quarantined, .why = thing.why};
    if (fate.former_is_back) out.action = Action::reverted;
    if (nothing_was_there && !fate.former_is_back) out.action = Action::failed;
    if (fate.kind != Fate::Kind::stored) out.why += where_it_stays(thing, fate);
    if (!nothing_was_there && open.directory) out.id = thing.id;
    return out;
}

}  // namespace

DisarmedSuspects disarm(const AbsPath& state_home, std::vector<Suspect> suspects, const std::vector<Taking>& earlier) {
    DisarmedSuspects out;
    std::vector<Thing> things;
    const std::int64_t now = std::time(nullptr);
    for (Suspect& suspect : without_repeats(without_settled(state_home, std::move(suspects), earlier))) {
        if (suspect.cannot) {
            const auto kind = suspect.unseen ? ArmedPath::Kind::unseen : ArmedPath::Kind::unexamined;
            out.armed.push_back({.path = suspect.path, .why = suspect.why, .kind = kind});
        } else if (suspect.harmless) {
            out.reported.push_back({.path = suspect.path, .action = Action::reported, .why = suspect.why});
        } else if (auto thing = thing_of(std::move(suspect), now)) {
            things.push_back(std::move(*thing));
        }
    }
    const Quarantine quarantine(state_home);
    // All manifests first, so that nothing has to wait for the disk between the first and the last rename.
    for (auto& portion : in_portions(std::move(things))) out.takings.push_back({quarantine.open(std::move(portion))});
    for (Taking& taking : out.takings) {
        taking.fates = disarm_all(taking.open);
        for (std::size_t i = 0; i < taking.fates.size(); ++i) {
            if (taking.fates[i].kind != Fate::Kind::armed) continue;
            const Thing& thing = taking.open.batch.things[i];
            out.armed.push_back({.path = thing.path,
                                 .why = thing.why + "; it could not be disarmed: " + taking.fates[i].note,
                                 .former = thing.former});
        }
    }
    return out;
}

std::vector<Finding> store(const AbsPath& state_home, std::vector<Taking>& takings) {
    const Quarantine quarantine(state_home);
    std::vector<Finding> findings;
    for (Taking& taking : takings) {
        if (!taking.open.directory) (void)quarantine.write(taking.open);  // there may be room by now
        store_all(taking.open, taking.fates);
        for (std::size_t i = 0; i < taking.fates.size(); ++i) {
            auto one = finding_of(taking.open, taking.open.batch.things[i], taking.fates[i]);
            if (one) findings.push_back(std::move(*one));
        }
    }
    return findings;
}

void close(const AbsPath& state_home, std::vector<Taking> takings) {
    const Quarantine quarantine(state_home);
    const bool put_back = std::ranges::any_of(
        takings, [](const Taking& taking) { return std::ranges::any_of(taking.fates, &Fate::former_is_back); });
    if (put_back) std::this_thread::sleep_for(kUntilItIsOld);
    for (Taking& taking : takings) {
        // The marker of an unfinished batch stays, so that the next invocation goes on.
        if (std::ranges::none_of(taking.fates, &Fate::unfinished)) quarantine.close(std::move(taking.open));
    }
}

std::vector<Finding> findings_of(const std::vector<ArmedPath>& armed) {
    std::vector<Finding> out;
    out.reserve(armed.size());
    for (const ArmedPath& one : armed) out.push_back({.path = one.path, .action = Action::failed, .why = one.why});
    return out;
}

std::optional<Taking> take_over(const AbsPath& state_home, const AbsPath& marker) {
    auto open = Quarantine(state_home).reopen(marker);
    if (!open) return std::nullopt;
    Taking out{.open = std::move(*open)};
    out.fates = disarm_rest(out.open);
    return out;
}

}  // namespace postern::scrub
