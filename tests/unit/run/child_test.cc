#include "run/child.h"

#include "fake_plan.h"

#include <csignal>
#include <fstream>

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace postern::run {
namespace {

using ChildTest = test::DescriptorTest;

ChildEnd wait_for(Child& child) {
    pollfd polled{.fd = child.pidfd(), .events = POLLIN, .revents = 0};
    EXPECT_EQ(::poll(&polled, 1, 10'000), 1);
    const auto ended = child.reap();
    EXPECT_TRUE(ended.has_value());
    return ended.value_or(ChildEnd{});
}

Spawn shell(const std::string& script) {
    return {.file = "/bin/sh", .argv = {"sh", "-c", script}, .env = {"PATH=/usr/bin:/bin"}};
}

bool exists(pid_t pid) {
    return ::kill(pid, 0) == 0;
}

TEST_F(ChildTest, SaysHowItEnded) {
    auto child = Child::start(shell("exit 7"));
    ASSERT_TRUE(child) << child.error().what;
    const ChildEnd ended = wait_for(*child);
    EXPECT_TRUE(WIFEXITED(ended.status));
    EXPECT_EQ(WEXITSTATUS(ended.status), 7);
    EXPECT_GT(ended.peak_memory_bytes, 100'000U);
}

TEST_F(ChildTest, IsReapedOnlyOnceItHasEnded) {
    auto child = Child::start(shell("exec sleep 100"));
    ASSERT_TRUE(child);
    EXPECT_FALSE(child->reap());
    child->signal(SIGTERM);
    EXPECT_EQ(WTERMSIG(wait_for(*child).status), SIGTERM);
    child->signal(SIGTERM);  // has no receiver
}

TEST_F(ChildTest, DiesWithItsOwner) {
    pid_t pid = -1;
    {
        auto child = Child::start(shell("exec sleep 100"));
        ASSERT_TRUE(child);
        pid = child->pid();
        const Child moved = std::move(*child);
        EXPECT_TRUE(exists(pid));
    }
    EXPECT_FALSE(exists(pid));
}

TEST_F(ChildTest, AProgramThatIsNotThereIsAnError) {
    const auto child = Child::start({.file = "/no/such/program", .argv = {"x"}, .env = {}});
    ASSERT_FALSE(child);
    EXPECT_EQ(child.error().what, "cannot start: No such file or directory");
    EXPECT_EQ(child.error().where, "/no/such/program");
    EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
}

TEST_F(ChildTest, AControlGroupThatRefusesIsAnError) {
    const UniqueFd full(::open("/dev/full", O_WRONLY | O_CLOEXEC));
    Spawn spawn = shell("exit 0");
    spawn.cgroups = {full.get()};
    const auto child = Child::start(spawn);
    ASSERT_FALSE(child);
    EXPECT_EQ(child.error().what, "cannot join its control group: No space left on device");
}

TEST_F(ChildTest, OurSignalMaskAndHandlersAreNotItsOwn) {
    struct sigaction handler {
    }, before{};
    handler.sa_handler = [](int) {};
    ASSERT_EQ(::sigaction(SIGUSR1, &handler, &before), 0);
    sigset_t blocked, mask_before;
    ::sigemptyset(&blocked);
    ::sigaddset(&blocked, SIGTERM);
    ASSERT_EQ(::sigprocmask(SIG_BLOCK, &blocked, &mask_before), 0);
    auto child = Child::start(shell("kill -USR1 $$; exit 3"));
    auto other = Child::start(shell("kill -TERM $$; exit 3"));
    (void)::sigprocmask(SIG_SETMASK, &mask_before, nullptr);
    (void)::sigaction(SIGUSR1, &before, nullptr);
    ASSERT_TRUE(child && other);
    EXPECT_EQ(WTERMSIG(wait_for(*child).status), SIGUSR1);
    EXPECT_EQ(WTERMSIG(wait_for(*other).status), SIGTERM);
}

TEST_F(ChildTest, EndOrphansLeavesNoChild) {
    const pid_t pid = ::fork();
    if (pid == 0) {
        ::pause();
        ::_exit(0);
    }
    EXPECT_TRUE(end_orphans(5000).gone);
    EXPECT_FALSE(exists(pid));
    EXPECT_TRUE(end_orphans(0).gone);
}

}  // namespace
}  // namespace postern::run
