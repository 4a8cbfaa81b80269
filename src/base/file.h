// Reads and writes small files as a whole: reading has a size limit, and a reader of a file being written sees either
// the old or the new content, never a part of it.
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

// Reads an open regular file to its end. Fails for other kinds of files and for more than `limit` bytes.
Result<std::string> read_fd(int fd, const AbsPath& name, std::size_t limit = kMaxFileBytes);

Result<std::string> read_file(const AbsPath&, std::size_t limit = kMaxFileBytes);

// Returns the content of a file of /proc, /sys or /run, or an empty text if it cannot be read. For facts that an empty
// text denies.
std::string read_fact(std::string_view path);

// Returns the content, or nullopt if there is no such file. Every other failure is an error. Never waits for a FIFO or
// a device.
Result<std::optional<std::string>> read_file_if_there(const AbsPath&, std::size_t limit = kMaxFileBytes);

// Makes the directory and its missing parents. Directories that exist keep their mode.
Status make_directories(const AbsPath&, mode_t mode);

// Returns "cannot open: No such file or directory" for "cannot open" and 2.
std::string describe_errno(std::string_view doing, int error);

}  // namespace postern
