// Launch plans for the stand-in of bwrap and postern-init, and plain ones.
#pragma once

#include "backend/launch_plan.h"
#include "run/run_plan.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/socket.h>

namespace postern::test {

inline backend::LaunchPlan fake_plan(std::vector<std::string> words) {
    int ends[2] = {-1, -1};
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) std::abort();
    backend::LaunchPlan plan;
    plan.file = FAKE_INIT;
    plan.argv = {"fake_init", std::to_string(ends[1])};
    plan.argv.insert(plan.argv.end(), words.begin(), words.end());
    plan.env = {"PATH=/usr/bin:/bin"};
    plan.control = UniqueFd(ends[0]);
    plan.control_inside = UniqueFd(ends[1]);
    return plan;
}

inline backend::LaunchPlan plain_plan(const std::string& script) {
    backend::LaunchPlan plan;
    plan.file = "/bin/sh";
    plan.argv = {"sh", "-c", script};
    plan.env = {"PATH=/usr/bin:/bin"};
    plan.reporting = backend::Reporting::exit_status;
    return plan;
}

inline run::Request capturing(run::OutputLimits limits = {}) {
    return {.capture = limits};
}

inline std::size_t open_descriptors() {
    return static_cast<std::size_t>(
        std::distance(std::filesystem::directory_iterator("/proc/self/fd"), std::filesystem::directory_iterator()));
}

// None may be left open when a test is over.
class DescriptorTest : public ::testing::Test {
protected:
    void SetUp() override { before_ = open_descriptors(); }
    void TearDown() override { EXPECT_EQ(open_descriptors(), before_); }

private:
    std::size_t before_ = 0;
};

// Our own stdout or stderr leads elsewhere while one of these lives.
class Redirected {
public:
    Redirected(int fd, int target) : fd_(fd), saved_(::fcntl(fd, F_DUPFD_CLOEXEC, 10)) {
        std::fflush(nullptr);
        if (target >= 0) {
            (void)::dup2(target, fd);
        } else {
            (void)::close(fd);
        }
    }
    ~Redirected() {
        std::fflush(nullptr);
        if (saved_) (void)::dup2(saved_.get(), fd_);
    }
    Redirected(const Redirected&) = delete;
    Redirected& operator=(const Redirected&) = delete;

private:
    int fd_;
    UniqueFd saved_;
};

}  // namespace postern::test
