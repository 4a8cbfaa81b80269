// File operations by directory descriptor and name. The command may have left links to anywhere, FIFOs or unreadable
// files, so no function here follows a link below its starting point, waits for a writer, or reads without a limit.
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
    std::int64_t changed = 0, born = 0;  // nanoseconds since 1970; born is 0 if unknown
    std::uint32_t mode = 0, links = 0;
    uid_t owner = 0;
    gid_t group = 0;
    std::int64_t written = 0;  // nanoseconds since 1970: the time that touch(1) sets

    [[nodiscard]] bool directory() const noexcept { return S_ISDIR(mode); }
    [[nodiscard]] bool regular() const noexcept { return S_ISREG(mode); }
    [[nodiscard]] bool link() const noexcept { return S_ISLNK(mode); }
};

// Collects what could not be looked at by the functions below, on this thread, while the object exists. "It is not there"
// and "it is closed to us, and so it was to the command" are answers; every other error is none, and what hid behind it is
// unknown. One list for all, so that no caller can take an error for an absence unnoticed.
class Unseen {
public:
    struct Look {
        std::string path;
        int error = 0;
    };
    Unseen();
    ~Unseen();
    Unseen(const Unseen&) = delete;
    Unseen& operator=(const Unseen&) = delete;

    // Returns what was added since the last call.
    [[nodiscard]] std::vector<Look> take();
    // Adds a path whose examination ended with `error`, if there is a list. `mode` is the access that was wanted.
    static void note(int directory, const char* path, int error, int mode);

private:
    std::vector<Look> looks_{};
    Unseen* outer_;
};

enum class Links : std::uint8_t { kept, followed };

// Returns nullopt if the file does not exist or cannot be examined; errno says which.
[[nodiscard]] std::optional<Stat> stat_at(int directory, const char* path, Links links = Links::kept);

// Returns a number that identifies the file, different even for another file with the same inode number; 0 if it does
// not exist.
[[nodiscard]] std::uint64_t identity_of(int directory, const char* path);

enum class Missing : std::uint8_t { refused, made };

// Opens a directory for look-ups and renames, not for listing. Fails if a component below `root` is a link.
// Missing::made makes the components that do not exist, as `mkdir -p` would.
[[nodiscard]] Result<UniqueFd> open_below(const AbsPath& root, const AbsPath& directory,
                                          Missing missing = Missing::refused);

struct Listed {
    std::string name;
    unsigned char type;  // DT_DIR, DT_REG, …; never DT_UNKNOWN
};

// Lists a directory. If it is ours but forbids listing, its mode is changed for the moment. A directory that vanished
// or is none gives Errc::invalid.
[[nodiscard]] Result<std::vector<Listed>> list_at(int directory, const char* path, Links links = Links::kept);

// Returns the content of a regular file, or nullopt if it is something else, too large, or unreadable.
[[nodiscard]] std::optional<std::string> read_at(int directory, const char* path, std::size_t limit,
                                                 Links links = Links::kept);
// Opens a regular file for reading. If it is ours but forbids that, its mode is changed for the moment. errno says why
// nothing was opened.
[[nodiscard]] UniqueFd open_to_read(int directory, const char* path, Links links = Links::kept);
// Reads until the buffer is full or the file ends. Returns the number of bytes, or -1.
[[nodiscard]] ssize_t read_fully(int fd, char* buffer, std::size_t size);
[[nodiscard]] std::optional<std::string> read_link_at(int directory, const char* path);

// Renames without replacing anything. Returns 0 or an errno.
[[nodiscard]] int rename_new(int from, const std::string& name, int to, const std::string& as);

// Gives the owner all rights to a directory. Does not follow links.
void open_up(int directory, const char* path);

// Gives the owner all rights to one of our directories until the end of the scope.
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
