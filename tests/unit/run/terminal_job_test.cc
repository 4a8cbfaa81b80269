#include "run/terminal_job.h"

#include <gtest/gtest.h>

#include <csignal>

namespace postern::run {
namespace {

TEST(TerminalJob, WhatAStoppedCommandMeansForUs) {
    EXPECT_EQ(on_stop({.signal = SIGTSTP, .had_terminal = true}), OnStop::stop_group);  // Ctrl-Z
    EXPECT_EQ(on_stop({.signal = SIGSTOP, .had_terminal = true}), OnStop::stop_self);
    EXPECT_EQ(on_stop({.signal = SIGTSTP, .in_foreground = true, .stop_passed_on = true}), OnStop::stop_self);
    EXPECT_EQ(on_stop({.signal = SIGTTIN, .in_foreground = true}), OnStop::give_terminal);
    EXPECT_EQ(on_stop({.signal = SIGTTOU, .in_foreground = true}), OnStop::give_terminal);
    EXPECT_EQ(on_stop({.signal = SIGTTIN, .in_foreground = true, .given_before = true}),
              OnStop::stop_self);                                // does not try for ever
    EXPECT_EQ(on_stop({.signal = SIGTTIN}), OnStop::stop_self);  // a background job
    EXPECT_EQ(on_stop({.signal = SIGTSTP}), OnStop::leave);      // it stopped itself: the time limit must go on
    EXPECT_EQ(on_stop({.signal = SIGSTOP, .in_foreground = true}), OnStop::leave);
}

}  // namespace
}  // namespace postern::run
