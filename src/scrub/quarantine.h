// The quarantine: one private directory for each dangerous thing, with a manifest that says where the thing was and why
// it was moved. Nothing in it has a name or a place that a tool would act on, and nothing is lost until it is old or
// the quarantine is full. An entry whose manifest cannot be read is never removed.
//
//     <state>/quarantine/<id>/manifest.json
//     <state>/quarantine/<id>/thing          unless it had to stay where it was, under another name
#pragma once

#include "base/abs_path.h"
#include "base/result.h"
#include "scrub/scrub.h"
#include "scrub/walk.h"

#include <cstdint>
#include <ctime>
#include <string>

namespace postern::scrub {

inline constexpr std::uint64_t kMaxQuarantine = 1ULL << 30U;          // bytes
inline constexpr std::int64_t kMaxKeptSeconds = 30LL * 24 * 60 * 60;  // then the oldest go
inline constexpr std::uint64_t kMaxCopied = 512ULL << 20U;            // from one file system to another

class Quarantine {
public:
    explicit Quarantine(const AbsPath& state_home);

    // Moves the suspect, or, if there is content to put back, copies it and replaces it in one step. Can be repeated
    // after an interruption at any point. A path that is gone by now is no finding.
    [[nodiscard]] Result<std::vector<Finding>> take(const Suspect& suspect) const;

    // Removes entries that are too old, then the oldest until the rest fits. Returns how many.
    [[nodiscard]] std::size_t prune(std::uint64_t max_bytes = kMaxQuarantine,
                                    std::int64_t max_seconds = kMaxKeptSeconds,
                                    std::int64_t now = std::time(nullptr)) const;

    // Oldest first; then those whose manifest cannot be read, with the path of the entry itself.
    [[nodiscard]] Result<std::vector<Kept>> list() const;
    [[nodiscard]] Result<AbsPath> restore(std::string_view id) const;

private:
    AbsPath directory_;
};

// Removes a directory and all below it, however deep and with whatever permissions. No link is followed.
[[nodiscard]] bool remove_tree(int parent, const std::string& name);

// Returns the bytes taken on disk, counted up to a bound on the number of files.
[[nodiscard]] std::uint64_t disk_use(int parent, const std::string& name);

// Copies files, directories, links and FIFOs, with their modes, from one file system to another. Returns an error if
// they are larger than kMaxCopied, too deep, or something else is among them.
[[nodiscard]] Status copy_tree(int from, const std::string& name, int to, const std::string& as);

}  // namespace postern::scrub
