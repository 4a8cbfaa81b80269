// exec_storm COUNT PROGRAM [ARGUMENT]…: COUNT processes wait for each other, then all start PROGRAM at once.
//
// Prints one line per exit status, such as "2000 ended with 0". The status of a process that could not start PROGRAM is
// the errno. Exits with 0 if every process could be made and collected.
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <map>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

[[noreturn]] void wait_and_start(int gate, char** argv) {
    char nothing = 0;
    while (::read(gate, &nothing, 1) < 0 && errno == EINTR) {
    }
    ::execv(argv[0], argv);
    ::_exit(errno);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 3) return 1;
    const long count = std::atol(argv[1]);
    int gate[2];
    if (::pipe2(gate, O_CLOEXEC) != 0) return 1;
    for (long i = 0; i < count; ++i) {
        const pid_t child = ::fork();
        if (child < 0) return std::perror("exec_storm: fork"), 1;
        if (child > 0) continue;
        (void)::close(gate[1]);
        wait_and_start(gate[0], argv + 2);
    }
    (void)::close(gate[1]);  // the last write end: all reads return
    std::map<int, long> ended;
    long collected = 0;
    for (int status = 0; ::wait(&status) > 0; ++collected) ++ended[WIFEXITED(status) ? WEXITSTATUS(status) : 256];
    for (const auto& [status, times] : ended) std::printf("%ld ended with %d\n", times, status);
    return collected == count ? 0 : 1;
}
