#include "steps.h"

#include "signals.h"

#include <cerrno>
#include <csignal>

#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <linux/capability.h>

namespace postern::init {
namespace {

constexpr int kMostCapabilities = 64;  // bits in the kernel's sets; for unknown capabilities the kernel returns EINVAL

// Empties the set of capabilities that an exec could give back. EPERM means that CAP_SETPCAP is missing, because bwrap
// dropped it. The set cannot be emptied then, but no_new_privs makes it harmless.
int empty_bounding_set() {
    for (unsigned long capability = 0; capability < kMostCapabilities; ++capability) {
        const int held = prctl(PR_CAPBSET_READ, capability, 0UL, 0UL, 0UL);
        if (held < 0) return errno == EINVAL && capability > 0 ? 0 : errno;
        if (held == 0) continue;
        if (prctl(PR_CAPBSET_DROP, capability, 0UL, 0UL, 0UL) != 0) return errno == EPERM ? 0 : errno;
    }
    return 0;
}

int empty_ambient_set() {
    // EINVAL: this kernel has no ambient capabilities.
    if (prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0UL, 0UL, 0UL) != 0 && errno != EINVAL) return errno;
    for (unsigned long capability = 0; capability < kMostCapabilities; ++capability) {
        const int held = prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_IS_SET, capability, 0UL, 0UL);
        if (held > 0) return EPERM;
        if (held < 0) return errno == EINVAL ? 0 : errno;
    }
    return 0;
}

}  // namespace

int hide_from_others() {
    if (prctl(PR_SET_DUMPABLE, 0UL, 0UL, 0UL, 0UL) != 0) return errno;
    return prctl(PR_GET_DUMPABLE, 0UL, 0UL, 0UL, 0UL) == 0 ? 0 : EPERM;
}

int take_name() {
    return prctl(PR_SET_NAME, "postern-init", 0UL, 0UL, 0UL) == 0 ? 0 : errno;
}

int show_to_supervisor() {
    return prctl(PR_SET_DUMPABLE, 1UL, 0UL, 0UL, 0UL) == 0 ? 0 : errno;
}

int die_with_parent() {
    return prctl(PR_SET_PDEATHSIG, static_cast<unsigned long>(SIGKILL), 0UL, 0UL, 0UL) == 0 ? 0 : errno;
}

int outlive_parent() {
    return prctl(PR_SET_PDEATHSIG, static_cast<unsigned long>(kParentDied), 0UL, 0UL, 0UL) == 0 ? 0 : errno;
}

int drop_capabilities() {
    // The bounding set comes first, because emptying it needs a capability.
    if (const int error = empty_bounding_set(); error != 0) return error;
    if (const int error = empty_ambient_set(); error != 0) return error;

    __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
    __user_cap_data_struct sets[_LINUX_CAPABILITY_U32S_3] = {};
    if (syscall(SYS_capset, &header, sets) != 0) return errno;

    header = {_LINUX_CAPABILITY_VERSION_3, 0};
    for (auto& set : sets) set = {~0U, ~0U, ~0U};
    if (syscall(SYS_capget, &header, sets) != 0) return errno;
    for (const auto& set : sets) {
        if ((set.effective | set.permitted | set.inheritable) != 0) return EPERM;
    }
    return 0;
}

int forbid_new_privileges() {
    if (prctl(PR_SET_NO_NEW_PRIVS, 1UL, 0UL, 0UL, 0UL) != 0) return errno;
    return prctl(PR_GET_NO_NEW_PRIVS, 0UL, 0UL, 0UL, 0UL) == 1 ? 0 : EPERM;
}

}  // namespace postern::init
