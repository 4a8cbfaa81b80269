#include "scrub/directory_before.h"

#include <algorithm>

#include <dirent.h>

namespace postern::scrub {
namespace {

// Takes out the files that the user removed before the run. Whatever is there now is new.
void forget_removed(const ScrubPlace& place, std::vector<Piece>& pieces) {
    const auto& removed = place.run.watch.removed;
    if (removed.empty()) return;
    std::erase_if(pieces, [&](const Piece& piece) {
        const auto path = AbsPath::resolve(place.path, piece.name);
        return path && std::ranges::find(removed, *path) != removed.end();
    });
}

}  // namespace

Before before_of(const ScrubPlace& place, const Directory& recorded, const Directory* old) {
    const Directory* then = place.known ? &recorded : place.moved ? old : nullptr;
    Before before;
    if (then != nullptr) before = {then->role, then->pieces};
    forget_removed(place, before.pieces);
    return before;
}

bool is_all_new(const ScrubPlace& place, const std::vector<Listed>* entries) {
    return place.moved || (place.run.holds(place.changed) && entries != nullptr &&
                           std::ranges::all_of(*entries, [&](const Listed& entry) {
                               const auto st = stat_at(place.base, (place.below + '/' + entry.name).c_str());
                               return st && place.run.holds(st->changed);
                           }));
}

bool holds_worktrees(const ScrubPlace& place, const std::vector<Listed>* entries) {
    if (entries == nullptr || place.path.name() != ".claude") return false;
    return std::ranges::any_of(*entries, [](const Listed& e) { return e.name == "worktrees" && e.type == DT_DIR; });
}

}  // namespace postern::scrub
