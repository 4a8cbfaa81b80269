// Journals: which paths to look at after a run, on disk from before the run until that is done. A journal is locked by
// every process that may be alive inside, and is removed at the end of the scrub of its run.
#pragma once

#include "base/abs_path.h"
#include "base/result.h"
#include "base/unique_fd.h"
#include "scrub/scrub.h"

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace postern::scrub {

inline constexpr std::size_t kMaxJournal = 32U << 20U;  // bytes

// Returns for each root the earliest start of the runs below it, or above, whose journals are there now, except the
// journal `but`. A journal that cannot be read counts for every root.
[[nodiscard]] Result<std::vector<std::int64_t>> earliest_starts(const AbsPath& state_home, const Watch& watch,
                                                                const AbsPath* but = nullptr);

// Returns the record of a run that this process starts now.
[[nodiscard]] Record new_record(Watch watch, std::vector<std::int64_t> earlier);

// Returns the watch without paths that are not held any more.
[[nodiscard]] Watch what_still_counts(const Record& record);

// Returns `start`, put back by as much as the clock was since. A later boot cannot tell, and returns it unchanged.
[[nodiscard]] std::int64_t true_start(const Record& record);

// Returns a time at which the last process of the run was gone, or the largest number if that is not known. Told by
// postern-init in the journal itself, or by a later boot.
[[nodiscard]] std::int64_t end_of_run(const Record& record, int journal);

[[nodiscard]] Result<std::string> encode(const Record& record, const std::string& name = {});
[[nodiscard]] Result<Record> decode_record(std::string_view text, const AbsPath& name);

[[nodiscard]] bool owner_alive(const Record& record);

// Makes a file that is complete and locked before another process can see it.
[[nodiscard]] Result<UniqueFd> write_locked(const AbsPath& file, std::string_view text);

// Writes a journal that is complete and locked before another process can see it.
[[nodiscard]] Result<Journal> write_journal(const AbsPath& state_home, Record record);

struct Locked {
    UniqueFd fd{};  // empty if another process kept the lock, or if the file is gone
    bool gone = false;
};
[[nodiscard]] Locked lock_journal(const AbsPath& file, std::chrono::milliseconds patience);

// Ends the processes of this user that hold the file open. Only for the journal of a run whose postern is dead.
void end_holders(const AbsPath& file);

}  // namespace postern::scrub
