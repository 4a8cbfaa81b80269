// Standard input, output and error, which a command gets from our own caller.
#pragma once

#include "base/result.h"

#include <array>

namespace postern::run {

// Returns an error if a stream is something other than a file, a pipe, a socket or a character device. A directory leads
// to the files below it past every mount of the sandbox, and so does a descriptor that is only a path.
[[nodiscard]] Status check_standard_streams();

// Puts back the status flags of the streams at the end of its scope. A command shares them with our caller: a shell whose
// terminal is left with O_NONBLOCK ends at the next prompt.
class StreamFlags {
public:
    StreamFlags();
    ~StreamFlags();
    StreamFlags(const StreamFlags&) = delete;
    StreamFlags& operator=(const StreamFlags&) = delete;

private:
    std::array<int, 3> before_{};  // -1: closed
};

}  // namespace postern::run
