#include "run/terminal_job.h"

#include <gtest/gtest.h>

#include <csignal>

namespace postern::run {
namespace {

TEST(TerminalJob, WhatAStoppedCommandMeansForUs) {
    EXPECT_EQ(on_stop({.signal = SIGTSTP, .given = true}), OnStop::stop_group);  // Ctrl-Z
    EXPECT_EQ(on_stop({.signal = SIGSTOP, .given = true}), OnStop::stop_self);
    EXPECT_EQ(on_stop({.signal = SIGTSTP, .ours = true, .asked = true}), OnStop::stop_self);
    EXPECT_EQ(on_stop({.signal = SIGTTIN, .ours = true}), OnStop::give_terminal);
    EXPECT_EQ(on_stop({.signal = SIGTTOU, .ours = true}), OnStop::give_terminal);
    EXPECT_EQ(on_stop({.signal = SIGTTIN, .ours = true, .tried = true}), OnStop::stop_self);  // not for ever
    EXPECT_EQ(on_stop({.signal = SIGTTIN}), OnStop::stop_self);                               // a background job
    EXPECT_EQ(on_stop({.signal = SIGTSTP}), OnStop::leave);  // stopped itself: the time limit must go on
    EXPECT_EQ(on_stop({.signal = SIGSTOP, .ours = true}), OnStop::leave);
}

}  // namespace
}  // namespace postern::run
