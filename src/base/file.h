// Small files, whole: read with a bound, written so that a reader sees the old content or the new, never a part.
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

// Everything an open regular file holds. Refuses anything but a regular file and more than `limit` bytes.
Result<std::string> read_fd(int fd, const AbsPath& name, std::size_t limit = kMaxFileBytes);

Result<std::string> read_file(const AbsPath&, std::size_t limit = kMaxFileBytes);

// Nothing if there is no such file; every other failure is an error. Never waits on a FIFO or a device.
Result<std::optional<std::string>> read_file_if_there(const AbsPath&, std::size_t limit = kMaxFileBytes);

// Temporary file beside it, fsync, rename, fsync of the directory. The directory must exist.
Status write_file_atomically(const AbsPath&, std::string_view bytes, mode_t mode);

// The directory and its missing parents. What exists already keeps its mode.
Status make_directories(const AbsPath&, mode_t mode);

// For whoever reads a file of his own, changes it and writes it back: waits for the lock of the file beside it, "FILE.lock".
// Held until it is closed. The directory is made, for the owner only, if it is missing.
Result<UniqueFd> lock_beside(const AbsPath&);

// "cannot open" + 2 -> "cannot open: No such file or directory"
std::string describe_errno(std::string_view doing, int error);

}  // namespace postern
