// Read-only view of the file system, through which `resolve` looks at the host. Tests use an invented one instead.
#pragma once

#include "base/abs_path.h"
#include "base/result.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace postern::sandbox {

enum class FileKind : std::uint8_t { none, file, directory, other };  // other: socket, device, FIFO

struct Entry {
    std::string name;
    bool directory = false;
    bool link = false;
    bool operator==(const Entry&) const = default;
};

class HostView {
public:
    virtual ~HostView() = default;
    // Follows every link. Returns none for a link to nothing.
    [[nodiscard]] virtual FileKind kind(const AbsPath& path) const = 0;
    // Tells whether the directory has an entry of that name, even a link to nothing. Directories above may be links.
    [[nodiscard]] virtual bool present(const AbsPath& path) const = 0;
    // Follows every symbolic link as far as the path exists.
    [[nodiscard]] virtual AbsPath real(const AbsPath& path) const = 0;
    // Returns the content of a file, or nullopt if there is none that this user could read. Returns an error if it is too
    // large or no file.
    [[nodiscard]] virtual Result<std::optional<std::string>> read(const AbsPath& file) const = 0;
    // Returns the target of a symbolic link as written, or nullopt if the path is none. Directories above may be links.
    [[nodiscard]] virtual std::optional<std::string> link(const AbsPath& path) const = 0;
    // Returns the entries of a directory in no particular order, or an error if it cannot be listed completely.
    [[nodiscard]] virtual Result<std::vector<Entry>> list(const AbsPath& directory) const = 0;
    // Returns the other paths under which this path, or something below it, can be seen through a second mount.
    [[nodiscard]] virtual std::vector<AbsPath> other_places(const AbsPath& path) const = 0;
    [[nodiscard]] virtual bool has_other_names(const AbsPath& file) const = 0;  // hard links
    [[nodiscard]] virtual std::optional<AbsPath> home_of(const std::string& user) const = 0;

    // Returns the content of a small file (.git, commondir), or nullopt if it is absent, too large or unreadable.
    [[nodiscard]] std::optional<std::string> text(const AbsPath& file) const {
        auto content = read(file);
        return content ? std::move(*content) : std::nullopt;
    }
};

// Returns this machine as it is now. Each path is looked at only once. Directories that are `planned`, and the ones above
// them, count as there although they will only be made for a run.
[[nodiscard]] std::unique_ptr<HostView> look_at_this_host(std::vector<AbsPath> planned);

}  // namespace postern::sandbox
