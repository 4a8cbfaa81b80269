// Compares the programs in postern-init with the tables from which they were made, and with calls listed here.
#include "seccomp_filters.h"

#include "bpf_machine.h"
#include "seccomp_programs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <set>
#include <string>
#include <string_view>

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#include <linux/audit.h>
#include <seccomp.h>

namespace postern::init {
namespace {

using Arguments = std::array<std::uint64_t, 6>;

#if defined(__x86_64__)
constexpr std::uint32_t kNative = AUDIT_ARCH_X86_64;
constexpr std::uint32_t kForeign = AUDIT_ARCH_I386;
#elif defined(__aarch64__)
constexpr std::uint32_t kNative = AUDIT_ARCH_AARCH64;
constexpr std::uint32_t kForeign = AUDIT_ARCH_ARM;
#else
#error "write down the architecture's number, and that of its 32-bit sibling"
#endif

constexpr std::uint64_t kGarbage[] = {0, 1ULL << 32, 0xffffffffULL << 32, 0x8000000000000000ULL};

const Program& program(std::string_view name) {
    for (const Program& each : kPrograms) {
        if (each.name == name) return each;
    }
    ADD_FAILURE() << "no program " << name;
    return kPrograms[0];
}

std::uint32_t ask(const Program& which, int number, const Arguments& arguments, std::uint32_t architecture = kNative) {
    seccomp_data call{};
    call.nr = number;
    call.arch = architecture;
    std::copy(arguments.begin(), arguments.end(), call.args);
    const auto answer = evaluate({which.code, which.length}, call);
    EXPECT_TRUE(answer.has_value()) << which.name << ": not a program the kernel would take";
    return answer.value_or(SECCOMP_RET_KILL_PROCESS);
}

std::uint32_t answer_of(int error) {
    return error == kNotify ? SECCOMP_RET_USER_NOTIF : SECCOMP_RET_ERRNO | static_cast<std::uint32_t>(error);
}

int number_of(const Row& row) {
    const int number = seccomp_syscall_resolve_name(row.call);
    return number == __NR_SCMP_ERROR ? row.number : number;
}

// Implements the comments beside ArgumentTest::Kind a second time, without libseccomp.
bool holds(const ArgumentTest& test, std::uint64_t argument) {
    const auto lower = static_cast<std::uint32_t>(argument);
    const auto in = [&](std::uint64_t value) {
        return std::any_of(test.values.begin(), test.values.end(), [&](std::uint32_t v) { return v == value; });
    };
    switch (test.kind) {
        case ArgumentTest::Kind::one_of: return in(lower & test.mask);
        case ArgumentTest::Kind::none_of: return !in(lower & test.mask);
        case ArgumentTest::Kind::all_none_of: return !in(argument);
        case ArgumentTest::Kind::any_bit: return (lower & test.mask) != 0;
        case ArgumentTest::Kind::beyond: return lower != 0xffffffff && (lower & ~test.mask) != 0;
        case ArgumentTest::Kind::block_but: return (lower & 0xff00) == test.mask && !in(lower & 0xffff);
    }
    return false;
}

std::vector<const Row*> rows_of(const Filter& filter, int number) {
    std::vector<const Row*> rows;
    for (const Row& row : filter.rows) {
        if (number_of(row) == number) rows.push_back(&row);
    }
    return rows;
}

// Tells whether the answer agrees with the rows. If two rows refuse a call, the answer of either is right.
bool as_written(const std::vector<const Row*>& rows, const Arguments& arguments, std::uint32_t answer) {
    bool refused = false;
    for (const Row* row : rows) {
        const bool hit = std::all_of(row->when.begin(), row->when.end(),
                                     [&](const ArgumentTest& test) { return holds(test, arguments[test.argument]); });
        if (hit && answer == answer_of(row->error)) return true;
        refused = refused || hit;
    }
    return !refused && answer == SECCOMP_RET_ALLOW;
}

// Returns values on both sides of every test, each bit alone and each bit missing, with and without an upper half.
std::vector<std::uint64_t> interesting(const std::vector<const Row*>& rows, unsigned argument) {
    std::set<std::uint32_t> lower{0, 1, 2, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff};
    bool tested = false;
    for (const Row* row : rows) {
        for (const ArgumentTest& test : row->when) {
            if (test.argument != argument) continue;
            tested = true;
            for (const std::uint32_t value : test.values) lower.insert({value, value + 1, value - 1, value | 0x80000});
            lower.insert({test.mask, ~test.mask});
        }
    }
    if (!tested) return {0, ~0ULL};
    for (std::uint32_t value = 0; value < 48; ++value) lower.insert(value);
    for (unsigned bit = 0; bit < 32; ++bit) lower.insert({1U << bit, ~(1U << bit)});
    std::vector<std::uint64_t> values;
    for (const std::uint32_t value : lower) {
        for (const std::uint64_t garbage : kGarbage) values.push_back(value | garbage);
    }
    return values;
}

// Tries all combinations of interesting values of the first four arguments, and names the first few wrong answers.
void check_call(const Program& code, const std::vector<const Row*>& rows, int number) {
    std::array<std::vector<std::uint64_t>, 4> values;
    std::size_t tested = 0;
    for (unsigned i = 0; i < values.size(); ++i) {
        values[i] = interesting(rows, i);
        if (values[i].size() > 2) ++tested;
    }
    // No row tests three arguments together, so a few values of the last suffice for each two of the others.
    const std::size_t stride = tested > 2 ? 97 : 1;
    int wrong = 0;
    std::size_t start = 0;
    for (const std::uint64_t a : values[0]) {
        for (const std::uint64_t b : values[1]) {
            for (std::size_t i = start++ % std::min(stride, values[2].size()); i < values[2].size(); i += stride) {
                for (const std::uint64_t d : values[3]) {
                    const Arguments arguments{a, b, values[2][i], d, 0, 0};
                    const std::uint32_t answer = ask(code, number, arguments);
                    if (as_written(rows, arguments, answer) || ++wrong > 5) continue;
                    ADD_FAILURE() << code.name << ": call " << number << std::hex << "(0x" << a << ", 0x" << b << ", 0x"
                                  << values[2][i] << ", 0x" << d << "): 0x" << answer;
                }
            }
        }
    }
    EXPECT_EQ(wrong, 0) << code.name << ": call " << number;
}

TEST(SeccompPrograms, AnswerAsTheirTablesSay) {
    for (const Filter& filter : filters()) {
        std::set<int> numbers;
        for (const Row& row : filter.rows) numbers.insert(number_of(row));
        for (const int number : numbers) {
            if (number >= 0) check_call(program(filter.name), rows_of(filter, number), number);  // < 0: no such call
        }
    }
}

TEST(SeccompPrograms, AllowWhatNoRowNames) {
    for (const Filter& filter : filters()) {
        std::set<int> named;
        for (const Row& row : filter.rows) named.insert(number_of(row));
        for (int number = -1; number < 600; ++number) {
            if (named.contains(number)) continue;
            for (const std::uint64_t fill : {0ULL, ~0ULL}) {
                EXPECT_EQ(ask(program(filter.name), number, {fill, fill, fill, fill, fill, fill}), SECCOMP_RET_ALLOW)
                    << filter.name << " " << number;
            }
        }
    }
}

TEST(SeccompPrograms, KillCallsOfOtherAbis) {
    for (const Program& each : kPrograms) {
        for (int number = 0; number < 600; ++number) {
            EXPECT_EQ(ask(each, number, {}, kForeign), SECCOMP_RET_KILL_PROCESS) << each.name << " " << number;
            EXPECT_EQ(ask(each, number, {}, 0), SECCOMP_RET_KILL_PROCESS) << each.name << " " << number;
#if defined(__x86_64__)
            EXPECT_EQ(ask(each, number | 0x40000000, {}), SECCOMP_RET_KILL_PROCESS) << each.name << " x32 " << number;
#endif
        }
    }
}

TEST(SeccompPrograms, ThoseThatAreAnsweredHaveAListener) {
    for (const Program& each : kPrograms) {
        const std::string_view name = each.name;
        EXPECT_EQ(each.listener, name.starts_with("exec") || name.starts_with("create") || name.starts_with("remove") ||
                                     name.starts_with("modes") || name == "connect")
            << name;
    }
}

// Listed by hand and not derived from the tables, so that a wrong row fails here.
TEST(SeccompPrograms, AnswerCallsAsTheyAreMade) {
    struct Case {
        const char* filter;
        int number;
        Arguments arguments;
        int error;  // 0: allowed
    };
    constexpr std::uint64_t kHigh = 0xdeadbeefULL << 32;
    const Case cases[] = {
        {"base", SYS_mount, {}, EPERM},
        {"base", SYS_setns, {}, EPERM},
        {"base", SYS_ptrace, {}, 0},
        {"tracing", SYS_ptrace, {}, EPERM},
        {"tracing", SYS_process_vm_writev, {}, EPERM},
        {"base", SYS_bpf, {}, EPERM},
        {"base", SYS_keyctl, {}, EPERM},
        {"base", SYS_io_uring_setup, {}, ENOSYS},
        {"base", SYS_seccomp, {}, 0},
        {"base", SYS_unshare, {CLONE_NEWUSER}, 0},
        {"base", SYS_clone3, {}, 0},
        {"base", SYS_ioctl, {0, 0x5412}, EPERM},
        {"base", SYS_ioctl, {0, 0x5412 | kHigh}, EPERM},
        {"base", SYS_ioctl, {0, 0x541c}, EPERM},
        {"base", SYS_ioctl, {0, 0x541c | kHigh}, EPERM},
        {"base", SYS_ioctl, {0, 0x540c}, EPERM},  // TIOCEXCL
        {"base", SYS_ioctl, {0, 0x540d}, EPERM},  // TIOCNXCL
        {"base", SYS_ioctl, {0, 0x5423}, EPERM},  // TIOCSETD
        {"base", SYS_ioctl, {0, 0x5423 | kHigh}, EPERM},
        {"base", SYS_ioctl, {0, 0x5418}, EPERM},     // TIOCMSET
        {"base", SYS_ioctl, {0, 0x541d}, EPERM},     // TIOCCONS
        {"base", SYS_ioctl, {0, 0x5437}, EPERM},     // TIOCVHANGUP
        {"base", SYS_ioctl, {0, 0x5457}, EPERM},     // TIOCSLCKTRMIOS
        {"base", SYS_ioctl, {0, 0x540a, 0}, EPERM},  // TCXONC: stop
        {"base", SYS_ioctl, {0, 0x540a, 2}, EPERM},
        {"base", SYS_ioctl, {0, 0x540a, 1}, 0},   // go on
        {"base", SYS_ioctl, {0, 0x4b3a}, EPERM},  // KDSETMODE
        {"base", SYS_ioctl, {0, 0x5606}, EPERM},  // VT_ACTIVATE
        {"base", SYS_ioctl, {0, 0x802c542a}, 0},  // TCGETS2
        {"base", SYS_ioctl, {0, 0x80045430}, 0},  // TIOCGPTN
        {"base", SYS_ioctl, {0, 0x40045431}, 0},  // TIOCSPTLCK
        {"base", SYS_ioctl, {0, 0x5441}, 0},      // TIOCGPTPEER
        {"base", SYS_ioctl, {0, 0x5421}, 0},      // FIONBIO
        {"base", SYS_ioctl, {0, 0x541b}, 0},      // FIONREAD
        {"base", SYS_ioctl, {0, 0x8901}, 0},      // of sockets
        {"base", SYS_ioctl, {0, 0x5410}, 0},      // TIOCSPGRP
        {"base", SYS_ioctl, {0, 0x5401}, 0},
        {"base", SYS_ioctl, {0, 0x5413}, 0},
        {"without-namespaces", SYS_socket, {AF_UNIX, SOCK_STREAM}, 0},
        {"without-namespaces", SYS_socket, {AF_INET, SOCK_STREAM}, EACCES},
        {"without-namespaces", SYS_socket, {AF_INET6 | kHigh, SOCK_DGRAM}, EACCES},
        {"without-namespaces", SYS_socket, {AF_NETLINK, SOCK_RAW}, EACCES},
        {"without-namespaces", SYS_shmget, {}, EACCES},
        {"without-namespaces", SYS_mq_open, {}, EACCES},
        {"without-namespaces", SYS_prlimit64, {0}, 0},
        {"without-namespaces", SYS_prlimit64, {7}, EPERM},
        {"without-namespaces", SYS_prlimit64, {7 | kHigh}, EPERM},
        {"without-namespaces", SYS_setpriority, {0, 0}, 0},
        {"without-namespaces", SYS_setpriority, {0, 7}, EPERM},
        {"without-namespaces", SYS_setpriority, {2, 0}, EPERM},  // all of the user's
        {"without-namespaces", SYS_setpriority, {2 | kHigh, 0}, EPERM},
        {"without-namespaces", SYS_sched_setaffinity, {0}, 0},
        {"without-namespaces", SYS_sched_setaffinity, {7}, EPERM},
        {"without-namespaces", SYS_fchownat, {}, EPERM},
        {"without-namespaces", SYS_fsetxattr, {}, EOPNOTSUPP},
        {"without-namespaces", SYS_fchmod, {}, 0},  // the listener's filter hands it over
        {"base", SYS_personality, {0}, 0},
        {"base", SYS_personality, {0xffffffff}, 0},
        {"base", SYS_personality, {~0ULL}, 0},
        {"base", SYS_personality, {8}, 0},
        {"base", SYS_personality, {0x0040000}, 0},
        {"base", SYS_personality, {0x0040008}, 0},
        {"base", SYS_personality, {0x0400000}, EPERM},
        {"base", SYS_personality, {0x0400000 | kHigh}, EPERM},
        {"base", SYS_personality, {0xfffffffe}, EPERM},
        {"base", SYS_personality, {0x80000000}, EPERM},
        {"base", SYS_socket, {AF_UNIX, SOCK_DGRAM}, 0},
        {"base", SYS_socket, {AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK}, 0},
        {"base", SYS_socket, {AF_INET6, SOCK_DGRAM}, 0},
        {"base", SYS_socket, {AF_INET, SOCK_RAW, 1}, EPERM},
        {"base", SYS_socket, {AF_INET | kHigh, SOCK_RAW, 1}, EPERM},
        {"base", SYS_socket, {AF_INET6, SOCK_RAW | SOCK_CLOEXEC | kHigh, 58}, EPERM},
        {"base", SYS_socket, {AF_INET, 10, 0}, EPERM},
        {"base", SYS_socket, {AF_NETLINK, SOCK_RAW, 0}, 0},
        {"base", SYS_socket, {AF_NETLINK, SOCK_RAW, 9}, EPERM},
        {"base", SYS_socket, {AF_NETLINK | kHigh, SOCK_RAW, 9}, EPERM},
        {"base", SYS_socket, {AF_NETLINK, SOCK_RAW, 1ULL << 32}, EPERM},
        {"base", SYS_socket, {AF_PACKET, SOCK_RAW}, EAFNOSUPPORT},
        {"base", SYS_socket, {40, SOCK_STREAM}, EAFNOSUPPORT},
        {"base", SYS_socket, {40 | kHigh, SOCK_STREAM}, EAFNOSUPPORT},
        {"base", SYS_socket, {38, SOCK_SEQPACKET}, EAFNOSUPPORT},
        {"base", SYS_socket, {0, SOCK_STREAM}, EAFNOSUPPORT},
        {"base", SYS_socket, {0xffffffff, SOCK_STREAM}, EAFNOSUPPORT},
        {"base", SYS_socketpair, {AF_UNIX, SOCK_DGRAM}, 0},
        {"base", SYS_socketpair, {30, SOCK_STREAM}, EAFNOSUPPORT},
        {"base", SYS_fchmod, {0, 04755}, EPERM},
        {"base", SYS_fchmod, {0, 04000 | kHigh}, EPERM},
        {"base", SYS_fchmod, {0, 02755}, 0},
        {"base", SYS_fchmod, {0, 0100755}, 0},
        {"base", SYS_fchmodat, {0, 0, 04711}, EPERM},
        {"base", 452, {0, 0, 04711}, EPERM},
        {"base", SYS_mknodat, {0, 0, 0100000 | 02755}, EPERM},
        {"base", SYS_mkdirat, {0, 0, 02775}, 0},
        {"base", SYS_openat, {0, 0, O_CREAT | O_WRONLY, 04755}, EPERM},
        {"base", SYS_openat, {0, 0, O_TMPFILE | O_WRONLY, 02755}, EPERM},
        {"base", SYS_openat, {0, 0, O_DIRECTORY, 04755}, 0},
        {"base", SYS_openat, {0, 0, O_CREAT, 0755}, 0},
        {"base", SYS_openat2, {}, ENOSYS},
        {"set-group-id", SYS_fchmod, {0, 02755}, EPERM},
        {"set-group-id", SYS_fchmod, {0, 0755}, 0},
        {"create", SYS_fchmodat, {0, 0, 02775}, kNotify},
        {"create", SYS_fchmodat, {0, 0, 0775}, kNotify},
        {"create", SYS_fchmod, {0, 02775}, kNotify},
        {"create", SYS_fchmod, {0, 0775}, 0},
        {"create", SYS_truncate, {}, kNotify},
        {"namespaces", SYS_unshare, {0x10000000}, EPERM},
        {"namespaces", SYS_unshare, {0x80}, EPERM},
        {"namespaces", SYS_unshare, {0x10000000 | kHigh}, EPERM},
        {"namespaces", SYS_unshare, {0x400}, 0},
        {"namespaces", SYS_clone, {0x10000011}, EPERM},
        {"namespaces", SYS_clone, {0x20000011}, EPERM},
        {"namespaces", SYS_clone, {0x01200011}, 0},
        {"namespaces", SYS_clone, {0x003d0f00}, 0},
        {"namespaces", SYS_clone3, {}, ENOSYS},
        {"create", SYS_openat, {0, 0, O_RDONLY | O_CLOEXEC | O_DIRECTORY}, 0},
        {"create", SYS_openat, {0, 0, O_RDONLY | O_PATH | O_NOFOLLOW}, 0},
        {"create", SYS_openat, {0, 0, O_WRONLY}, kNotify},
        {"create", SYS_openat, {0, 0, O_RDWR}, kNotify},
        {"create", SYS_openat, {0, 0, O_RDONLY | O_TRUNC}, kNotify},
        {"create", SYS_openat, {0, 0, O_WRONLY | O_CREAT}, kNotify},
        {"create", SYS_openat, {0, 0, O_CREAT | kHigh}, kNotify},
        {"create", SYS_openat, {0, 0, kHigh}, 0},
        {"create", SYS_mkdirat, {}, kNotify},
        {"create", SYS_renameat2, {}, kNotify},
        {"create", SYS_symlinkat, {}, kNotify},
        {"create", SYS_linkat, {}, kNotify},
        {"create", SYS_unlinkat, {}, 0},
#ifdef SYS_unlink
        {"create", SYS_unlink, {}, kNotify},
        {"create", SYS_rmdir, {}, kNotify},
#endif
        {"create", SYS_unlinkat, {static_cast<std::uint32_t>(AT_FDCWD)}, kNotify},
        {"create", SYS_unlinkat, {static_cast<std::uint32_t>(AT_FDCWD), 0, AT_REMOVEDIR}, kNotify},
        {"create", SYS_execve, {}, 0},
        {"create+remove", SYS_unlinkat, {}, kNotify},
        {"create+remove", SYS_renameat2, {}, kNotify},
        {"exec+create", SYS_execve, {}, kNotify},
        {"exec+create+connect", SYS_connect, {}, kNotify},
        {"unix-closed", SYS_socket, {AF_UNIX, SOCK_STREAM}, EPERM},
        {"unix-closed", SYS_socket, {AF_UNIX | kHigh, SOCK_STREAM}, EPERM},
        {"unix-closed", SYS_socket, {AF_INET, SOCK_STREAM}, 0},
        {"unix-closed", SYS_socketpair, {AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC}, 0},
        {"unix-closed", SYS_socketpair, {AF_UNIX, SOCK_SEQPACKET}, 0},
        {"unix-closed", SYS_socketpair, {AF_UNIX, SOCK_DGRAM}, EPERM},
        {"unix-closed", SYS_socketpair, {AF_UNIX, SOCK_RAW | kHigh}, EPERM},
        {"unix-closed", SYS_connect, {}, 0},
        {"connect", SYS_socket, {AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC}, 0},
        {"connect", SYS_socket, {AF_UNIX, SOCK_DGRAM}, EPERM},
        {"connect", SYS_socket, {AF_UNIX | kHigh, SOCK_RAW}, EPERM},
        {"connect", SYS_socket, {AF_INET, SOCK_DGRAM}, 0},
        {"connect", SYS_socketpair, {AF_UNIX, SOCK_DGRAM}, EPERM},
        {"connect", SYS_connect, {}, kNotify},
        {"connect", SYS_bind, {}, 0},
    };
    for (const Case& c : cases) {
        EXPECT_EQ(ask(program(c.filter), c.number, c.arguments), c.error == 0 ? SECCOMP_RET_ALLOW : answer_of(c.error))
            << c.filter << ": call " << c.number << std::hex << "(0x" << c.arguments[0] << ", 0x" << c.arguments[1]
            << ", 0x" << c.arguments[2] << ")";
    }
}

}  // namespace
}  // namespace postern::init
