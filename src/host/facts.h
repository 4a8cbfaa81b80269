// Facts about this machine that one run needs. Looked up once, at the head of the line, and then passed on.
#pragma once

#include "base/abs_path.h"
#include "host/availability.h"
#include "host/trusted_program.h"

#include <optional>
#include <string>
#include <vector>

namespace postern::host {

struct Facts {
    std::vector<std::string> environment{};  // NAME=value, of this process
    std::string name{};                      // of this machine, as the kernel tells it
    std::optional<AbsPath> own_program{};    // nullopt if the kernel does not tell
    // Postern's own program, and each path from which a run would take postern-init, existing or not.
    std::vector<AbsPath> own_files{};
    Inspected init{};                        // postern-init, or the objection to it
    AbsPath temporary = AbsPath::root();     // holds the directories that commands see as /tmp; need not exist yet
    std::optional<AbsPath> caches{};         // holds those that they see as ~/.cache; nullopt: it cannot be made
    bool moves_paths = true;                 // the sandbox can show a directory at another path
    bool root = false;                       // uid 0
    bool foreground = false;                 // stdin and stdout are our terminal, and we are in its foreground
    bool has_java = false, has_ssh = false;  // programs that are told about the gate in ways of their own
    // Paths that some run so far could write. A link or a bwrap there may be a command's work.
    std::vector<AbsPath> ever_writable{};
    std::vector<AbsPath> nested_repositories{};  // git directories known to lie below the working directory
    Availability sandbox{};
    bool operator==(const Facts&) const = default;
};

}  // namespace postern::host
