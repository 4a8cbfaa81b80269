// Small files: read whole and with a bound, written so that a reader sees the old content or the new, never a part.
#pragma once

#include "base/abs_path.h"
#include "base/result.h"
#include "base/unique_fd.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <sys/types.h>

namespace postern {

inline constexpr std::size_t kMaxFileBytes = 1 << 20;

// Returns the content of an open regular file. Refuses any other kind of file, and more than `limit` bytes.
Result<std::string> read_fd(int fd, const AbsPath& name, std::size_t limit = kMaxFileBytes);

Result<std::string> read_file(const AbsPath&, std::size_t limit = kMaxFileBytes);

// Returns nullopt if there is no such file; every other failure is an error. Never waits on a FIFO or a device.
Result<std::optional<std::string>> read_file_if_there(const AbsPath&, std::size_t limit = kMaxFileBytes);

// Replaces the file in one step and flushes it to disk. The directory must exist.
Status write_file_atomically(const AbsPath&, std::string_view bytes, mode_t mode);

// Makes the directory and its missing parents. Directories that exist keep their mode.
Status make_directories(const AbsPath&, mode_t mode);

// Waits for the lock on "FILE.lock", which is held until it is closed. Makes a missing directory, for the owner only.
Result<UniqueFd> lock_beside(const AbsPath&);

// "cannot open" + 2 -> "cannot open: No such file or directory"
std::string describe_errno(std::string_view doing, int error);

}  // namespace postern
