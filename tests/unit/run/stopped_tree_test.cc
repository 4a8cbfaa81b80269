#include "run/stopped_tree.h"

#include <gtest/gtest.h>

#include <csignal>

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace postern::run {
namespace {

// A launcher, its child, and below that one process that is busy and one that sleeps. All end with the launcher.
struct Tree {
    pid_t launcher = 0, busy = 0, idle = 0;

    Tree() {
        int ends[2];
        EXPECT_EQ(::pipe(ends), 0);
        launcher = ::fork();
        if (launcher == 0) {
            if (::fork() == 0) {
                (void)::prctl(PR_SET_PDEATHSIG, SIGKILL);
                const pid_t pids[2] = {start([] {
                                           for (volatile bool on = true; on;) continue;
                                       }),
                                       start([] { (void)::pause(); })};
                (void)!::write(ends[1], pids, sizeof pids);
            }
            for (;;) (void)::pause();
        }
        pid_t pids[2] = {};
        EXPECT_EQ(::read(ends[0], pids, sizeof pids), static_cast<ssize_t>(sizeof pids));
        busy = pids[0];
        idle = pids[1];
        (void)::close(ends[0]);
        (void)::close(ends[1]);
    }
    ~Tree() {
        for (const pid_t pid : {busy, idle, launcher}) (void)::kill(pid, SIGKILL);
        (void)::waitpid(launcher, nullptr, 0);
    }
    Tree(const Tree&) = delete;
    Tree& operator=(const Tree&) = delete;

private:
    template <class Act>
    static pid_t start(Act act) {
        const pid_t pid = ::fork();
        if (pid != 0) return pid;
        (void)::prctl(PR_SET_PDEATHSIG, SIGKILL);
        act();
        ::_exit(0);
    }
};

bool comes_to_a_stop(pid_t launcher) {
    for (int i = 0; i < 5000; ++i) {
        if (standstill_below(launcher)) return true;
        (void)::usleep(1000);
    }
    return false;
}

TEST(StoppedTree, OnlyWhenTheLastHasStopped) {
    const Tree tree;
    EXPECT_FALSE(standstill_below(tree.launcher));
    (void)::kill(tree.busy, SIGSTOP);
    (void)::usleep(20'000);
    EXPECT_FALSE(standstill_below(tree.launcher)) << "one sleeps, but could wake";
    (void)::kill(tree.idle, SIGSTOP);
    EXPECT_TRUE(comes_to_a_stop(tree.launcher));
    (void)::kill(tree.busy, SIGCONT);
    EXPECT_FALSE(standstill_below(tree.launcher));
}

TEST(StoppedTree, ShowsWhatRanInBetween) {
    const Tree tree;
    (void)::kill(tree.busy, SIGSTOP);
    (void)::kill(tree.idle, SIGSTOP);
    ASSERT_TRUE(comes_to_a_stop(tree.launcher));
    const auto before = standstill_below(tree.launcher);
    (void)::usleep(20'000);
    EXPECT_EQ(standstill_below(tree.launcher), before);
    (void)::kill(tree.busy, SIGCONT);
    (void)::usleep(20'000);
    (void)::kill(tree.busy, SIGSTOP);
    ASSERT_TRUE(comes_to_a_stop(tree.launcher));
    EXPECT_NE(standstill_below(tree.launcher), before);
}

TEST(StoppedTree, NothingBelowIsStopped) {
    EXPECT_TRUE(standstill_below(::getpid()));
}

}  // namespace
}  // namespace postern::run
