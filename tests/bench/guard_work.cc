// Work for guard.py, measured from inside, so that the start of the sandbox is not counted. Prints nanoseconds.
//
// usage: guard_work execs COUNT PROGRAM     start PROGRAM and wait for it, COUNT times
//        guard_work files COUNT DIRECTORY   create that many empty files
//        guard_work command PROGRAM ARG…    run it once, its output thrown away
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

long now() {
    timespec time{};
    (void)::clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1'000'000'000 + time.tv_nsec;
}

bool start_and_wait(char** argv, const posix_spawn_file_actions_t* actions) {
    pid_t child = 0;
    int status = 0;
    return ::posix_spawnp(&child, argv[0], actions, nullptr, argv, environ) == 0 &&
           ::waitpid(child, &status, 0) == child && status == 0;
}

bool execs(long count, char** argv) {
    for (long i = 0; i < count; ++i) {
        if (!start_and_wait(argv, nullptr)) return false;
    }
    return true;
}

bool files(long count, const std::string& directory) {
    for (long i = 0; i < count; ++i) {
        const int fd = ::open((directory + "/f" + std::to_string(i)).c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0644);
        if (fd < 0 || ::close(fd) != 0) return false;
    }
    return true;
}

bool command(char** argv) {
    posix_spawn_file_actions_t silent;
    (void)::posix_spawn_file_actions_init(&silent);
    (void)::posix_spawn_file_actions_addopen(&silent, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    return start_and_wait(argv, &silent);
}

bool work(int argc, char** argv) {
    if (argc == 4 && std::strcmp(argv[1], "execs") == 0) return execs(std::atol(argv[2]), argv + 3);
    if (argc == 4 && std::strcmp(argv[1], "files") == 0) return files(std::atol(argv[2]), argv[3]);
    return argc >= 3 && std::strcmp(argv[1], "command") == 0 && command(argv + 2);
}

}  // namespace

int main(int argc, char** argv) {
    const long begin = now();
    const bool done = work(argc, argv);
    std::printf("%ld\n", now() - begin);
    return done ? 0 : 1;
}
