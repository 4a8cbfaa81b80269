#include "base/process_stat.h"

#include <gtest/gtest.h>

#include <csignal>

#include <sys/wait.h>
#include <unistd.h>

namespace postern {
namespace {

TEST(ProcessStatTest, TheNameMayHoldAnything) {
    const std::string_view rest = " 1 7 7 34816 7 4194560 1234 0 0 0 5 6 0 0 20 0 1 0 987654 18321408 900 1\n";
    for (const char* name : {"7 (bash) T", "7 (a) b) c) T", "7 () T", "7 () S 1 2 3) T"}) {
        EXPECT_EQ(parse_process_stat(name + std::string(rest)),
                  (ProcessStat{.state = 'T', .parent = 1, .started = 987654}))
            << name;
    }
}

TEST(ProcessStatTest, WhatIsCutShortSaysNothing) {
    for (const char* text : {"", "7 (bash", "7 (bash)", "7 (bash) S 1 7 7",
                             "7 (bash) S 1 7 7 34816 7 4194560 1234 0 0 0 5 6 0 0 20 0 1 0 x 1 1"}) {
        EXPECT_EQ(parse_process_stat(text), std::nullopt) << text;
    }
}

TEST(ProcessStatTest, OfRealProcesses) {
    const auto own = read_process_stat(::getpid());
    ASSERT_TRUE(own);
    EXPECT_EQ(own->state, 'R');
    EXPECT_GT(own->started, 0U);
    const pid_t child = ::fork();
    if (child == 0) {
        (void)::raise(SIGSTOP);
        ::_exit(0);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, WUNTRACED), child);
    const auto stopped = read_process_stat(child);
    ASSERT_TRUE(stopped);
    EXPECT_EQ(stopped->state, 'T');
    EXPECT_EQ(stopped->parent, ::getpid());
    const std::string number = std::to_string(child);
    EXPECT_EQ(read_process_stat("/proc/" + number + "/task/" + number), stopped);
    EXPECT_GE(stopped->started, own->started);
    (void)::kill(child, SIGKILL);
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(read_process_stat(child), std::nullopt);
}

}  // namespace
}  // namespace postern
