// The one look at this machine at the head of the line.
#pragma once

#include "base/abs_path.h"
#include "base/result.h"
#include "host/facts.h"

#include <string>
#include <vector>

namespace postern::host {

// What the look takes from settings and stores.
struct LookRequest {
    std::vector<std::string> environment{};  // of this process
    AbsPath state_home = AbsPath::root();
    AbsPath cache_home = AbsPath::root();  // the directory for caches; the root directory: none
    BwrapSearch bwrap{};                   // with the paths that the settings make writable; the others are added here
    std::vector<AbsPath> ever_writable{}, nested_repositories{};  // see Facts
    AbsPath project = AbsPath::root();
    Demands asked{};
    Platform platform = Platform::other;
    Walls walls{};
    bool gate = false;  // some programs are looked up for the gate only
};
[[nodiscard]] Facts look(LookRequest request);

// Adds the paths that commands can write whatever the settings say, and leaves out the root directory. If the settings
// make / writable, no path is safe from the command, but a planted bwrap could not weaken the sandbox any further.
[[nodiscard]] BwrapSearch outside_of(BwrapSearch search, const std::vector<AbsPath>& ever_writable,
                                     const AbsPath& temporary);

// Returns where this program is, or an error if the kernel does not tell.
[[nodiscard]] Result<AbsPath> own_program();

// Returns the directory for what commands see as /tmp: /tmp/postern-UID, or one in the state directory if that name
// belongs to somebody else. It need not exist.
[[nodiscard]] AbsPath choose_temporary(const AbsPath& state_home);

// Makes the state directory, which can only be hidden if it exists, and those for temporary files and caches, for which
// an error is returned if they are not this user's alone.
[[nodiscard]] Status make_own_directories(const AbsPath& state_home, const Facts& facts);

// Returns whether stdin and stdout are our controlling terminal and we are in its foreground. The command then gets the
// terminal in a process group of its own, by --foreground of postern-init.
[[nodiscard]] bool wants_foreground();

}  // namespace postern::host
