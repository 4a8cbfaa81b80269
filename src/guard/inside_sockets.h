// Tells which socket files belong to sockets of the sandbox. Every unix socket belongs to the network namespace in which
// it was made, and the kernel lists the sockets of a namespace with the files that they are bound to.
#pragma once

#include "base/unique_fd.h"

#include <cstdint>

namespace postern::guard {

class InsideSockets {
public:
    // Returns whether a socket of the network namespace of process `pid` is bound to the file with this inode. The
    // kernel tells 32 bits of the number, so that a caller must look at the peer once it is connected.
    [[nodiscard]] bool has_file(std::uint32_t pid, std::uint64_t inode);

    // Returns whether the socket belongs to the network namespace of process `pid`.
    [[nodiscard]] static bool owns(std::uint32_t pid, int socket);

    // Returns false if the peer of a connected socket is in another process namespace than process `pid`.
    [[nodiscard]] static bool peer_is_inside(std::uint32_t pid, int socket);

private:
    UniqueFd questions_{};  // a netlink socket inside, made when it is first needed
};

}  // namespace postern::guard
