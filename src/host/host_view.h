// The file system as `resolve` sees it: looked at, never changed. Tests put a made-up one in its place.
#pragma once

#include "base/abs_path.h"
#include "base/result.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace postern::host {

enum class Kind : std::uint8_t { none, file, directory, other };  // other: socket, device, FIFO

struct Entry {
    std::string name;
    bool directory = false;
    bool link = false;
    bool operator==(const Entry&) const = default;
};

class HostView {
public:
    virtual ~HostView() = default;
    // What is there once every link is followed. A link to nothing is none.
    [[nodiscard]] virtual Kind kind(const AbsPath& path) const = 0;
    // Is there a directory entry of that name, be it a link to nothing? The directories above may be links.
    [[nodiscard]] virtual bool present(const AbsPath& path) const = 0;
    // Every symbolic link followed as far as the path exists.
    [[nodiscard]] virtual AbsPath real(const AbsPath& path) const = 0;
    // Small text files: .git, commondir. Nothing if absent, too large or not to be read.
    [[nodiscard]] virtual std::optional<std::string> text(const AbsPath& file) const = 0;
    // The entries of a directory in no order; an error if it cannot be listed whole.
    [[nodiscard]] virtual Result<std::vector<Entry>> list(const AbsPath& directory) const = 0;
};

// This machine, as it is now: directories that were looked at are not looked at again.
[[nodiscard]] std::unique_ptr<HostView> look_at_this_host();

}  // namespace postern::host
