#include "steps.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <linux/limits.h>

namespace postern::init {
namespace {

constexpr unsigned kFirstOfOurs = 3;
constexpr unsigned kCloseRangeCloexec = 1U << 2;

// Returns the number of a descriptor from its name in /proc, or -1 for "." and "..".
int descriptor_named(const char* name) {
    int number = 0;
    for (; *name != '\0'; ++name) {
        if (*name < '0' || *name > '9') return -1;
        number = number * 10 + (*name - '0');
    }
    return number;
}

// Marks the descriptors in a buffer from getdents64, in which each entry has its own length.
void mark_listed(const char* entries, long size) {
    constexpr long kLengthAt = 16, kNameAt = 19;
    for (long at = 0; at < size;) {
        const int descriptor = descriptor_named(entries + at + kNameAt);
        if (descriptor >= static_cast<int>(kFirstOfOurs)) (void)fcntl(descriptor, F_SETFD, FD_CLOEXEC);
        unsigned short length = 0;
        std::memcpy(&length, entries + at + kLengthAt, sizeof length);
        at += length;
    }
}

int mark_cloexec_one_by_one() {
    const int directory = open("/proc/self/fd", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (directory < 0) return errno;
    char entries[4096];
    long size = 0;
    while ((size = syscall(SYS_getdents64, directory, entries, sizeof entries)) > 0) mark_listed(entries, size);
    const int error = size < 0 ? errno : 0;
    (void)close(directory);
    return error;
}

// The value of PATH. A freestanding <cstdlib> need not have getenv.
const char* program_path() {
    constexpr char kName[] = "PATH=";
    constexpr std::size_t kLength = sizeof kName - 1;
    for (char** at = environ; *at != nullptr; ++at) {
        if (std::strncmp(*at, kName, kLength) == 0) return *at + kLength;
    }
    return "/usr/bin:/bin";
}

int execute_in_path(char** command) {
    const char* path = program_path();
    const std::size_t name_length = std::strlen(command[0]);
    if (name_length > NAME_MAX) return ENAMETOOLONG;
    bool forbidden = false;
    for (;;) {
        std::size_t length = 0;
        while (path[length] != ':' && path[length] != '\0') ++length;
        char file[PATH_MAX + NAME_MAX + 2];
        if (length < PATH_MAX) {  // skips an entry that is longer than any path
            std::memcpy(file, path, length);
            char* end = file + length;
            if (length > 0) *end++ = '/';  // an empty entry is the working directory
            std::memcpy(end, command[0], name_length + 1);
            (void)execve(file, command, environ);
            // Like execvp: these errors mean that the program is not here, and the search goes on. Others end it.
            if (errno == EACCES) {
                forbidden = true;
            } else if (errno != ENOENT && errno != ENOTDIR && errno != ENODEV && errno != ESTALE &&
                       errno != ETIMEDOUT) {
                return errno;
            }
        }
        if (path[length] == '\0') return forbidden ? EACCES : ENOENT;
        path += length + 1;
    }
}

}  // namespace

int close_descriptors_at_exec() {
    if (syscall(SYS_close_range, kFirstOfOurs, ~0U, kCloseRangeCloexec) == 0) return 0;
    // Linux before 5.9 has no such call, and before 5.11 not this flag.
    return errno == ENOSYS || errno == EINVAL ? mark_cloexec_one_by_one() : errno;
}

int set_limits(const Arguments& arguments) {
    for (std::size_t i = 0; i < arguments.limit_count; ++i) {
        const Limit& limit = arguments.limits[i];
        // glibc declares the parameter as this enum in C++, not as an int.
        const auto resource = static_cast<__rlimit_resource>(limit.resource);
        rlimit now{};
        if (getrlimit(resource, &now) != 0) return errno;
        // Never raises a limit: one that was lower before stays.
        if (limit.value < now.rlim_max) now.rlim_max = limit.value;
        if (now.rlim_max < now.rlim_cur) now.rlim_cur = now.rlim_max;
        if (limit.value < now.rlim_cur) now.rlim_cur = limit.value;
        if (setrlimit(resource, &now) != 0) return errno;
    }
    return 0;
}

int execute(char** command) {
    if (command[0][0] == '\0') return ENOENT;
    for (const char* at = command[0]; *at != '\0'; ++at) {
        if (*at != '/') continue;
        (void)execve(command[0], command, environ);
        return errno;
    }
    return execute_in_path(command);
}

}  // namespace postern::init
