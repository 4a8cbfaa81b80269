// Descriptors: whole reads and writes, files replaced in one step, locks, and the standard descriptors 0 to 2.
#pragma once

#include "base/result.h"
#include "base/unique_fd.h"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <sys/types.h>

namespace postern {

// Returns false if not everything could be written; errno says why.
[[nodiscard]] bool write_all(int fd, std::string_view bytes) noexcept;

// Does the same for a terminal, whose output another process may have stopped: gives up after `patience`. `fd` should be
// non-blocking.
[[nodiscard]] bool write_all_within(std::chrono::milliseconds patience, int fd, std::string_view bytes) noexcept;

// Returns everything up to the end, or nullopt if reading fails (errno) or there is more than `limit` (EFBIG).
// `expected` saves calls if it is right and does no harm if it is wrong.
[[nodiscard]] std::optional<std::string> read_all(int fd, std::size_t limit, std::size_t expected = 0);

// Returns a name that no file has: `prefix` and random hexadecimal digits.
[[nodiscard]] std::string unused_name(std::string_view prefix);

enum class Flush : std::uint8_t { none, to_disk };

// Writes `bytes` to a new file `temporary` and renames it to `name`, both in `directory`: a reader sees the old content
// or the new, never a part. A failure removes the temporary file and leaves what was there.
// With Flush::to_disk this holds after a power cut, too, and the new content is there once the call has returned.
[[nodiscard]] Status replace_at(int directory, const std::string& name, std::string_view bytes, mode_t mode,
                                Flush flush, const std::string& temporary);

// Refuses a file or directory that another user owns or could write to.
[[nodiscard]] Status check_private(int fd, const std::string& name);

enum class LockKind : std::uint8_t { shared, exclusive };

// Waits at most `patience` for the lock on an open file. The error names the process that holds it, if that can be known.
[[nodiscard]] Status wait_for_lock(int fd, LockKind kind, std::chrono::milliseconds patience, const std::string& name);

// Waits at most `patience` for the exclusive lock on the file `name` in `directory`, which is made if it is missing.
// The lock is held until every copy of the descriptor is closed. Refuses links and files that are not private.
[[nodiscard]] Result<UniqueFd> lock_at(int directory, const std::string& name, std::chrono::milliseconds patience);

// Opens /dev/null for each standard descriptor that is closed: the next file opened would take its number and receive
// our output. Standard input is opened for writing and the others for reading, so that using one still fails.
class StandardFds {
public:
    StandardFds();

private:
    std::array<UniqueFd, 3> filled_{};
};

}  // namespace postern
