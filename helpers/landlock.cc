#include "steps.h"

#include <cerrno>
#include <cstdint>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <linux/landlock.h>
#include <linux/openat2.h>

namespace postern::init {
namespace {

// Missing in older kernel headers. The numbers are part of the kernel's interface.
constexpr std::uint64_t kTruncate = 1ULL << 14;             // ABI 3
constexpr std::uint64_t kScopeAbstractSockets = 1ULL << 0;  // ABI 6
constexpr std::uint64_t kScopeSignals = 1ULL << 1;          // ABI 6

struct RulesetAttributes {
    std::uint64_t filesystem;
    std::uint64_t network;  // ABI 4
    std::uint64_t scoped;   // ABI 6
};

// Device ioctls (ABI 5) are not restricted, because terminals need them and bwrap puts only harmless devices in /dev.
constexpr std::uint64_t kFileRights = LANDLOCK_ACCESS_FS_WRITE_FILE | kTruncate;
constexpr std::uint64_t kAllRights = kFileRights | LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE |
                                     LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR |
                                     LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SOCK |
                                     LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK |
                                     LANDLOCK_ACCESS_FS_MAKE_SYM | LANDLOCK_ACCESS_FS_REFER;

// ABI 1 is not used, because it refuses every move between directories, which breaks ordinary programs.
constexpr long kOldestUsable = 2;

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

int add_rules(const Arguments& arguments, int ruleset, std::uint64_t handled) {
    const std::uint64_t on_file = kFileRights & handled;
    char** at = arguments.options;
    while (const char* path = next_writable(arguments, at)) {
        if (const int error = allow(ruleset, path, handled, on_file); error != 0) return error;
    }
    const int error = allow(ruleset, "/dev", on_file, on_file);
    return error == ENOENT ? 0 : error;  // no /dev: nothing to allow
}

}  // namespace

int restrict_writing(const Arguments& arguments) {
    const long abi = syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
    // Succeeds without Landlock (not built in, or turned off at boot), because mounts and the user's own rights still
    // protect files.
    if (abi < 0) return errno == ENOSYS || errno == EOPNOTSUPP ? 0 : errno;
    if (abi < kOldestUsable) return 0;

    RulesetAttributes attributes{};
    attributes.filesystem = rights_of(abi);
    if (abi >= 6) attributes.scoped = kScopeSignals | (arguments.abstract_sockets ? 0 : kScopeAbstractSockets);
    const auto ruleset = static_cast<int>(syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes, 0));
    if (ruleset < 0) return errno;
    int error = add_rules(arguments, ruleset, attributes.filesystem);
    if (error == 0 && syscall(SYS_landlock_restrict_self, ruleset, 0) != 0) error = errno;
    (void)close(ruleset);
    return error;
}

}  // namespace postern::init
