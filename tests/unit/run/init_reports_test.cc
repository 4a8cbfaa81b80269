#include "run/init_reports.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <vector>

namespace postern::run {
namespace {

using backend::init::Report;
using backend::init::ReportKind;
using backend::init::Step;

struct Case {
    const char* why;
    std::vector<Report> reports;
    bool believed;  // the last one
    std::optional<Outcome> end{};
};

TEST(InitReports, EveryOrderOfPackets) {
    const Report ready{ReportKind::ready, 0, 0}, exited{ReportKind::exited, 3, 0}, killed{ReportKind::signaled, 9, 0};
    const Case cases[] = {
        {"nothing has ended", {ready}, true},
        {"the usual", {ready, exited}, true, Exited{3}},
        {"killed", {ready, killed}, true, Signaled{9, false}},
        {"dumped core", {ready, {ReportKind::signaled, 11, 1}}, true, Signaled{11, true}},
        {"the first end counts", {ready, exited, killed}, true, Exited{3}},
        {"not found", {ready, {ReportKind::exec, 0, ENOENT}}, true, NotExecuted{ENOENT}},
        {"not found, before anything was said", {{ReportKind::exec, 0, EACCES}}, true, NotExecuted{EACCES}},
        {"stopped and continued", {ready, {ReportKind::stopped, 20, 0}, {ReportKind::continued, 0, 0}}, true},
        {"frozen", {ready, {ReportKind::frozen, 1, 0}}, true},
        {"frozen without a beginning", {{ReportKind::frozen, 1, 0}}, false},
        {"a descriptor first", {{ReportKind::descriptors, 0, 0}, ready}, true},
        {"ended without a beginning", {exited}, false},
        {"killed without a beginning", {killed}, false},
        {"stopped without a beginning", {{ReportKind::stopped, 20, 0}}, false},
        {"ready twice", {ready, ready}, false},
        {"ready after the end", {{ReportKind::exec, 0, 2}, ready}, false, NotExecuted{2}},
        {"a descriptor after the end", {ready, exited, {ReportKind::descriptors, 0, 0}}, false, Exited{3}},
        {"no such status", {ready, {ReportKind::exited, 256, 0}}, false},
        {"no such signal", {ready, {ReportKind::signaled, 0, 0}}, false},
        {"no such signal", {ready, {ReportKind::signaled, 65, 0}}, false},
    };
    for (const Case& c : cases) {
        InitReports account;
        bool believed = true;
        for (const Report& report : c.reports) believed = account.note(report);
        EXPECT_EQ(believed, c.believed) << c.why;
        EXPECT_EQ(account.end(), c.end) << c.why;
    }
}

TEST(InitReports, AFailedStepIsASentence) {
    InitReports account;
    ASSERT_TRUE(account.note({ReportKind::setup, static_cast<std::uint32_t>(Step::landlock), EPERM}));
    EXPECT_EQ(account.end(),
              Outcome(SetupFailed{"the sandbox could not be set up: cannot restrict files with Landlock: "
                                  "Operation not permitted"}));
    EXPECT_EQ(describe_setup_failure(1000, 0), "the sandbox could not be set up: an unknown step failed");
}

}  // namespace
}  // namespace postern::run
