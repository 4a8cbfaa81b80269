#include "scrub/known_files.h"

#include "base/unique_fd.h"
#include "scrub/git_directory.h"
#include "scrub/journal.h"
#include "scrub/safe_files.h"
#include "scrub/tree_index.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include <cerrno>

#include <fcntl.h>

namespace postern::scrub {
namespace {

UniqueFd open_root(const AbsPath& root) {
    return UniqueFd(::open(root.text().c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
}

bool is_as_known(const AbsPath& state_home, const AbsPath& root) {
    const TreeStore store(state_home, root);
    const auto pieces = store.exists() && !store.is_stale() ? store.pieces() : std::nullopt;
    const UniqueFd base = open_root(root);
    return pieces && base && std::ranges::all_of(*pieces, [&](const PieceAt& known) {
               const auto now = look_at_piece(base.get(), known.path, known.piece.name);
               return now && is_untouched(*now, known.piece);
           });
}

}  // namespace

std::vector<AbsPath> removed_files(const AbsPath& state_home, const std::vector<AbsPath>& roots) {
    std::vector<AbsPath> out;
    for (const AbsPath& root : roots) {
        const auto pieces = TreeStore(state_home, root).pieces();
        const UniqueFd base = open_root(root);
        if (!pieces || !base) continue;
        for (const PieceAt& known : *pieces) {
            if (!S_ISREG(known.piece.mode) || stat_at(base.get(), known.path.c_str()) || errno != ENOENT) continue;
            if (auto path = AbsPath::resolve(root, known.path)) out.push_back(std::move(*path));
        }
    }
    return out;
}

bool is_as_it_was(const AbsPath& state_home, const Journal& journal, const std::vector<std::uint64_t>& versions) {
    const Watch& watch = journal.record.watch;
    const auto never = [](std::int64_t start) { return start == std::numeric_limits<std::int64_t>::max(); };
    if (!journal.made_nothing || versions != journal.indexes) return false;
    const auto others = earliest_starts(state_home, watch, &journal.file);
    return others && std::ranges::all_of(*others, never) && std::ranges::all_of(journal.record.earlier, never) &&
           std::ranges::all_of(watch.writable, [&](const AbsPath& root) { return is_as_known(state_home, root); });
}

}  // namespace postern::scrub
