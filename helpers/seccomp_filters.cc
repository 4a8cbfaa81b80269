#include "seccomp_filters.h"

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include <linux/fs.h>
#include <linux/fscrypt.h>
#include <linux/fsverity.h>
#include <linux/netlink.h>
#include <linux/personality.h>

namespace postern::init {
namespace {

using Kind = ArgumentTest::Kind;

constexpr std::uint32_t kLowerHalf = 0xffffffff;
constexpr std::uint32_t kSocketType = 0xf;  // the other bits of that argument are flags

ArgumentTest is(unsigned argument, std::vector<std::uint32_t> values) {
    return {argument, Kind::one_of, kLowerHalf, std::move(values)};
}
ArgumentTest is_not(unsigned argument, std::vector<std::uint32_t> values) {
    return {argument, Kind::all_none_of, kLowerHalf, std::move(values)};
}
ArgumentTest type_is_not(unsigned argument, std::vector<std::uint32_t> values) {
    return {argument, Kind::none_of, kSocketType, std::move(values)};
}
ArgumentTest has(unsigned argument, std::uint32_t bits) {
    return {argument, Kind::any_bit, bits};
}
ArgumentTest block_but(unsigned argument, std::uint32_t block, std::vector<std::uint32_t> values) {
    for (std::uint32_t& value : values) value &= 0xffff;
    return {argument, Kind::block_but, block, std::move(values)};
}
ArgumentTest has_more_than(unsigned argument, std::uint32_t bits) {
    return {argument, Kind::beyond, bits};
}

// CLONE_NEWTIME is not included: clone cannot make time namespaces, and uses the bit for the number of a signal.
constexpr std::uint32_t kCloneNew =
    CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET;
constexpr std::uint32_t kCloneNewTime = 0x80;

constexpr std::uint32_t kPersonality = std::uint32_t{PER_LINUX32} | std::uint32_t{ADDR_NO_RANDOMIZE};

constexpr std::uint32_t kConsoleKeyboard = 0x4b00;  // requests of <linux/kd.h>
constexpr std::uint32_t kConsoleScreens = 0x5600;   // requests of <linux/vt.h>
constexpr std::uint32_t kTerminal = 0x5400;         // requests of <asm/ioctls.h>

// Requests to a terminal that programs need, for the one they share with a person and for those they make themselves.
// They ask, or change what Postern puts back after the run: modes and the foreground. Refused are all others: they type
// for the person, lock the terminal, change its driver, or are for modems and consoles. Only the lower 16 bits count.
constexpr std::uint32_t kTerminalRequests[] = {
    TCGETS,     TCSETS,     TCSETSW,  TCSETSF,   TCGETA,    TCSETA,    TCSETAW,  TCSETAF,  // modes
    TCSBRK,     TCXONC,     TCFLSH,   TIOCSCTTY, TIOCGPGRP, TIOCSPGRP, TIOCOUTQ,           // draining, job control
    TIOCGWINSZ, TIOCSWINSZ, FIONREAD, TIOCPKT,   FIONBIO,   TIOCNOTTY, TIOCGETD, TCSBRKP,  // size, descriptors
    TIOCGSID,   0x542a,     0x542b,   0x542c,    0x542d,    0x5430,    0x5431,             // TCGETS2 …, TIOCGPTN
    0x5432,     0x5436,     0x5438,   0x5439,    0x5440,    0x5441,                        // TIOCGDEV … TIOCGPTPEER
    FIONCLEX,   FIOCLEX,    FIOASYNC, FIOQSIZE,
};

// The kernel reads the mode of open only if the call may make a file, with a name or without.
constexpr std::uint32_t kMakesFile = O_CREAT | (O_TMPFILE & ~O_DIRECTORY);

// Set-id files are refused, because outside the sandbox they run with the rights of their owner for every user.
constexpr const char* kSetId = "makes a file that runs with its owner's rights for every user";

std::vector<Row> set_id() {
    constexpr std::uint32_t kUser = S_ISUID, kBoth = S_ISUID | S_ISGID;
    return {
        {"chmod", EPERM, kSetId, {has(1, kUser)}},
        {"fchmod", EPERM, kSetId, {has(1, kUser)}},
        {"fchmodat", EPERM, kSetId, {has(2, kUser)}},
        {"fchmodat2", EPERM, kSetId, {has(2, kUser)}, 452},
        {"mkdir", EPERM, kSetId, {has(1, kUser)}},
        {"mkdirat", EPERM, kSetId, {has(2, kUser)}},
        {"mknod", EPERM, kSetId, {has(1, kBoth)}},
        {"mknodat", EPERM, kSetId, {has(2, kBoth)}},
        {"creat", EPERM, kSetId, {has(1, kBoth)}},
        {"open", EPERM, kSetId, {has(1, kMakesFile), has(2, kBoth)}},
        {"openat", EPERM, kSetId, {has(2, kMakesFile), has(3, kBoth)}},
        {"openat2", ENOSYS, "its mode lies in memory, where a filter cannot look; programs fall back to openat"},
    };
}

// Set-group-id on a directory is only how a shared directory hands on its group: git sets it with core.sharedRepository.
// A filter cannot see whether a path is a directory, so `error` is kNotify where Postern answers.
std::vector<Row> set_group_id(int error) {
    constexpr std::uint32_t kGroup = S_ISGID;
    return {
        {"chmod", error, kSetId, {has(1, kGroup)}},
        {"fchmod", error, kSetId, {has(1, kGroup)}},
        {"fchmodat", error, kSetId, {has(2, kGroup)}},
        {"fchmodat2", error, kSetId, {has(2, kGroup)}, 452},
    };
}

std::vector<Row> operator+(std::vector<Row> rows, std::vector<Row> more) {
    for (Row& row : more) rows.push_back(std::move(row));
    return rows;
}

// Calls that are deliberately not in the table:
// - adjtimex, clock_adjtime: reading is harmless and usual, and a filter cannot see whether they write. Writing needs a
//   capability.
// - name_to_handle_at: a handle is only a name; opening by handle is refused.
// - process_madvise, process_mrelease: allocators use the first on their own process; the kernel protects others.
// - seccomp, landlock_*: a program may confine itself further.
// - memfd_secret, memfd_create: the memory belongs to the program.
// - statmount, listmount: tell the same as /proc/self/mountinfo.
std::vector<Row> base() {
    return {
        // Mounts protect files. Without capabilities all of these fail anyway, but the filter does not rely on that.
        {"mount", EPERM, "changes mounts"},
        {"umount2", EPERM, "changes mounts"},
        {"pivot_root", EPERM, "changes mounts"},
        {"open_tree", EPERM, "changes mounts"},
        {"open_tree_attr", EPERM, "changes mounts", {}, 467},
        {"move_mount", EPERM, "changes mounts"},
        {"fsopen", EPERM, "changes mounts"},
        {"fsconfig", EPERM, "changes mounts"},
        {"fsmount", EPERM, "changes mounts"},
        {"fspick", EPERM, "changes mounts"},
        {"mount_setattr", EPERM, "changes mounts"},
        {"chroot", EPERM, "another root makes path rules mean something else"},
        {"setns", EPERM, "enters other namespaces"},

        // Access to other processes.
        {"pidfd_getfd", EPERM, "takes descriptors from other processes"},
        {"kcmp", EPERM, "tells about the kernel's view of other processes"},

        // The user's keys are not namespaced.
        {"keyctl", EPERM, "the user's keyrings lie outside the sandbox"},
        {"add_key", EPERM, "the user's keyrings lie outside the sandbox"},
        {"request_key", EPERM, "the user's keyrings lie outside the sandbox"},

        // Large parts of the kernel that ordinary commands do not need.
        {"bpf", EPERM, "programs in the kernel"},
        {"perf_event_open", EPERM, "watches the kernel and other processes"},
        {"userfaultfd", EPERM, "stops the kernel in the middle of a copy; a tool for exploits"},
        {"io_uring_setup", ENOSYS, "makes calls that no filter sees; programs fall back to plain calls"},
        {"io_uring_enter", ENOSYS, "makes calls that no filter sees"},
        {"io_uring_register", ENOSYS, "makes calls that no filter sees"},
        {"open_by_handle_at", EPERM, "opens files past every directory"},
        {"modify_ldt", EPERM, "only old 16-bit and 32-bit programs need it"},
        {"personality",
         EPERM,
         "loosens memory protection; 32-bit names and fixed addresses are let through",
         {has_more_than(0, kPersonality)}},

        // The machine as a whole.
        {"kexec_load", EPERM, "replaces the kernel"},
        {"kexec_file_load", EPERM, "replaces the kernel"},
        {"init_module", EPERM, "loads code into the kernel"},
        {"finit_module", EPERM, "loads code into the kernel"},
        {"delete_module", EPERM, "unloads code from the kernel"},
        {"swapon", EPERM, "administers the machine"},
        {"swapoff", EPERM, "administers the machine"},
        {"reboot", EPERM, "administers the machine"},
        {"settimeofday", EPERM, "administers the machine"},
        {"clock_settime", EPERM, "administers the machine"},
        {"acct", EPERM, "administers the machine"},
        {"quotactl", EPERM, "administers the machine"},
        {"quotactl_fd", EPERM, "administers the machine"},
        {"syslog", EPERM, "reads the kernel's messages, with addresses in them"},
        {"vhangup", EPERM, "hangs up the terminal of others"},
        {"iopl", EPERM, "touches hardware"},
        {"ioperm", EPERM, "touches hardware"},
        {"lsm_get_self_attr", EPERM, "security modules are none of the command's business", {}, 459},
        {"lsm_set_self_attr", EPERM, "security modules are none of the command's business", {}, 460},
        {"lsm_list_modules", EPERM, "security modules are none of the command's business", {}, 461},

        // Obsolete calls get the answer of a kernel that no longer has them.
        {"uselib", ENOSYS, "obsolete"},
        {"ustat", ENOSYS, "obsolete"},
        {"sysfs", ENOSYS, "obsolete"},
        {"_sysctl", ENOSYS, "obsolete"},
        {"create_module", ENOSYS, "obsolete"},
        {"get_kernel_syms", ENOSYS, "obsolete"},
        {"query_module", ENOSYS, "obsolete"},
        {"nfsservctl", ENOSYS, "obsolete"},
        {"lookup_dcookie", ENOSYS, "obsolete"},
        {"afs_syscall", ENOSYS, "obsolete"},
        {"tuxcall", ENOSYS, "obsolete"},
        {"vserver", ENOSYS, "obsolete"},
        {"security", ENOSYS, "obsolete"},
        {"getpmsg", ENOSYS, "obsolete"},
        {"putpmsg", ENOSYS, "obsolete"},
        {"epoll_ctl_old", ENOSYS, "obsolete"},
        {"epoll_wait_old", ENOSYS, "obsolete"},

        // The terminal is shared with the person outside.
        {"ioctl",
         EPERM,
         "types for the person (TIOCSTI), locks the terminal (TIOCEXCL), or changes its driver (TIOCSETD)",
         {block_but(1, kTerminal, {std::begin(kTerminalRequests), std::end(kTerminalRequests)})}},
        {"ioctl", EPERM, "stops the output of the terminal, also for others", {is(1, {TCXONC}), is_not(2, {1, 3})}},
        {"ioctl", EPERM, "changes keyboard and font of the console", {block_but(1, kConsoleKeyboard, {})}},
        {"ioctl", EPERM, "switches consoles", {block_but(1, kConsoleScreens, {})}},

        // Sockets: allows the three families that programs use, and netlink questions about interfaces and routes.
        {"socket",
         EAFNOSUPPORT,
         "leaves the sandbox or opens little-used parts of the kernel",
         {is_not(0, {AF_UNIX, AF_INET, AF_INET6, AF_NETLINK})}},
        {"socket",
         EPERM,
         "talks to parts of the kernel other than routing",
         {is(0, {AF_NETLINK}), is_not(2, {NETLINK_ROUTE})}},
        {"socket",
         EPERM,
         "raw packets, and protocols ordinary commands do not use",
         {is(0, {AF_INET, AF_INET6}), type_is_not(1, {SOCK_STREAM, SOCK_DGRAM})}},
        {"socketpair", EAFNOSUPPORT, "only unix sockets come in pairs", {is_not(0, {AF_UNIX})}},
    };
}

std::vector<Row> namespaces() {
    return {
        {"unshare",
         EPERM,
         "new namespaces bring capabilities, and with them much more of the kernel",
         {has(0, kCloneNew | kCloneNewTime)}},
        {"clone", EPERM, "new namespaces", {has(0, kCloneNew)}},
        {"clone3", ENOSYS, "its flags lie in memory, where a filter cannot look; the C library falls back to clone"},
    };
}

// Refused without namespaces, where these calls reach what belongs to other programs of the same user. Landlock knows
// nothing of them.
std::vector<Row> without_namespaces() {
    constexpr const char* kNetwork = "there is no network namespace that could be empty";
    constexpr const char* kShared = "the user's other programs share it";
    constexpr const char* kOthers = "changes other processes of the user";
    constexpr const char* kAttributes = "changes files wherever they are; Landlock does not cover it";
    std::vector<Row> rows{
        {"socket", EACCES, kNetwork, {is_not(0, {AF_UNIX})}}, {"prlimit64", EPERM, kOthers, {is_not(0, {0})}},
        {"setpriority", EPERM, kOthers, {is_not(1, {0})}},    {"setpriority", EPERM, kOthers, {is(0, {PRIO_USER})}},
        {"ioprio_set", EPERM, kOthers, {is_not(1, {0})}},
    };
    for (const char* call : {"shmget", "shmat", "shmctl", "semget", "semop", "semtimedop", "semctl", "msgget", "msgsnd",
                             "msgrcv", "msgctl", "mq_open", "mq_unlink"}) {
        rows.push_back({call, EACCES, kShared});
    }
    for (const char* call : {"sched_setaffinity", "sched_setattr", "sched_setparam", "sched_setscheduler"}) {
        rows.push_back({call, EPERM, kOthers, {is_not(0, {0})}});
    }
    for (const char* call : {"chown", "fchown", "lchown", "fchownat"}) rows.push_back({call, EPERM, kAttributes});
    for (const char* call : {"setxattr", "lsetxattr", "fsetxattr", "removexattr", "lremovexattr", "fremovexattr"}) {
        rows.push_back({call, EOPNOTSUPP, kAttributes});
    }
    rows.push_back({"ioctl",
                    ENOTTY,
                    kAttributes,
                    {is(1, {FS_IOC_SETFLAGS, FS_IOC_FSSETXATTR, FS_IOC_ENABLE_VERITY, FS_IOC_SET_ENCRYPTION_POLICY})}});
    rows.push_back({"setxattrat", EOPNOTSUPP, kAttributes, {}, 463});
    rows.push_back({"removexattrat", EOPNOTSUPP, kAttributes, {}, 466});
    return rows;
}

// Hands over every change of a mode. Landlock does not cover it, so that Postern makes it below the writable roots only.
std::vector<Row> modes() {
    constexpr const char* kReason = "modes are changed below the writable roots only";
    return {
        {"chmod", kNotify, kReason},
        {"fchmod", kNotify, kReason},
        {"fchmodat", kNotify, kReason},
        {"fchmodat2", kNotify, kReason, {}, 452},
    };
}

// A datagram socket can send to any address, even if it is half of a pair.
constexpr const char* kPairReason = "a datagram socket reaches every socket, even from a pair";

// Debuggers and leak checkers trace the command's own processes. That is safe: a filter looks at a call after a tracer
// has changed it (Linux 4.8), processes outside cannot be seen, and postern-init cannot be traced. But where every start
// of a program is compared by a tracer of Postern's, there can be no other one.
std::vector<Row> tracing() {
    return {
        {"ptrace", EPERM, "postern traces the programs that are started"},
        {"process_vm_readv", EPERM, "reads other processes"},
        {"process_vm_writev", EPERM, "writes into other processes"},
    };
}

std::vector<Row> unix_closed() {
    return {
        {"socket", EPERM, "services on unix sockets act outside the sandbox", {is(0, {AF_UNIX})}},
        {"socketpair", EPERM, kPairReason, {type_is_not(1, {SOCK_STREAM, SOCK_SEQPACKET})}},
    };
}

// bind stays allowed: its address family is in memory, which a filter cannot read, and a socket bound inside connects
// to nothing by itself.
std::vector<Row> connect() {
    return {
        {"socket",
         EPERM,
         "a datagram socket reaches every socket without connecting",
         {is(0, {AF_UNIX}), type_is_not(1, {SOCK_STREAM, SOCK_SEQPACKET})}},
        {"socketpair", EPERM, kPairReason, {type_is_not(1, {SOCK_STREAM, SOCK_SEQPACKET})}},
        {"connect", kNotify, "the supervisor looks at the address"},
    };
}

std::vector<Row> exec() {
    return {
        {"execve", kNotify, "rules hold for every program that is started"},
        {"execveat", kNotify, "rules hold for every program that is started"},
    };
}

// Hands over calls that may create a file, the one by which git removes a file before it makes another, and others that
// a read-only mount may refuse, so that the end of the run can say why. Programs that remove whole trees use unlinkat with
// a directory, which is let through.
std::vector<Row> create() {
    constexpr const char* kReason = "protected files may not come into being";
    constexpr const char* kTold = "a command learns why a write was refused";
    constexpr std::uint32_t kWrites = O_CREAT | O_WRONLY | O_RDWR | O_TRUNC;
    std::vector<Row> rows{
        {"open", kNotify, kReason, {has(1, kWrites)}},
        {"openat", kNotify, kReason, {has(2, kWrites)}},
        {"unlink", kNotify, "git changes all files of a command or none"},
        {"unlinkat",
         kNotify,
         "git changes all files of a command or none",
         {is(0, {static_cast<std::uint32_t>(AT_FDCWD)})}},
        {"rmdir", kNotify, kTold},
        {"truncate", kNotify, kTold},
        {"chmod", kNotify, kTold},
        {"fchmodat", kNotify, kTold},
    };
    for (const char* call : {"creat", "mkdir", "mkdirat", "mknod", "mknodat", "rename", "renameat", "renameat2", "link",
                             "linkat", "symlink", "symlinkat"}) {
        rows.push_back({call, kNotify, kReason});
    }
    return rows;
}

// Hands over removals. Only for a sandbox with links that must stay, because removing files is frequent. Comes with the
// calls above, which have the other one.
std::vector<Row> remove() {
    return {{"unlinkat", kNotify, "links to protected files must stay"}};
}

struct Part {
    const char* name;
    std::vector<Row> rows;
};

// Adds rows, except for calls that are handed over already whatever their arguments are.
void add_missing(std::vector<Row>& rows, const std::vector<Row>& more) {
    const auto is_there = [had = rows](const Row& row) {
        return std::ranges::any_of(
            had, [&](const Row& other) { return std::string_view(other.call) == row.call && other.when.empty(); });
    };
    std::ranges::remove_copy_if(more, std::back_inserter(rows), is_there);
}

// Adds a filter for every combination of calls that Postern answers, each with the calls of `always`. One filter must
// contain all of them, because a process can have only one listener.
void add_guards(const std::vector<Part>& always, const std::vector<Part>& parts, std::vector<Filter>& filters) {
    for (unsigned chosen = always.empty() ? 1 : 0; chosen < 1U << parts.size(); ++chosen) {
        Filter filter;
        const auto take = [&filter](const Part& part) {
            filter.name += (filter.name.empty() ? "" : "+") + std::string(part.name);
            add_missing(filter.rows, part.rows);
        };
        for (const Part& part : always) take(part);
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if ((chosen & 1U << i) != 0) take(parts[i]);
        }
        filters.push_back(std::move(filter));
    }
}

}  // namespace

const std::vector<Filter>& filters() {
    static const std::vector<Filter> all = [] {
        std::vector<Filter> out{{"base", base() + set_id()},  {"set-group-id", set_group_id(EPERM)},
                                {"namespaces", namespaces()}, {"without-namespaces", without_namespaces()},
                                {"tracing", tracing()},       {"unix-closed", unix_closed()}};
        const Part create_part{"create", create()};
        Part with_groups = create_part;
        add_missing(with_groups.rows, set_group_id(kNotify));
        add_guards({}, {{"exec", exec()}, with_groups, {"remove", remove()}, {"connect", connect()}}, out);
        // Without namespaces all modes are handed over, and unix sockets are closed or open altogether.
        add_guards({{"modes", modes()}}, {{"exec", exec()}, create_part, {"remove", remove()}}, out);
        return out;
    }();
    return all;
}

}  // namespace postern::init
