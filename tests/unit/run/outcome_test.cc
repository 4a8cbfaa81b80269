#include "run/outcome.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <csignal>

namespace postern::run {
namespace {

struct Case {
    Outcome outcome;
    int code;
    std::string_view name;
};

TEST(Outcome, ExitCodesAreThoseOfAShell) {
    const Case cases[] = {
        {Exited{0}, 0, "exited"},
        {Exited{255}, 255, "exited"},
        {Signaled{SIGSEGV, false}, 139, "signaled"},
        {Signaled{SIGSEGV, true}, 139, "signaled"},  // a core dump does not change the number
        {Signaled{SIGABRT, true}, 134, "signaled"},
        {Signaled{SIGKILL, false}, 137, "signaled"},
        {Signaled{SIGINT, false}, 130, "signaled"},
        {TimedOut{5}, 124, "timed-out"},
        {SetupFailed{"x"}, 125, "setup-failed"},
        {NotExecuted{ENOENT}, 127, "not-executed"},
        {NotExecuted{EACCES}, 126, "not-executed"},
        {NotExecuted{ENOEXEC}, 126, "not-executed"},
    };
    for (const Case& c : cases) {
        EXPECT_EQ(exit_code(c.outcome), c.code) << c.name;
        EXPECT_EQ(name_of(c.outcome), c.name);
    }
}

}  // namespace
}  // namespace postern::run
