// Bytes between a connection and the two ends that a program was started with, in both directions, until both are over.
#pragma once

#include <string>

namespace postern::network {

struct RelayEnds {
    int in;      // read from, sent to the connection
    int out;     // what comes from the connection; closed when no more will come
    int socket;  // told that no more will come when `in` has ended
};

// `early` came from the connection already. Returns when both directions have ended, or nobody reads `out` any more. The
// caller has SIGPIPE ignored. `in` and `out` may be shared with others, so they are left as they are: never made
// non-blocking.
void relay(const RelayEnds& ends, std::string early);

}  // namespace postern::network
