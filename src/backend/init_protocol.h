// Protocol between Postern and postern-init. Both sides are built together, so packets are structs as they lie in
// memory.
//
// postern-init is the first process inside the sandbox (pid 1). It holds one end of a SOCK_SEQPACKET pair and Postern
// holds the other. Every packet is one of the structs below. Descriptors that must leave the sandbox (the
// seccomp listener, sockets of its network) travel with a `ReportKind::descriptors` packet as SCM_RIGHTS.
//
//     postern-init --control FD --exec FD [--journal FD] [--filter NAME]… [--write PATH]… [--limit NAME=NUMBER]… [--cwd DIR]
//                  [--gate] [--names] [--foreground] [--abstract-sockets] [--without-namespaces [--read PATH]…]
//                  -- PROGRAM ARG…
//
// --control: the descriptor of postern-init's end of the pair.
// --exec: the descriptor of postern-init's own program, which it closes.
// --journal: the descriptor of a file that gets base/end_mark.h appended when every process inside is gone.
// --filter: namespaces, unix-closed, and one of exec, create and connect or several joined by `+`. `base` is implied.
// --write: a writable path; absolute, existing, not a symbolic link.
// --limit: as, core, cpu, fsize, nofile, nproc.
// --gate: hands out sockets of the sandbox's own network, on which Postern listens.
// --names: hands out a socket of that network, on which Postern answers questions about names.
// --without-namespaces: bwrap did not start postern-init. Landlock does what it can of the namespaces' work.
// --read: with that, a path that can be read; absolute.
// --abstract-sockets: sockets outside the sandbox may be reached, if they are in the same network namespace.
//
// A run is [descriptors, answered by `go`]…, ready, [stopped, continued, frozen]…, [lingering, answered by `end`], and one
// last packet: setup, exec, exited or signaled. When the last packet arrives, no process is left inside except postern-init itself (if it is pid
// 1). Without `ready` the program never ran, even if the last packet is signaled. When Postern's end is closed, or its
// parent dies, postern-init kills everything inside.
#pragma once

#include <cstdint>

namespace postern::backend::init {

enum class ReportKind : std::uint32_t {
    ready,        // all restrictions are in force and the program is about to start. Nothing ran before this time:
                  // value is in seconds since 1970, error in nanoseconds, from CLOCK_REALTIME_COARSE.
    descriptors,  // in the ancillary data; value: Handed
    setup,        // a step failed, and nothing ran; value: the Step; error: its errno
    exec,         // the program could not be started; error: errno
    exited,       // value: exit status
    signaled,     // value: signal; error: 1 if it dumped core
    stopped,      // value: the signal that stopped the program (job control)
    continued,
    frozen,     // answers `freeze`: all were told to stop. value: the order's number
    lingering,  // the program has ended, and others have not in the time they had; answered by `end`
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
    processes,
};

enum class Handed : std::uint32_t {
    seccomp_listener,
    // kGateStreams sockets for TCP and then one for UDP. They are not bound: Postern binds them. Its user owns
    // the sandbox's user namespace, so it may also bind ports below 1024.
    gate,
    names,  // one socket for UDP, not bound either
};
inline constexpr std::uint32_t kGateStreams = 3;
inline constexpr std::uint32_t kMostHanded = kGateStreams + 1;

struct Report {
    ReportKind kind;
    std::uint32_t value;
    std::int32_t error;
};

enum class OrderKind : std::uint32_t {
    go,          // answers `descriptors`: Postern has them
    signal,      // value: the signal to send to the program's process group; a stopped group needs SIGCONT as well
    foreground,  // give the terminal, if there is one, to the program's process group, then continue the group
    freeze,      // stop every process inside, so that none writes over a question; value: a number for the answer
    thaw,        // continue every process inside, also one that had stopped before
    end,         // answers `lingering`: kill them
};

struct Order {
    OrderKind kind;
    std::uint32_t value;
};

}  // namespace postern::backend::init
