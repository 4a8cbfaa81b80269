// The quarantine: one private directory for what each scrub took away, with a manifest that says where the things were
// and why they were taken. Nothing in it has a name or a place that a tool would act on. Only what is older than 30 days
// is removed without being asked for, and never what cannot be read or is not finished.
#pragma once

#include "base/abs_path.h"
#include "base/result.h"
#include "base/unique_fd.h"
#include "scrub/manifest.h"
#include "scrub/parts.h"
#include "scrub/scrub.h"
#include "scrub/trees.h"

#include <cstdint>
#include <ctime>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace postern::scrub {

inline constexpr std::uint64_t kMuchKept = 1ULL << 30U;               // bytes; from here on a run says so
inline constexpr std::int64_t kMaxKeptSeconds = 30LL * 24 * 60 * 60;  // then the oldest go

// A batch that this process works on. No other process does while the lock is held.
struct OpenBatch {
    Batch batch{};
    AbsPath marker = AbsPath::root();  // the file that is locked; a later invocation finishes what has one
    UniqueFd lock{};
    UniqueFd directory{};  // of the batch, once its manifest is written
};

class Quarantine {
public:
    explicit Quarantine(const AbsPath& state_home);

    // Writes the manifest of what is about to be taken away. The batch has ids and names also if that fails, and
    // `write` can be tried again.
    [[nodiscard]] OpenBatch open(std::vector<Thing> things) const;
    [[nodiscard]] Status write(OpenBatch& open) const;
    // Returns the batch that another process did not finish, or nullopt if that process is still at it.
    [[nodiscard]] std::optional<OpenBatch> reopen(const AbsPath& marker) const;
    void close(OpenBatch open) const;
    // Keeps some room on disk for the next manifest.
    void keep_reserve() const;

    // Oldest first; then entries whose manifest cannot be read, with the path of the entry itself.
    [[nodiscard]] Result<std::vector<Kept>> list() const;
    // Returns the paths of all things that are kept in their own directories.
    [[nodiscard]] std::vector<AbsPath> kept_beside() const;
    [[nodiscard]] Result<AbsPath> restore(std::string_view id) const;
    // Removes for ever. Returns the path where the thing was.
    [[nodiscard]] Result<AbsPath> remove(std::string_view id) const;
    // Removes batches that are too old. Returns how many.
    [[nodiscard]] std::size_t prune(std::int64_t max_seconds = kMaxKeptSeconds,
                                    std::int64_t now = std::time(nullptr)) const;

private:
    // One directory of the quarantine.
    struct Entry {
        AbsPath directory;
        Result<Batch> batch;
    };
    [[nodiscard]] Result<std::vector<Entry>> entries() const;
    [[nodiscard]] AbsPath marker_of(const std::string& batch) const;
    // Returns the thing with its batch, locked.
    [[nodiscard]] Result<std::pair<OpenBatch, std::size_t>> find(std::string_view id) const;
    [[nodiscard]] bool remove_entry(const AbsPath& directory) const;
    [[nodiscard]] Result<AbsPath> remove_unreadable(std::string_view id, const Error& otherwise) const;
    void remove_if_empty(const OpenBatch& open) const;

    AbsPath directory_, journal_, reserve_;
};

// Where a thing is now.
enum class Whereabouts : std::uint8_t {
    unknown,   // it cannot be looked for
    nowhere,   // neither in the quarantine nor disarmed: not taken yet, or restored, or removed
    stored,    // in the directory of its batch
    beside,    // in its own directory, under the name `beside`
    in_parts,  // at its path, a directory in which everything has another name
};
[[nodiscard]] Whereabouts whereabouts(const Thing& thing, int batch_directory);

}  // namespace postern::scrub
