#include "fault_calls.h"

#include <dlfcn.h>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <type_traits>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace postern::scrub::test {
namespace {

Fault fault;
bool armed = false;
long count = 0;

void die() {
    (void)::kill(::getpid(), SIGKILL);
}

// Performs the call, unless its turn has come to fail.
template <class Call>
long perform(Call call) {
    if (!armed) return call();
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

void arm(const Fault& wanted) {
    fault = wanted;
    count = 0;
    armed = true;
}

long disarm_faults() {
    armed = false;
    return count;
}

}  // namespace postern::scrub::test

// NOLINTBEGIN: these are the C library's names and types.
namespace {

using Raw = long (*)(long, ...);

// The C library's own function: this program has another one of that name.
long raw(long number, long a = 0, long b = 0, long c = 0, long d = 0, long e = 0) {
    static const auto real = reinterpret_cast<Raw>(::dlsym(RTLD_NEXT, "syscall"));
    return real(number, a, b, c, d, e);
}

template <class Value>
long word(Value value) {
    if constexpr (std::is_pointer_v<Value>) {
        return reinterpret_cast<long>(value);
    } else {
        return static_cast<long>(value);
    }
}

template <class... Words>
long counted(long number, Words... words) {
    return postern::scrub::test::perform([&] { return raw(number, word(words)...); });
}

template <class... Words>
int call(long number, Words... words) {
    return static_cast<int>(counted(number, words...));
}

// Waiting for the disk would show nothing: no test here cuts the power.
int flushed() {
    return static_cast<int>(postern::scrub::test::perform([] { return 0L; }));
}

}  // namespace

extern "C" {

long syscall(long number, ...) noexcept {
    va_list rest;
    va_start(rest, number);
    const long a = va_arg(rest, long), b = va_arg(rest, long), c = va_arg(rest, long), d = va_arg(rest, long),
               e = va_arg(rest, long);
    va_end(rest);
    return number == SYS_openat2 ? counted(number, a, b, c, d, e) : raw(number, a, b, c, d, e);
}
int openat64(int at, const char* path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    return call(SYS_openat, at, path, flags, mode);
}
int open64(const char* path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    return call(SYS_openat, AT_FDCWD, path, flags, mode);
}
int fcntl64(int fd, int command, ...) {
    va_list rest;
    va_start(rest, command);
    const long argument = va_arg(rest, long);
    va_end(rest);
    return call(SYS_fcntl, fd, command, argument);
}
ssize_t write(int fd, const void* bytes, size_t size) {
    return counted(SYS_write, fd, bytes, size);
}
ssize_t read(int fd, void* bytes, size_t size) {
    return counted(SYS_read, fd, bytes, size);
}
ssize_t pread64(int fd, void* bytes, size_t size, off64_t offset) {
    return counted(SYS_pread64, fd, bytes, size, offset);
}
off64_t lseek64(int fd, off64_t offset, int whence) noexcept {
    return counted(SYS_lseek, fd, offset, whence);
}
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"  // a struct of the C library has the same name
int flock(int fd, int operation) noexcept {
    return call(SYS_flock, fd, operation);
}
#pragma GCC diagnostic pop
ssize_t readlinkat(int at, const char* path, char* target, size_t size) noexcept {
    return counted(SYS_readlinkat, at, path, target, size);
}
ssize_t readlink(const char* path, char* target, size_t size) noexcept {
    return counted(SYS_readlinkat, AT_FDCWD, path, target, size);
}
int renameat2(int from, const char* name, int to, const char* as, unsigned flags) noexcept {
    return call(SYS_renameat2, from, name, to, as, flags);
}
int renameat(int from, const char* name, int to, const char* as) noexcept {
    return call(SYS_renameat2, from, name, to, as, 0);
}
int rename(const char* name, const char* as) noexcept {
    return call(SYS_renameat2, AT_FDCWD, name, AT_FDCWD, as, 0);
}
int unlinkat(int at, const char* path, int flags) noexcept {
    return call(SYS_unlinkat, at, path, flags);
}
int unlink(const char* path) noexcept {
    return call(SYS_unlinkat, AT_FDCWD, path, 0);
}
int mkdirat(int at, const char* path, mode_t mode) noexcept {
    return call(SYS_mkdirat, at, path, mode);
}
int mkdir(const char* path, mode_t mode) noexcept {
    return call(SYS_mkdirat, AT_FDCWD, path, mode);
}
int symlinkat(const char* target, int at, const char* path) noexcept {
    return call(SYS_symlinkat, target, at, path);
}
int fsync(int) {
    return flushed();
}
int fdatasync(int) {
    return flushed();
}
int syncfs(int) noexcept {
    return flushed();
}
int fchmod(int fd, mode_t mode) noexcept {
    return call(SYS_fchmod, fd, mode);
}
int chmod(const char* path, mode_t mode) noexcept {
    return call(SYS_fchmodat, AT_FDCWD, path, mode);
}
int fchmodat(int at, const char* path, mode_t mode, int) noexcept {
    return call(SYS_fchmodat, at, path, mode);
}
int fchown(int fd, uid_t user, gid_t group) noexcept {
    return call(SYS_fchown, fd, user, group);
}
int fchownat(int at, const char* path, uid_t user, gid_t group, int flags) noexcept {
    return call(SYS_fchownat, at, path, user, group, flags);
}
int utimensat(int at, const char* path, const struct timespec times[2], int flags) noexcept {
    return call(SYS_utimensat, at, path, times, flags);
}
int statx(int at, const char* path, int flags, unsigned mask, struct statx* out) noexcept {
    return call(SYS_statx, at, path, flags, mask, out);
}
int fstatat64(int at, const char* path, struct stat64* out, int flags) noexcept {
    return call(SYS_newfstatat, at, path, out, flags);
}
int fstat64(int fd, struct stat64* out) noexcept {
    return call(SYS_newfstatat, fd, "", out, AT_EMPTY_PATH);
}
int stat64(const char* path, struct stat64* out) noexcept {
    return call(SYS_newfstatat, AT_FDCWD, path, out, 0);
}
int lstat64(const char* path, struct stat64* out) noexcept {
    return call(SYS_newfstatat, AT_FDCWD, path, out, AT_SYMLINK_NOFOLLOW);
}
int access(const char* path, int mode) noexcept {
    return call(SYS_faccessat, AT_FDCWD, path, mode);
}
int faccessat(int at, const char* path, int mode, int flags) noexcept {
    return call(SYS_faccessat2, at, path, mode, flags);
}
int fallocate64(int fd, int mode, off64_t offset, off64_t size) {
    return call(SYS_fallocate, fd, mode, offset, size);
}
DIR* fdopendir(int fd) {
    using Function = DIR* (*)(int);
    static const auto real = reinterpret_cast<Function>(::dlsym(RTLD_NEXT, "fdopendir"));
    DIR* stream = nullptr;
    const long result = postern::scrub::test::perform([&] {
        stream = real(fd);
        return 0L;
    });
    return result == 0 ? stream : nullptr;
}
struct dirent64* readdir64(DIR* stream) {
    using Function = struct dirent64* (*)(DIR*);
    static const auto real = reinterpret_cast<Function>(::dlsym(RTLD_NEXT, "readdir64"));
    struct dirent64* entry = nullptr;
    const long result = postern::scrub::test::perform([&] {
        entry = real(stream);
        return 0L;
    });
    return result == 0 ? entry : nullptr;
}
}
// NOLINTEND
