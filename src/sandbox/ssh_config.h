// The system's ssh configuration as it is inside, with a way to the gate. ssh reads it last and takes the first value of
// each option, so what the user, the command line or the administrator says about connecting still counts. It reaches
// everything that starts ssh: git, scp, sftp, rsync. Pure.
#pragma once

#include "base/abs_path.h"
#include "base/result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace postern::sandbox {

// ssh refuses to read an included file that belongs neither to the user nor to root; and inside, to an ordinary user,
// root's files look like nobody's.
enum class Includes : std::uint8_t { left_out, kept };

// `postern`: the program that connects. An error if its path cannot be written there.
[[nodiscard]] Result<std::string> ssh_config_with_gate(std::string_view text, const AbsPath& postern,
                                                       Includes includes);

}  // namespace postern::sandbox
