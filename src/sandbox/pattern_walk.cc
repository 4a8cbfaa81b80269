#include "sandbox/pattern_walk.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace postern::sandbox {
namespace {

// The kernel's own trees. They have no end, and the sandbox gets new ones.
constexpr auto kNotFiles = std::to_array<std::string_view>({"/proc", "/sys", "/dev"});

}  // namespace

Result<std::vector<AbsPath>> find_matches(const policy::PathPattern& pattern, const AbsPath& start,
                                          const HostView& host, const WalkLimits& limits) {
    std::vector<AbsPath> matches;
    std::vector<AbsPath> todo;
    if (host.kind(start) == FileKind::none) return matches;
    if (pattern.matches(start)) return std::vector<AbsPath>{start};
    todo.push_back(start);
    std::size_t looked_at = 0;
    while (!todo.empty()) {
        const AbsPath directory = std::move(todo.back());
        todo.pop_back();
        const auto entries = host.list(directory);
        if (!entries) {
            if (host.kind(directory) == FileKind::directory) matches.push_back(directory);
            continue;
        }
        looked_at += entries->size();
        if (looked_at > limits.entries) {
            return fail(Errc::invalid,
                        "more than " + std::to_string(limits.entries) +
                            " files would have to be looked at for this pattern; name the directory they are in",
                        start.text());
        }
        for (const Entry& entry : *entries) {
            auto path = AbsPath::resolve(directory, entry.name);
            if (!path) continue;
            if (pattern.matches(*path)) {
                matches.push_back(std::move(*path));
                if (matches.size() <= limits.matches) continue;
                return fail(Errc::invalid,
                            "more than " + std::to_string(limits.matches) +
                                " files match this pattern, which is more than can be hidden one by one; name their "
                                "directory instead",
                            start.text());
            }
            if (entry.directory && pattern.matches_at_or_below(*path) &&
                std::ranges::find(kNotFiles, path->text()) == kNotFiles.end()) {
                todo.push_back(std::move(*path));
            }
        }
    }
    std::ranges::sort(matches);
    return matches;
}

}  // namespace postern::sandbox
