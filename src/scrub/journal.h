// What is to be looked at after a run, on disk from before the run until that is done. The file is locked by whoever
// may still be alive inside; it vanishes with the scrub that its run was waiting for.
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

// For each root, the earliest start of the runs below it, or above, whose journals are there now.
[[nodiscard]] std::vector<std::int64_t> earliest_starts(const AbsPath& state_home, const Watch& watch);

// Now, for this process.
[[nodiscard]] Record new_record(Watch watch, std::vector<std::int64_t> earlier);

// The watch, without what is not held any more.
[[nodiscard]] Watch what_still_counts(const Record& record);

// `start`, put back by as much as the clock was since. Within one boot only; a later boot cannot tell.
[[nodiscard]] std::int64_t true_start(const Record& record);

[[nodiscard]] std::string encode(const Record& record);
[[nodiscard]] Result<Record> decode_record(std::string_view text, const AbsPath& name);

[[nodiscard]] bool owner_alive(const Record& record);

// Complete before anybody can see it, and locked before that.
[[nodiscard]] Result<Journal> write_journal(const AbsPath& state_home, Record record);

// The same file locked anew: not while anybody else has it. Nothing if that takes longer, or if the file is gone.
struct Locked {
    UniqueFd fd{};
    bool gone = false;
};
// Ends the processes of ours that hold this file open. Only for the journal of a run whose postern is dead.
void end_holders(const AbsPath& file);

[[nodiscard]] Locked lock_journal(const AbsPath& file, std::chrono::milliseconds patience);

}  // namespace postern::scrub
