// Files by descriptor and name. What the command left behind may be a link to anywhere, a FIFO or unreadable: nothing
// here follows a link below its starting point, waits for a writer, or reads without a bound.
#pragma once

#include "base/abs_path.h"
#include "base/result.h"
#include "base/unique_fd.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/types.h>

namespace postern::scrub {

struct Stat {
    std::uint64_t ino = 0, dev = 0, size = 0, blocks = 0;
    std::int64_t changed = 0, born = 0;  // nanoseconds since 1970; born 0: the file system does not say
    std::uint32_t mode = 0, links = 0;
    uid_t owner = 0;

    [[nodiscard]] bool directory() const noexcept { return S_ISDIR(mode); }
    [[nodiscard]] bool regular() const noexcept { return S_ISREG(mode); }
    [[nodiscard]] bool link() const noexcept { return S_ISLNK(mode); }
};

enum class Links : std::uint8_t { kept, followed };

// Nothing if it is not there (or not to be looked at): errno says which.
[[nodiscard]] std::optional<Stat> stat_at(int directory, const char* path, Links links = Links::kept);

// A number for the file that is there now: another file has another, also one with the same inode number. 0: none.
[[nodiscard]] std::uint64_t identity_of(int directory, const char* path);

// The directory itself, to be used for looking and renaming, not for listing. No component below `root` is a link.
[[nodiscard]] Result<UniqueFd> open_below(const AbsPath& root, const AbsPath& directory);

struct Listed {
    std::string name;
    unsigned char type;  // DT_DIR, DT_REG, …; DT_UNKNOWN is looked up
};

// Everything in a directory. One of ours that forbids listing is opened up for as long as it takes.
// Errors of a directory that has vanished or is none have Errc::invalid.
[[nodiscard]] Result<std::vector<Listed>> list_at(int directory, const char* path, Links links = Links::kept);

// The content of a regular file, or nothing if it is none, larger, or not readable.
[[nodiscard]] std::optional<std::string> read_at(int directory, const char* path, std::size_t limit,
                                                 Links links = Links::kept);
[[nodiscard]] std::optional<std::string> read_link_at(int directory, const char* path);

// Gives its owner every right to a directory; not to what a link leads to.
void open_up(int directory, const char* path);

// A directory of ours in which we may not do as we like, opened up until the end of the scope.
class Opened {
public:
    Opened(int directory, const char* path);
    ~Opened();
    Opened(const Opened&) = delete;
    Opened& operator=(const Opened&) = delete;

private:
    UniqueFd fd_;
    std::optional<mode_t> before_;
};

}  // namespace postern::scrub
