// What Postern and postern-init say to each other. Both sides are built together, so this is memory, not a file format.
//
// postern-init is the first process inside the sandbox (pid 1). It holds one end of a SOCK_SEQPACKET pair; the other end
// is the supervisor's. Every packet is one of the structs below. Descriptors that must leave the sandbox (the seccomp
// listener, sockets of its network) travel with a `ReportKind::descriptors` packet as SCM_RIGHTS.
//
//     postern-init --control FD --exec FD [--filter NAME]… [--write PATH]… [--limit NAME=NUMBER]… [--cwd DIR]
//                  [--gate] [--foreground] [--abstract-sockets] -- PROGRAM ARG…
//
// --exec is the descriptor of postern-init's own program, which it closes. --filter: namespaces, unix-closed, and one
// of exec, create and connect or several joined by `+`; `base` is always there. --write: absolute, existing, no symbolic link. --limit: as, core, cpu, fsize, nofile, nproc.
// --gate: hands out sockets of the sandbox's own network, for the supervisor to be reached by.
// --abstract-sockets: those outside the sandbox may be reached, if the network namespace lets them be seen.
//
// A run is [descriptors, answered by `go`]…, ready, [stopped, continued, frozen]…, and one last packet: setup, exec, exited or
// signaled. When the last packet comes, no process is left inside but postern-init itself (if it is pid 1). Without
// `ready` the program never ran, also if the last packet is signaled. When the supervisor's end is closed, everything
// inside is killed.
#pragma once

#include <cstdint>

namespace postern::backend::init {

enum class ReportKind : std::uint32_t {
    ready,        // every wall stands; the program is about to be started. Nothing ran before this time: value is
                  // seconds since 1970, error the nanoseconds, as CLOCK_REALTIME_COARSE has them.
    descriptors,  // in the ancillary data; value: Handed
    setup,        // a step failed: value is the Step, error its errno. Nothing ran.
    exec,         // the program could not be started: error
    exited,       // value: exit status
    signaled,     // value: signal; error: 1 if it dumped core
    stopped,      // value: the signal that stopped the program (job control)
    continued,
    frozen,  // answers `freeze`: all were told to stop. value: the order's number
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

enum class Handed : std::uint32_t {
    seccomp_listener,
    // kGateStreams sockets for TCP and then one for UDP. None is bound: whoever holds a socket can bind it, and the
    // supervisor's user owns the sandbox's user namespace, so he may also bind ports below 1024.
    gate,
};
inline constexpr std::uint32_t kGateStreams = 3;
inline constexpr std::uint32_t kMostHanded = kGateStreams + 1;

struct Report {
    ReportKind kind;
    std::uint32_t value;
    std::int32_t error;
};

enum class OrderKind : std::uint32_t {
    go,          // answers `descriptors`: the supervisor has them, go on
    signal,      // value: send this signal to the program's process group; one that is stopped needs SIGCONT as well
    foreground,  // give the terminal to the program's process group if there is one, then continue it
    freeze,      // stop every process inside, so that none writes over a question; value: a number for the answer
    thaw,        // continue every process inside, also one that had stopped before
};

struct Order {
    OrderKind kind;
    std::uint32_t value;
};

}  // namespace postern::backend::init
