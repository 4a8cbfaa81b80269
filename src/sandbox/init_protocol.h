// What Postern and postern-init say to each other. Both sides are built together, so this is memory, not a file format.
//
// postern-init is the first process inside the sandbox (pid 1). It holds one end of a SOCK_SEQPACKET pair; the other end
// is the supervisor's. Every packet is one of the structs below. Descriptors that must leave the sandbox (the seccomp
// listener, network listeners) travel with a `Report::descriptor` packet as SCM_RIGHTS.
//
//     postern-init --control FD --exec FD [--filter NAME]… [--write PATH]… [--limit NAME=NUMBER]… [--cwd DIR]
//                  [--gate PORT] [--foreground] [--abstract-sockets] -- PROGRAM ARG…
//
// --exec is the descriptor of postern-init's own program, which it closes. --filter: namespaces, unix-closed, and one
// of exec, create and connect or several joined by `+`; `base` is always there. --write: absolute, existing, no symbolic link. --limit: as, core, cpu, fsize, nofile, nproc.
// --gate: listens on this port of the sandbox's own loopback, and hands the socket out.
// --abstract-sockets: those outside the sandbox may be reached, if the network namespace lets them be seen.
//
// A run is [descriptor, answered by `go`]…, ready, [stopped, continued]…, and one last packet: setup, exec, exited or
// signaled. When the last packet comes, no process is left inside but postern-init itself (if it is pid 1). Without
// `ready` the program never ran, also if the last packet is signaled. When the supervisor's end is closed, everything
// inside is killed.
#pragma once

#include <cstdint>

namespace postern::sandbox::init {

enum class ReportKind : std::uint32_t {
    ready,       // every wall stands; the program is about to be started. Nothing ran before this time: value is
                 // seconds since 1970, error the nanoseconds, as CLOCK_REALTIME_COARSE has them.
    descriptor,  // one descriptor in the ancillary data; value: DescriptorKind
    setup,       // a step failed: value is the Step, error its errno. Nothing ran.
    exec,        // the program could not be started: error
    exited,      // value: exit status
    signaled,    // value: signal; error: 1 if it dumped core
    stopped,     // value: the signal that stopped the program (job control)
    continued,
};

enum class Step : std::uint32_t {
    arguments,
    dumpable,
    parent_death,
    capabilities,
    no_new_privileges,
    landlock,
    limits,
    directory,
    fork,
    descriptors,
    process_group,
    signals,
    seccomp,
    listener,
    gate,
};

enum class DescriptorKind : std::uint32_t { seccomp_listener, gate };

struct Report {
    ReportKind kind;
    std::uint32_t value;
    std::int32_t error;
};

enum class OrderKind : std::uint32_t {
    go,          // answers `descriptor`: the supervisor has it, go on
    signal,      // value: send this signal to the program's process group; one that is stopped needs SIGCONT as well
    foreground,  // give the terminal to the program's process group if there is one, then continue it
};

struct Order {
    OrderKind kind;
    std::uint32_t value;
};

}  // namespace postern::sandbox::init
