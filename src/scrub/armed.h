// Paths that are dangerous and could not be disarmed. No run starts in a root that holds one, until it is gone, harmless
// or accepted by a person.
#pragma once

#include "base/abs_path.h"
#include "base/result.h"
#include "scrub/manifest.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace postern::scrub {

struct ArmedPath {
    enum class Kind : std::uint8_t {
        judged,      // it is dangerous by its name or content
        unexamined,  // the command could write there, and it could not be looked at
        forbidden,   // it was not to be made, whatever its content
        unseen,      // an error hid it; the journal of its run is still there
    };
    AbsPath path = AbsPath::root();
    std::string why{};
    Kind kind = Kind::judged;
    std::optional<Former> former{};  // to be put back once it is disarmed
    bool operator==(const ArmedPath&) const = default;
};

class ArmedPaths {
public:
    explicit ArmedPaths(const AbsPath& state_home);

    // Returns those in the root. Without any this costs one look for a file.
    [[nodiscard]] Result<std::vector<ArmedPath>> below(const AbsPath& root) const;
    // Replaces those in the root.
    [[nodiscard]] Status settle(const AbsPath& root, std::vector<ArmedPath> now) const;
    // Forgets the path, and does not take the file for armed again while it stays as it is. Returns the kind
    // that it had, or nullopt if it was not armed.
    [[nodiscard]] Result<std::optional<ArmedPath::Kind>> accept(const AbsPath& path) const;
    // Returns the accepted paths that are still as they were.
    [[nodiscard]] std::vector<AbsPath> accepted() const;

private:
    [[nodiscard]] bool exists() const;

    AbsPath file_;
};

}  // namespace postern::scrub
