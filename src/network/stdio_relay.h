// Copies bytes in both directions between a connection and two descriptors of the program, until both directions have
// ended.
#pragma once

#include <string>

namespace postern::network {

struct RelayEnds {
    int in;      // read and sent to the connection
    int out;     // gets the bytes from the connection; closed when they end
    int socket;  // shut down for writing when `in` has ended
};

// `early` are bytes that came from the connection before the call. Returns when both directions have ended, or when
// `out` has no reader any more. SIGPIPE must be ignored. `in` and `out` may be shared with other processes, so they are
// not made non-blocking.
void relay(const RelayEnds& ends, std::string early);

}  // namespace postern::network
