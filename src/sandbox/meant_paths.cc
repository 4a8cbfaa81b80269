#include "sandbox/meant_paths.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

namespace postern::sandbox {

std::size_t MeantPaths::names_that_count(const policy::PathPattern& pattern, const AbsPath& path) const {
    const auto root = std::ranges::find_if(rules_.roots, [&](const auto& r) { return r.first.contains(path); });
    return root == rules_.roots.end() ? 0 : pattern.names_found_below(root->first);
}

void MeantPaths::remember_if_found_anywhere(const AbsPath& path, const WantedPattern& wanted) {
    const std::size_t names = wanted.pattern ? names_that_count(*wanted.pattern, path) : 0;
    if (names == 1 || (names > 1 && !wanted.pattern->matches(path))) rules_.found_anywhere.push_back(path);
}

// Returns what is meant by the matches of a pattern. Each directory above a match must keep its name and so becomes a
// mount, of which there can be some hundreds. Of many matches the directories that hold them are meant as a whole: a
// mount point cannot be renamed.
std::vector<AbsPath> MeantPaths::gathered(const PatternSearch& search) {
    constexpr std::size_t kMany = 100;
    if (search.matches.size() <= kMany) return search.matches;
    std::vector<AbsPath> out;
    for (const AbsPath& match : search.matches) {
        const std::size_t names = names_that_count(*search.pattern, match);
        AbsPath whole = match;
        for (std::size_t i = names == 0 ? 2 : names; i > 1; --i) whole = whole.parent();
        const auto holds = [&](const auto& root) { return whole.contains(root.first); };
        const bool too_much = whole.contains(spec_.cwd) || std::ranges::any_of(rules_.roots, holds);
        out.push_back(too_much ? match : whole);
    }
    std::ranges::sort(out);
    out.erase(std::unique(out.begin(), out.end()), out.end());  // clang 14 does not know ranges::unique
    if (out != search.matches) {
        out_.notes.push_back(
            "more than " + std::to_string(kMany) +
            " paths are meant, so that the directories which hold them are denied as a whole: " + search.why);
    }
    return out;
}

// Entries whose matches are searched from the same directory share one walk.
Status MeantPaths::each(const std::vector<WantedPattern>& list, const Take& take) {
    std::map<AbsPath, std::vector<const WantedPattern*>> by_start;
    for (const WantedPattern& wanted : list) {
        if (wanted.pattern) {
            by_start[wanted.path].push_back(&wanted);
        } else {
            take(wanted.path, wanted);
        }
    }
    for (const auto& [start, entries] : by_start) {
        std::vector<PatternSearch> searches;
        for (const WantedPattern* wanted : entries) searches.push_back({&*wanted->pattern, wanted->why});
        if (Status ok = find_matches(searches, start, host_); !ok) return ok;
        for (std::size_t i = 0; i < entries.size(); ++i) {
            for (const AbsPath& path : gathered(searches[i])) take(path, *entries[i]);
        }
    }
    return {};
}

}  // namespace postern::sandbox
