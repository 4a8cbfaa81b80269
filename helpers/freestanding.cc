// The few C library functions that postern-init uses, and its entry point. Only for x86_64; on other machines
// postern-init is linked with the C library.
//
// Reason: before main, a C library asks the processor many times for its features. In a virtual machine each such CPUID
// instruction is a trap, and together they take longer than everything else postern-init does before every command.
// postern-init needs none of these features.
//
// Differences from a C library: errno is one for the process (there are no threads), nothing is a cancellation point,
// and there is no buffering, locale or heap. No header of the C library is included, because its declarations carry
// attributes that definitions would have to repeat; names and types are those of POSIX on this machine.
#include <asm/unistd.h>

using size_t = decltype(sizeof 0);

extern "C" {

char** environ;
static int the_errno;

int* __errno_location() {
    return &the_errno;
}

// ---- system calls ---------------------------------------------------------------------------------------------------

// Callers see a variadic function. The kernel ignores the registers of arguments that they did not pass.
long syscall(long number, long a, long b, long c, long d, long e, long f) {
    register long r10 asm("r10") = d;
    register long r8 asm("r8") = e;
    register long r9 asm("r9") = f;
    long answer = number;
    asm volatile("syscall"
                 : "+a"(answer)
                 : "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                 : "rcx", "r11", "memory");
    if (answer < 0 && answer >= -4095) {
        the_errno = static_cast<int>(-answer);
        return -1;
    }
    return answer;
}

}  // extern "C"

namespace {

template <class T>
long word(T value) {
    return static_cast<long>(value);
}
template <class T>
long word(T* pointer) {
    return reinterpret_cast<long>(pointer);
}

template <class... Arguments>
long enter(long number, Arguments... arguments) {
    const long words[6] = {word(arguments)...};
    return syscall(number, words[0], words[1], words[2], words[3], words[4], words[5]);
}

template <class... Arguments>
int enter_int(long number, Arguments... arguments) {
    return static_cast<int>(enter(number, arguments...));
}

}  // namespace

extern "C" {

int open(const char* path, int flags, unsigned mode) {
    return enter_int(__NR_open, path, flags, mode);
}
int close(int fd) {
    return enter_int(__NR_close, fd);
}
int fcntl(int fd, int command, long argument) {
    return enter_int(__NR_fcntl, fd, command, argument);
}
int fstat(int fd, void* status) {
    return enter_int(__NR_fstat, fd, status);
}
int ioctl(int fd, unsigned long request, void* argument) {
    return enter_int(__NR_ioctl, fd, request, argument);
}
int chdir(const char* path) {
    return enter_int(__NR_chdir, path);
}
long read(int fd, void* data, size_t size) {
    return enter(__NR_read, fd, data, size);
}
long write(int fd, const void* data, size_t size) {
    return enter(__NR_write, fd, data, size);
}
int poll(void* list, unsigned long count, int timeout) {
    return enter_int(__NR_poll, list, count, timeout);
}

int socketpair(int family, int type, int protocol, int* pair) {
    return enter_int(__NR_socketpair, family, type, protocol, pair);
}
int socket(int family, int type, int protocol) {
    return enter_int(__NR_socket, family, type, protocol);
}
int bind(int fd, const void* address, unsigned size) {
    return enter_int(__NR_bind, fd, address, size);
}
int listen(int fd, int backlog) {
    return enter_int(__NR_listen, fd, backlog);
}
int getsockopt(int fd, int level, int name, void* value, void* size) {
    return enter_int(__NR_getsockopt, fd, level, name, value, size);
}
long sendmsg(int fd, const void* message, int flags) {
    return enter(__NR_sendmsg, fd, message, flags);
}
long send(int fd, const void* data, size_t size, int flags) {
    return enter(__NR_sendto, fd, data, size, flags, 0, 0);
}
long recv(int fd, void* data, size_t size, int flags) {
    return enter(__NR_recvfrom, fd, data, size, flags, 0, 0);
}

int fork() {
    return enter_int(__NR_fork);
}
int execve(const char* path, char* const* argv, char* const* env) {
    return enter_int(__NR_execve, path, argv, env);
}
int getpid() {
    return enter_int(__NR_getpid);
}
int getppid() {
    return enter_int(__NR_getppid);
}
int setpgid(int pid, int group) {
    return enter_int(__NR_setpgid, pid, group);
}
int kill(int pid, int signal) {
    return enter_int(__NR_kill, pid, signal);
}
int waitid(int which, unsigned id, void* change, int options) {
    return enter_int(__NR_waitid, which, id, change, options, 0);
}
int getrlimit(int resource, void* limit) {
    return enter_int(__NR_getrlimit, resource, limit);
}
int setrlimit(int resource, const void* limit) {
    return enter_int(__NR_setrlimit, resource, limit);
}
int prctl(int option, long a, long b, long c, long d) {
    return enter_int(__NR_prctl, option, a, b, c, d);
}

int tcsetpgrp(int fd, int group) {
    constexpr unsigned long kSetForegroundGroup = 0x5410;  // TIOCSPGRP
    return ioctl(fd, kSetForegroundGroup, &group);
}

[[noreturn]] void _exit(int status) {
    for (;;) (void)enter(__NR_exit_group, status);
}

// ---- text and memory: compilers also generate calls of these --------------------------------------------------------

void* memcpy(void* to, const void* from, size_t size) {
    for (size_t i = 0; i < size; ++i) static_cast<char*>(to)[i] = static_cast<const char*>(from)[i];
    return to;
}

void* memset(void* to, int byte, size_t size) {
    for (size_t i = 0; i < size; ++i) static_cast<char*>(to)[i] = static_cast<char>(byte);
    return to;
}

size_t strlen(const char* text) {
    size_t length = 0;
    while (text[length] != '\0') ++length;
    return length;
}

int strncmp(const char* a, const char* b, size_t most) {
    for (size_t i = 0; i < most; ++i) {
        if (a[i] != b[i]) return static_cast<unsigned char>(a[i]) < static_cast<unsigned char>(b[i]) ? -1 : 1;
        if (a[i] == '\0') return 0;
    }
    return 0;
}

int strcmp(const char* a, const char* b) {
    return strncmp(a, b, ~size_t{0});
}

// ---- entry point ----------------------------------------------------------------------------------------------------

int postern_init_main(int argc, char** argv);

// The kernel leaves the number of arguments, the arguments, a null pointer and the environment on the stack.
[[noreturn]] void begin(long* stack) {
    char** const argv = reinterpret_cast<char**>(stack + 1);
    environ = argv + *stack + 1;
    _exit(postern_init_main(static_cast<int>(*stack), argv));
}

}  // extern "C"

asm(".globl _start\n"
    "_start:\n"
    "    xor %ebp, %ebp\n"
    "    mov %rsp, %rdi\n"
    "    and $-16, %rsp\n"
    "    call begin\n");
