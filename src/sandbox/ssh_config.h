// Makes the system's ssh configuration for the sandbox, which sends connections through the gate. ssh reads this file
// last and takes the first value of each option, so values from the command line, the user and the administrator still
// win. It affects every program that starts ssh: git, scp, sftp, rsync. Pure.
#pragma once

#include "base/abs_path.h"
#include "base/result.h"
#include "host/facts.h"
#include "sandbox/host_view.h"
#include "sandbox/profile.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace postern::sandbox {

// Whether Include lines are kept. ssh refuses to read an included file that belongs neither to the user nor to root,
// and in the sandbox of an ordinary user the files of root appear to belong to nobody.
enum class Includes : std::uint8_t { left_out, kept };

// `postern` is the program for ProxyCommand. Fails if its path cannot be written in the file.
[[nodiscard]] Result<std::string> ssh_config_with_gate(std::string_view text, const AbsPath& postern,
                                                       Includes includes);

// Gives ssh that configuration in place of /etc/ssh/ssh_config, or notes in the profile why it cannot be.
void lead_ssh_to_the_gate(const host::Facts& facts, const HostView& files, Profile& profile);

}  // namespace postern::sandbox
