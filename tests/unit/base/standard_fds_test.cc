#include "base/io.h"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/wait.h>

namespace postern {
namespace {

TEST(StandardFdsTest, ClosedOnesAreTakenAndStillFail) {
    const pid_t child = ::fork();
    if (child == 0) {
        for (const int fd : {0, 1, 2}) (void)::close(fd);
        char byte = 0;
        bool good = true;
        {
            const StandardFds standard;
            const int next = ::open("/dev/null", O_RDWR | O_CLOEXEC);
            good = next > 2 && ::close(next) == 0 && ::read(0, &byte, 1) < 0 && ::write(1, "x", 1) < 0 &&
                   ::write(2, "x", 1) < 0;
        }
        good = good && ::fcntl(0, F_GETFD) == -1 && ::fcntl(2, F_GETFD) == -1;
        ::_exit(good ? 0 : 1);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
}

TEST(StandardFdsTest, OpenOnesAreLeftAlone) {
    const pid_t child = ::fork();
    if (child == 0) {
        const int null = ::open("/dev/null", O_RDWR | O_CLOEXEC);
        for (const int fd : {0, 1, 2}) (void)::dup2(null, fd);
        const StandardFds standard;
        ::_exit(::write(1, "x", 1) == 1 && ::fcntl(1, F_GETFD) == 0 ? 0 : 1);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace postern
