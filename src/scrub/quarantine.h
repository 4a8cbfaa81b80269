// Where dangerous things go: one private directory each, with a manifest that says where it was and why. Nothing in it
// has a name or a place that a tool would act on, and nothing is lost until it is old or the quarantine is full.
//
//     <state>/quarantine/<id>/manifest.json
//     <state>/quarantine/<id>/thing          unless it had to stay where it was, under another name
#pragma once

#include "base/abs_path.h"
#include "base/result.h"
#include "scrub/scrub.h"
#include "scrub/walk.h"

#include <cstdint>
#include <string>

namespace postern::scrub {

inline constexpr std::uint64_t kMaxQuarantine = 1ULL << 30U;          // bytes
inline constexpr std::int64_t kMaxKeptSeconds = 30LL * 24 * 60 * 60;  // then the oldest go
inline constexpr std::uint64_t kMaxCopied = 512ULL << 20U;            // from one file system to another

class Quarantine {
public:
    explicit Quarantine(const AbsPath& state_home);

    // Moves it, or, if there is content to put back, copies it and replaces it in one step. Can be repeated after an
    // interruption at any point. A path that is gone by now is no finding.
    [[nodiscard]] Result<std::vector<Finding>> take(const Suspect& suspect) const;

    // Removes what is too old, then the oldest until the rest fits. How many.
    [[nodiscard]] std::size_t prune(std::uint64_t max_bytes = kMaxQuarantine,
                                    std::int64_t max_seconds = kMaxKeptSeconds) const;

    [[nodiscard]] Result<std::vector<Kept>> list() const;  // oldest first
    [[nodiscard]] Result<AbsPath> restore(std::string_view id) const;

private:
    AbsPath directory_;
};

// A directory and all below it, however deep and with whatever permissions. Nothing is followed.
[[nodiscard]] bool remove_tree(int parent, const std::string& name);

// What it takes on disk, counted up to a bound on the number of files.
[[nodiscard]] std::uint64_t disk_use(int parent, const std::string& name);

// From one file system to another: files, directories, links and FIFOs, with modes and times. An error if it is larger
// than kMaxCopied, too deep, or holds something else.
[[nodiscard]] Status copy_tree(int from, const std::string& name, int to, const std::string& as);

}  // namespace postern::scrub
