#include "fault_calls.h"

#include <dlfcn.h>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstring>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace postern::scrub::test {
namespace {

Fault fault;
const char* from = nullptr;
bool armed = false, counting = false;
long count = 0;

void die() {
    (void)::kill(::getpid(), SIGKILL);
}

// Performs the call, unless its turn has come to fail.
template <class Call>
long perform(const char* path, Call call) {
    if (armed && !counting) counting = path != nullptr && std::strstr(path, from) != nullptr;
    if (!armed || !counting) return call();
    const long number = ++count;
    const bool hit = number >= fault.at && number < fault.at + fault.persists;
    if (hit && fault.kind == Fault::Kind::error) {
        errno = fault.error;
        return -1;
    }
    if (hit && fault.kind == Fault::Kind::kill_before) die();
    const long result = call();
    if (hit && fault.kind == Fault::Kind::kill_after) die();
    return result;
}

}  // namespace

void arm(const Fault& wanted, const char* path) {
    fault = wanted;
    from = path;
    count = 0;
    counting = false;
    armed = true;
}

long disarm_faults() {
    armed = false;
    return count;
}

}  // namespace postern::scrub::test

// NOLINTBEGIN: these are the C library's names and types.
#define CALL(path, number, ...) \
    static_cast<int>(postern::scrub::test::perform(path, [&] { return ::syscall(number, __VA_ARGS__); }))

extern "C" {

int openat64(int at, const char* path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    return CALL(path, SYS_openat, at, path, flags, mode);
}
int open64(const char* path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    return CALL(path, SYS_openat, AT_FDCWD, path, flags, mode);
}
ssize_t write(int fd, const void* bytes, size_t size) {
    return postern::scrub::test::perform(nullptr, [&] { return ::syscall(SYS_write, fd, bytes, size); });
}
ssize_t read(int fd, void* bytes, size_t size) {
    return postern::scrub::test::perform(nullptr, [&] { return ::syscall(SYS_read, fd, bytes, size); });
}
ssize_t readlinkat(int at, const char* path, char* target, size_t size) noexcept {
    return postern::scrub::test::perform(path, [&] { return ::syscall(SYS_readlinkat, at, path, target, size); });
}
int renameat2(int from, const char* name, int to, const char* as, unsigned flags) noexcept {
    return CALL(name, SYS_renameat2, from, name, to, as, flags);
}
int renameat(int from, const char* name, int to, const char* as) noexcept {
    return CALL(name, SYS_renameat2, from, name, to, as, 0);
}
int rename(const char* name, const char* as) noexcept {
    return CALL(name, SYS_renameat2, AT_FDCWD, name, AT_FDCWD, as, 0);
}
int unlinkat(int at, const char* path, int flags) noexcept {
    return CALL(path, SYS_unlinkat, at, path, flags);
}
int unlink(const char* path) noexcept {
    return CALL(path, SYS_unlinkat, AT_FDCWD, path, 0);
}
int mkdirat(int at, const char* path, mode_t mode) noexcept {
    return CALL(path, SYS_mkdirat, at, path, mode);
}
int mkdir(const char* path, mode_t mode) noexcept {
    return CALL(path, SYS_mkdirat, AT_FDCWD, path, mode);
}
int symlinkat(const char* target, int at, const char* path) noexcept {
    return CALL(path, SYS_symlinkat, target, at, path);
}
int fsync(int fd) {
    return CALL(nullptr, SYS_fsync, fd);
}
int fdatasync(int fd) {
    return CALL(nullptr, SYS_fdatasync, fd);
}
int syncfs(int fd) noexcept {
    return CALL(nullptr, SYS_syncfs, fd);
}
int fchmod(int fd, mode_t mode) noexcept {
    return CALL(nullptr, SYS_fchmod, fd, mode);
}
int chmod(const char* path, mode_t mode) noexcept {
    return CALL(path, SYS_fchmodat, AT_FDCWD, path, mode);
}
int fchmodat(int at, const char* path, mode_t mode, int) noexcept {
    return CALL(path, SYS_fchmodat, at, path, mode);
}
int fchown(int fd, uid_t user, gid_t group) noexcept {
    return CALL(nullptr, SYS_fchown, fd, user, group);
}
int fchownat(int at, const char* path, uid_t user, gid_t group, int flags) noexcept {
    return CALL(path, SYS_fchownat, at, path, user, group, flags);
}
int utimensat(int at, const char* path, const struct timespec times[2], int flags) noexcept {
    return CALL(path, SYS_utimensat, at, path, times, flags);
}
int statx(int at, const char* path, int flags, unsigned mask, struct statx* out) noexcept {
    return CALL(path, SYS_statx, at, path, flags, mask, out);
}
int access(const char* path, int mode) noexcept {
    return CALL(path, SYS_faccessat, AT_FDCWD, path, mode);
}
int fallocate64(int fd, int mode, off64_t offset, off64_t size) {
    return CALL(nullptr, SYS_fallocate, fd, mode, offset, size);
}
struct dirent64* readdir64(DIR* stream) {
    using Function = struct dirent64* (*)(DIR*);
    static const auto real = reinterpret_cast<Function>(::dlsym(RTLD_NEXT, "readdir64"));
    struct dirent64* entry = nullptr;
    const long result = postern::scrub::test::perform(nullptr, [&] {
        entry = real(stream);
        return 0L;
    });
    return result == 0 ? entry : nullptr;
}
}
// NOLINTEND
