// Tests the outcome of a run for everything that postern-init may report or fail to report.
#include "run/run_plan.h"
#include "backend/init_protocol.h"

#include "fake_plan.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <fstream>

#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace postern::run {
namespace {

using test::capturing;
using test::fake_plan;
using test::plain_plan;

using Supervisor = test::DescriptorTest;
using Words = std::vector<std::string>;

SetupFailed failed(const std::string& why) {
    return {"the sandbox could not be set up: " + why};
}

TEST_F(Supervisor, TheOutcomeIsWhatPosternInitSays) {
    struct Case {
        Words words;
        Outcome outcome;
    };
    const Case cases[] = {
        {{"ready", "exited=0"}, Exited{0}},
        {{"ready", "exited=3", "exit=0"}, Exited{3}},
        {{"ready", "exited=0", "exit=1"}, Exited{0}},  // bwrap's own status has no meaning
        {{"ready", "signaled=15"}, Signaled{SIGTERM, false}},
        {{"ready", "dumped=11"}, Signaled{SIGSEGV, true}},
        {{"ready", "exited=4", "signaled=9"}, Exited{4}},
        {{"ready", "exec=2"}, NotExecuted{ENOENT}},
        {{"exec=13"}, NotExecuted{EACCES}},
        {{"setup=" + std::to_string(static_cast<int>(backend::init::Step::seccomp)) + ":22"},
         failed("cannot filter system calls: Invalid argument")},
        {{"ready"}, Signaled{SIGKILL, false}},  // killed from outside before it could report more
        {{"ready", "die=9"}, Signaled{SIGKILL, false}},
        {{"ready", "exited=5", "raw=garbage"}, Exited{5}},
    };
    for (const Case& c : cases) {
        const auto run = run_plan(fake_plan(c.words), {});
        EXPECT_EQ(run.outcome, c.outcome) << ::testing::PrintToString(c.words);
        EXPECT_TRUE(run.all_gone);
        EXPECT_FALSE(run.had_terminal);
    }
}

TEST_F(Supervisor, NothingRanIfNothingWasSaid) {
    const std::string rest = " before the command was started";
    EXPECT_EQ(run_plan(fake_plan({"exit=1"}), {}).outcome,
              Outcome(failed("fake_init ended with status 1" + rest + "; its own words, if any, are on stderr above")));
    EXPECT_EQ(run_plan(fake_plan({"err=bwrap: No permissions\nmore\n", "exit=1"}), capturing()).outcome,
              Outcome(failed("fake_init ended with status 1" + rest + ": bwrap: No permissions")));
    EXPECT_EQ(run_plan(fake_plan({"die=9"}), capturing()).outcome,
              Outcome(failed("fake_init was killed by signal 9" + rest)));
}

TEST_F(Supervisor, WhoTalksNonsenseIsKilled) {
    const Words nonsense[] = {{"raw=short"},
                              {"raw=much too long to be a report"},
                              {"raw=12345678xxxx"},
                              {"fds"},
                              {"no-fd"},
                              {"fd-with-ready"},
                              {"exited=0"},
                              {"stopped=20"},
                              {"fd"}};
    for (Words words : nonsense) {
        words.emplace_back("sleep=60000");
        const auto run = run_plan(fake_plan(words), {});
        ASSERT_TRUE(std::holds_alternative<SetupFailed>(run.outcome)) << words.front();
        EXPECT_LT(run.duration, std::chrono::seconds(20));
    }
    for (const char* word : {"ready", "raw=short", "exited=256", "signaled=0", "fds"}) {
        const auto run = run_plan(fake_plan({"ready", word, "sleep=60000"}), {});
        EXPECT_EQ(run.outcome, Outcome(Signaled{SIGKILL})) << word;  // the command ran, so it is no failed set-up
    }
}

TEST_F(Supervisor, ServesTheDescriptorsItIsGiven) {
    int served = 0;
    const Request request{
        .accept = [&](std::uint32_t kind, std::vector<UniqueFd> fds, LoopControl&) -> Result<Watched> {
            EXPECT_EQ(kind, 0U);
            EXPECT_NE(::fcntl(fds.front().get(), F_GETFD) & FD_CLOEXEC, 0);
            const auto shared = std::make_shared<UniqueFd>(std::move(fds.front()));
            return Watched{.fd = shared->get(), .ready = [&served, shared] {
                               char byte = 0;
                               EXPECT_EQ(::read(shared->get(), &byte, 1), 1);
                               return ++served < 1;
                           }};
        }};
    const auto run = run_plan(fake_plan({"fd", "await=0:0", "ready", "sleep=50", "exited=0"}), request);
    EXPECT_EQ(run.outcome, Outcome(Exited{0}));
    EXPECT_EQ(served, 1);
}

TEST_F(Supervisor, NothingStartsIfTheDescriptorsAreOfNoUse) {
    const Request request{.accept = [](std::uint32_t, std::vector<UniqueFd>, LoopControl&) -> Result<Watched> {
        return fail(Errc::io, "the port is taken");
    }};
    const std::vector<std::string> words{"fd", "await=0:0", "ready", "exited=0"};
    EXPECT_EQ(run_plan(fake_plan(words), request).outcome,
              Outcome(SetupFailed{"the sandbox could not be set up: the port is taken"}));
    EXPECT_EQ(
        run_plan(fake_plan(words), {}).outcome,
        Outcome(SetupFailed{"the sandbox could not be set up: postern-init handed out something that nobody serves"}));
}

TEST_F(Supervisor, OrdersThatComeTooLateChangeNothing) {
    const Request request{.accept = [](std::uint32_t, std::vector<UniqueFd>, LoopControl&) -> Result<Watched> {
        siginfo_t gone{};
        EXPECT_EQ(::waitid(P_ALL, 0, &gone, WEXITED | WNOWAIT), 0);  // so `go` and `end` find nobody
        return Watched{.fd = -1, .ready = {}};
    }};
    const auto run = run_plan(fake_plan({"fd", "ready", "lingering", "exited=7"}), request);
    EXPECT_EQ(run.outcome, Outcome(Exited{7}));
}

TEST_F(Supervisor, APlainProgramIsJudgedByItsStatus) {
    EXPECT_EQ(run_plan(plain_plan("exit 3"), {}).outcome, Outcome(Exited{3}));
    EXPECT_EQ(run_plan(plain_plan("kill -SEGV $$"), {}).outcome.index(), Outcome(Signaled{}).index());
    EXPECT_EQ(exit_code(run_plan(plain_plan("ulimit -c 0; kill -SEGV $$"), {}).outcome), 139);
}

TEST_F(Supervisor, WhatCannotBeStartedIsASetupFailure) {
    auto plan = fake_plan({});
    plan.file = "/no/such/bwrap";
    EXPECT_EQ(run_plan(std::move(plan), {}).outcome,
              Outcome(failed("/no/such/bwrap: cannot start: No such file or directory")));
    auto deaf = fake_plan({});
    deaf.control.reset();
    EXPECT_EQ(run_plan(std::move(deaf), {}).outcome,
              Outcome(failed("the launch plan has no connection to postern-init")));
}

TEST_F(Supervisor, TheChildHasTheSignalsAndDescriptorsItNeedsAndNoOthers) {
    auto signals = fake_plan({"ready", "dispositions", "exited=0"});
    EXPECT_EQ(run_plan(std::move(signals), capturing()).out->text, "iiiiiddd");
    auto plan = fake_plan({"ready", "descriptors", "exited=0"});
    plan.inherited.emplace_back(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    std::vector<int> expected{0, 1, 2, plan.control_inside.get(), plan.inherited[0].get()};
    std::ranges::sort(expected);
    const UniqueFd not_for_it(::open("/dev/null", O_RDONLY));  // as left open in us by our caller
    std::string text;
    for (const int fd : expected) text += std::to_string(fd) + " ";
    const std::string got = run_plan(std::move(plan), capturing()).out->text;
    for (const int fd : expected) EXPECT_NE((" " + got).find(" " + std::to_string(fd) + " "), std::string::npos) << got;
    EXPECT_EQ(got.size(), text.size()) << got;
}

TEST_F(Supervisor, WhatIsLeftOfTheSandboxIsEnded) {
    const auto run = run_plan(fake_plan({"ready", "orphan", "exited=0"}), capturing());
    EXPECT_EQ(run.outcome, Outcome(Exited{0}));
    EXPECT_TRUE(run.all_gone);
    EXPECT_EQ(::kill(std::stoi(run.out->text), 0), -1);
}

TEST_F(Supervisor, DoesNotWaitForWhoeverKeepsThePipeOpen) {
    const auto run = run_plan(plain_plan("sleep 5 & echo done"), capturing());
    EXPECT_EQ(run.outcome, Outcome(Exited{0}));
    EXPECT_EQ(run.out->text, "done\n");
    EXPECT_LT(run.duration, std::chrono::seconds(4));
}

TEST_F(Supervisor, AFloodIsCutAndEnds) {
    const auto run =
        run_plan(fake_plan({"ready", "flood=5000000", "exited=0"}), capturing({.head = 1000, .tail = 100}));
    EXPECT_EQ(run.outcome, Outcome(Exited{0}));
    EXPECT_EQ(run.out->total, 5'000'000U);
    EXPECT_EQ(run.out->left_out, 5'000'000U - 1100U);
    EXPECT_LT(run.out->text.size(), 1200U);
}

TEST_F(Supervisor, APlanMadeWithStdinClosedIsRefused) {
    const test::Redirected no_stdin(STDIN_FILENO, -1);
    auto plan = fake_plan({"ready", "exited=0"});
    ASSERT_TRUE(plan.control.get() == STDIN_FILENO || plan.control_inside.get() == STDIN_FILENO);
    EXPECT_TRUE(std::holds_alternative<SetupFailed>(run_plan(std::move(plan), {}).outcome));
}

TEST_F(Supervisor, OutputPassesThroughToAFile) {
    const UniqueFd file(::memfd_create("output", MFD_CLOEXEC));
    ASSERT_TRUE(file);
    ASSERT_EQ(::write(file.get(), "before\n", 7), 7);
    {
        const test::Redirected stdout_to(STDOUT_FILENO, file.get());
        Request request = capturing({.head = 10, .tail = 4});
        request.pass_through = true;
        EXPECT_EQ(run_plan(fake_plan({"ready", "flood=200", "exited=0"}), request).output_error, 0);
    }
    std::string got(200, '\0');
    got.resize(static_cast<std::size_t>(::pread(file.get(), got.data(), got.size(), 0)));
    EXPECT_EQ(got, "before\nxxxxxxxxxx\n[postern: 186 bytes left out]\nxxx\n");
}

TEST_F(Supervisor, WhenTheReaderIsGoneTheCommandIsTold) {
    int ends[2] = {-1, -1};
    ASSERT_EQ(::pipe2(ends, O_CLOEXEC), 0);
    (void)::close(ends[0]);
    UniqueFd write(ends[1]);
    const test::Redirected stdout_to(STDOUT_FILENO, write.get());
    Request request = capturing();
    request.pass_through = true;
    const auto run = run_plan(plain_plan("exec yes"), request);
    EXPECT_EQ(run.outcome, Outcome(Signaled{SIGPIPE}));
    EXPECT_EQ(run.output_error, EPIPE);
}

TEST_F(Supervisor, LeavesOurSignalsAsTheyWere) {
    sigset_t before, after;
    (void)::sigprocmask(SIG_BLOCK, nullptr, &before);
    struct sigaction ignore {
    }, saved{}, now{};
    ignore.sa_handler = SIG_IGN;
    ASSERT_EQ(::sigaction(SIGCHLD, &ignore, &saved), 0);  // would reap the child before we can
    EXPECT_EQ(run_plan(plain_plan("exit 3"), {}).outcome, Outcome(Exited{3}));
    ASSERT_EQ(::sigaction(SIGCHLD, &saved, &now), 0);
    EXPECT_EQ(now.sa_handler, SIG_IGN);
    (void)::sigprocmask(SIG_BLOCK, nullptr, &after);
    for (int number = 1; number < 32; ++number) {
        EXPECT_EQ(::sigismember(&before, number), ::sigismember(&after, number)) << number;
    }
}

}  // namespace
}  // namespace postern::run
