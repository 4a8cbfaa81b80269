#include "sandbox/pattern_walk.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>

namespace postern::sandbox {
namespace {

// The kernel's own trees. They have no end, and the sandbox gets new ones.
constexpr auto kNotFiles = std::to_array<std::string_view>({"/proc", "/sys", "/dev"});

class Walk {
public:
    Walk(std::vector<PatternSearch>& searches, const HostView& host, const WalkLimits& limits)
        : searches_(searches), host_(host), limits_(limits) {}

    Status run(const AbsPath& start) {
        if (host_.kind(start) == FileKind::none) return {};
        Active at_start(searches_.size());
        std::iota(at_start.begin(), at_start.end(), std::size_t{0});
        if (Status ok = look_at(start, DirectoryEntry::yes, at_start); !ok) return ok;
        while (!todo_.empty()) {
            const auto [directory, active] = std::move(todo_.back());
            todo_.pop_back();
            if (Status ok = enter(directory, active); !ok) return ok;
        }
        for (PatternSearch& search : searches_) std::ranges::sort(search.matches);
        return {};
    }

private:
    using Active = std::vector<std::size_t>;  // the searches that can match below a directory
    enum class DirectoryEntry : std::uint8_t { no, yes };

    Status enter(const AbsPath& directory, const Active& active) {
        const auto entries = host_.list(directory);
        if (!entries) {
            if (host_.kind(directory) != FileKind::directory) return {};
            for (const std::size_t i : active) searches_[i].matches.push_back(directory);
            return {};
        }
        looked_at_ += entries->size();
        if (looked_at_ > limits_.entries) {
            return fail(Errc::invalid,
                        "more than " + std::to_string(limits_.entries) +
                            " files would have to be looked at for this pattern; name the directory they are in",
                        searches_[active.front()].why);
        }
        for (const Entry& entry : *entries) {
            const auto path = AbsPath::resolve(directory, entry.name);
            if (!path) continue;
            const auto kind = entry.directory ? DirectoryEntry::yes : DirectoryEntry::no;
            if (Status ok = look_at(*path, kind, active); !ok) return ok;
        }
        return {};
    }

    Status look_at(const AbsPath& path, DirectoryEntry kind, const Active& active) {
        const bool enters = kind == DirectoryEntry::yes && std::ranges::find(kNotFiles, path.text()) == kNotFiles.end();
        Active below;
        for (const std::size_t i : active) {
            PatternSearch& search = searches_[i];
            if (!search.pattern->matches(path)) {
                if (enters && search.pattern->matches_at_or_below(path)) below.push_back(i);
                continue;
            }
            search.matches.push_back(path);
            if (search.matches.size() <= limits_.matches) continue;
            return fail(Errc::invalid,
                        "more than " + std::to_string(limits_.matches) +
                            " files match this pattern, which is more than can be hidden one by one; name their "
                            "directory instead",
                        search.why);
        }
        if (!below.empty()) todo_.emplace_back(path, std::move(below));
        return {};
    }

    std::vector<PatternSearch>& searches_;
    const HostView& host_;
    const WalkLimits& limits_;
    std::vector<std::pair<AbsPath, Active>> todo_{};
    std::size_t looked_at_ = 0;
};

}  // namespace

Status find_matches(std::vector<PatternSearch>& searches, const AbsPath& start, const HostView& host,
                    const WalkLimits& limits) {
    return Walk(searches, host, limits).run(start);
}

}  // namespace postern::sandbox
