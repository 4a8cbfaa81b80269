#include "steps.h"

#include <cerrno>
#include <csignal>
#include <cstdint>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <linux/landlock.h>
#include <linux/openat2.h>

namespace postern::init {
namespace {

// Missing in older kernel headers. The numbers are part of the kernel's interface.
constexpr std::uint64_t kTruncate = 1ULL << 14;             // ABI 3
constexpr std::uint64_t kDeviceRequests = 1ULL << 15;       // ABI 5
constexpr std::uint64_t kBindTcp = 1ULL << 0;               // ABI 4
constexpr std::uint64_t kConnectTcp = 1ULL << 1;            // ABI 4
constexpr std::uint64_t kScopeAbstractSockets = 1ULL << 0;  // ABI 6
constexpr std::uint64_t kScopeSignals = 1ULL << 1;          // ABI 6

struct RulesetAttributes {
    std::uint64_t filesystem;
    std::uint64_t network;  // ABI 4
    std::uint64_t scoped;   // ABI 6
};

// Device ioctls (ABI 5) are restricted only without namespaces. Terminals need them, and bwrap puts only harmless devices
// in /dev.
constexpr std::uint64_t kFileRights = LANDLOCK_ACCESS_FS_WRITE_FILE | kTruncate;
constexpr std::uint64_t kAllRights = kFileRights | LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE |
                                     LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR |
                                     LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SOCK |
                                     LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK |
                                     LANDLOCK_ACCESS_FS_MAKE_SYM | LANDLOCK_ACCESS_FS_REFER;

// ABI 1 is not used, because it refuses every move between directories, which breaks ordinary programs.
constexpr long kOldestUsable = 2;
// Without namespaces nothing else keeps signals inside.
constexpr long kOldestAlone = 6;

// Devices that can be used without namespaces, where /dev is that of the machine, with its disks. /dev/shm and /dev/pts are
// not among them: they hold the memory and the terminals of other programs.
constexpr const char* kDevices[] = {"/dev/null",    "/dev/zero", "/dev/full", "/dev/random",
                                    "/dev/urandom", "/dev/tty",  "/dev/ptmx"};
constexpr std::uint64_t kDeviceRights = LANDLOCK_ACCESS_FS_READ_FILE | kFileRights | kDeviceRequests;

std::uint64_t rights_of(long abi) {
    return abi < 3 ? kAllRights & ~kTruncate : kAllRights;
}

int allow(int ruleset, const char* path, std::uint64_t rights_on_directory, std::uint64_t rights_on_file) {
    // Follows no links: one that was put there at the last moment would make its target writable.
    open_how how{};
    how.flags = O_PATH | O_CLOEXEC | O_NOFOLLOW;
    how.resolve = RESOLVE_NO_SYMLINKS;
    const auto object = static_cast<int>(syscall(SYS_openat2, AT_FDCWD, path, &how, sizeof how));
    if (object < 0) return errno;  // not ENOSYS: the call is older than Landlock
    struct stat status {};
    int error = fstat(object, &status) == 0 ? 0 : errno;
    if (error == 0 && S_ISLNK(status.st_mode)) error = ELOOP;
    if (error == 0) {
        const std::uint64_t rights = S_ISDIR(status.st_mode) ? rights_on_directory : rights_on_file;
        landlock_path_beneath_attr rule{};
        rule.allowed_access = rights;
        rule.parent_fd = object;
        if (syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) != 0) error = errno;
    }
    (void)close(object);
    return error;
}

int allow_writing(const Arguments& arguments, int ruleset, std::uint64_t handled) {
    const std::uint64_t on_file = (kFileRights | LANDLOCK_ACCESS_FS_READ_FILE) & handled;
    char** at = arguments.options;
    while (const char* path = next_path(arguments, "--write", at)) {
        if (const int error = allow(ruleset, path, handled & ~kDeviceRequests, on_file); error != 0) return error;
    }
    return 0;
}

// Allows writing to the devices of a private /dev, and making none.
int allow_private_devices(int ruleset, std::uint64_t handled) {
    const int error = allow(ruleset, "/dev", kFileRights & handled, kFileRights & handled);
    return error == ENOENT ? 0 : error;  // no /dev: nothing to allow
}

// A path that is gone or became a link meanwhile stays unreadable.
bool is_harmless(int error) {
    return error == 0 || error == ENOENT || error == ENOTDIR || error == EACCES || error == ELOOP;
}

int allow_reading(const Arguments& arguments, int ruleset) {
    constexpr std::uint64_t kRead = LANDLOCK_ACCESS_FS_READ_FILE;
    char** at = arguments.options;
    while (const char* path = next_path(arguments, "--read", at)) {
        if (const int error = allow(ruleset, path, kRead, kRead); !is_harmless(error)) return error;
    }
    for (const char* device : kDevices) {
        if (const int error = allow(ruleset, device, 0, kDeviceRights); !is_harmless(error)) return error;
    }
    return 0;
}

int restrict_self(const RulesetAttributes& attributes, const Arguments* arguments) {
    const auto ruleset = static_cast<int>(syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes, 0));
    if (ruleset < 0) return errno;
    int error = 0;
    if (arguments == nullptr) {
        error = allow(ruleset, "/", attributes.filesystem, 0);
    } else {
        error = allow_writing(*arguments, ruleset, attributes.filesystem);
        if (error == 0) {
            error = arguments->without_namespaces ? allow_reading(*arguments, ruleset)
                                                  : allow_private_devices(ruleset, attributes.filesystem);
        }
    }
    if (error == 0 && syscall(SYS_landlock_restrict_self, ruleset, 0) != 0) error = errno;
    (void)close(ruleset);
    return error;
}

long landlock_abi() {
    return syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
}

}  // namespace

int restrict_files(const Arguments& arguments) {
    const long abi = landlock_abi();
    const bool alone = arguments.without_namespaces;
    if (alone && abi < kOldestAlone) return abi < 0 ? errno : EOPNOTSUPP;
    // Succeeds without Landlock (not built in, or turned off at boot), because mounts and the user's own rights still
    // protect files.
    if (abi < 0) return errno == ENOSYS || errno == EOPNOTSUPP ? 0 : errno;
    if (abi < kOldestUsable) return 0;

    RulesetAttributes attributes{};
    attributes.filesystem = rights_of(abi);
    if (abi >= 6) attributes.scoped = kScopeSignals | (arguments.abstract_sockets ? 0 : kScopeAbstractSockets);
    if (alone) {
        attributes.filesystem |= LANDLOCK_ACCESS_FS_READ_FILE | kDeviceRequests;
        attributes.network = kBindTcp | kConnectTcp;
    }
    return restrict_self(attributes, &arguments);
}

int gather_processes() {
    if (prctl(PR_SET_CHILD_SUBREAPER, 1UL, 0UL, 0UL, 0UL) != 0) return errno;
    const long abi = landlock_abi();
    if (abi < kOldestAlone) return abi < 0 ? errno : EOPNOTSUPP;
    // Every domain refuses to move files between directories unless it says otherwise.
    RulesetAttributes attributes{};
    attributes.filesystem = LANDLOCK_ACCESS_FS_REFER;
    attributes.scoped = kScopeSignals;
    if (const int error = restrict_self(attributes, nullptr); error != 0) return error;
    // The parent is outside. If it could be signalled all the same, kill(-1) would reach every process of this user.
    return kill(getppid(), 0) == 0 ? EPERM : 0;
}

}  // namespace postern::init
