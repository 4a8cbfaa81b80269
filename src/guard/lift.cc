#include "guard/lift.h"

#include "base/file.h"
#include "base/unique_fd.h"
#include "host/child_signal.h"

#include <algorithm>
#include <cerrno>
#include <string>

#include <fcntl.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <linux/nsfs.h>

namespace postern::guard {
namespace {

// Runs in a child of its own, since a namespace is entered for good. Returns an errno.
int unmount_inside(int mounts, const std::vector<AbsPath>& paths) {
    const UniqueFd owner(::ioctl(mounts, NS_GET_USERNS));
    // Fails for the namespace that we are in, and is not needed then.
    if (owner) (void)::setns(owner.get(), CLONE_NEWUSER);
    if (::setns(mounts, CLONE_NEWNS) != 0) return errno;
    for (const AbsPath& path : paths) {
        if (::umount2(path.text().c_str(), MNT_DETACH | UMOUNT_NOFOLLOW) != 0 && errno != EINVAL && errno != ENOENT) {
            return errno;
        }
    }
    return 0;
}

}  // namespace

Status lift_mounts(std::uint32_t pid, std::vector<AbsPath> paths) {
    const UniqueFd mounts(::open(("/proc/" + std::to_string(pid) + "/ns/mnt").c_str(), O_RDONLY | O_CLOEXEC));
    if (!mounts) return fail(Errc::io, describe_errno("cannot find the mounts of the command", errno));
    std::ranges::sort(paths, std::greater{}, [](const AbsPath& path) { return path.text().size(); });
    const host::DefaultChildSignal children;
    const pid_t child = ::fork();
    if (child < 0) return fail(Errc::io, describe_errno("cannot start a process", errno));
    if (child == 0) ::_exit(unmount_inside(mounts.get(), paths));
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        return fail(Errc::io, describe_errno("cannot change the mounts of the command",
                                             WIFEXITED(status) ? WEXITSTATUS(status) : ECHILD));
    }
    return {};
}

}  // namespace postern::guard
