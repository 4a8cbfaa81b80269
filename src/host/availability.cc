#include "host/availability.h"

#include "host/bwrap_options.h"
#include "host/host_cache.h"

#include <utility>

namespace postern::host {
namespace {

constexpr std::string_view kCacheName = "namespaces";

std::string key_of(const Located& located, const Walls& walls) {
    return located.identity + '\n' + host_identity(walls);
}

// Parses the cached text: the options of bwrap in the first line, then the trials. Both share a file because a run
// needs both.
std::optional<TriedBwrap> parse_tried_bwrap(const Located& located, std::string_view text) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos || !located.path) return std::nullopt;
    auto bwrap = parse_features(*located.path, text.substr(0, end));
    auto trials = parse_trials(text.substr(end + 1));
    if (!bwrap || !trials) return std::nullopt;
    return TriedBwrap{std::move(*bwrap), std::move(*trials)};
}

}  // namespace

Result<TriedBwrap> try_bwrap(const Located& located, const AbsPath& cache_directory, const Walls& walls, Fresh fresh) {
    const std::string key = key_of(located, walls);
    if (fresh == Fresh::no) {
        if (const auto text = read_cached(cache_directory, kCacheName, key)) {
            if (auto known = parse_tried_bwrap(located, *text)) return std::move(*known);
        }
    }
    if (!located.path) return fail(Errc::internal, "no bubblewrap was located");
    auto bwrap = bwrap_at(*located.path);
    if (!bwrap) return tl::unexpected(std::move(bwrap.error()));
    Trials trials = try_namespaces(*bwrap);
    if (trials.user.worked && trials.network.worked) {
        write_cached(cache_directory, kCacheName, key, features_text(*bwrap) + '\n' + trials_text(trials));
    } else if (fresh == Fresh::yes) {
        write_cached(cache_directory, kCacheName, key, {});  // an older success must not stay in the cache
    }
    return TriedBwrap{std::move(*bwrap), std::move(trials)};
}

Availability judge_availability(const Observations& seen) {
    Availability out{.support = Support::full,
                     .without_namespaces = seen.asked.without_namespaces,
                     .bwrap = seen.bwrap,
                     .fresh_proc = seen.trials.proc.worked,
                     .exec_guard = seen.walls.user_notification && seen.trials.listener.worked};
    // A check that fails makes later ones fail too, so the first of the worst level names the cause.
    for (const Check& check : judge_host(seen)) {
        const Support support = check.level == Check::Level::missing ? Support::none
                                : check.level == Check::Level::weak  ? Support::weaker
                                                                     : Support::full;
        if (check.own && support == Support::none) out.own_in_order = false;
        if (support >= out.support) continue;
        out.support = support;
        out.reason = check.name + ": " + check.found + (check.consequence.empty() ? "" : "; " + check.consequence);
        out.remedy = check.remedy;
        out.offer = check.offer;
    }
    return out;
}

Availability sandbox_availability(const BwrapSearch& search, Observations seen) {
    const bool possible = seen.platform == Platform::linux || seen.platform == Platform::wsl2;
    if (possible && seen.asked.without_namespaces) {
        seen.trials.listener = try_to_listen();
    } else if (possible) {
        const auto located = locate_bwrap(search);
        auto known = located ? try_bwrap(*located, search.cache_directory, seen.walls, Fresh::no)
                             : tl::unexpected(located.error());
        if (known) {
            seen.trials = std::move(known->trials);
            seen.bwrap = std::move(known->bwrap);
        } else {
            const Error& error = known.error();
            seen.bwrap_problem = text_of(error);
        }
    }
    Availability out = judge_availability(seen);
    if (out.support == Support::full) return out;
    see_surroundings(seen);  // only now, because it serves to explain a failure
    return judge_availability(seen);
}

}  // namespace postern::host
