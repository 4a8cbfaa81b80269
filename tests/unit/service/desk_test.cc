#include "service/desk.h"

#include <gtest/gtest.h>

namespace postern::service {
namespace {

// A shell 10 with session 10; in it an agent 20, which starts 30 and 40.
const Peer kAsker{.uid = 1,
                  .process = {40, 4},
                  .session = 10,
                  .ancestors = {{30, 3}, {20, 2}, {10, 1}, {1, 0}},
                  .ancestor_sessions = {10, 10, 10, 1}};
// Another terminal, below the same ancestor.
const Peer kPerson{
    .uid = 1, .process = {60, 6}, .session = 50, .ancestors = {{50, 5}, {1, 0}}, .ancestor_sessions = {50, 1}};

TEST(Approver, IsNotTheRequester) {
    EXPECT_FALSE(is_below_asker(kPerson, kAsker));
    Peer same_terminal = kPerson;
    same_terminal.session = 10;
    EXPECT_TRUE(is_below_asker(same_terminal, kAsker));
    Peer below_agent{.process = {70, 7}, .session = 70, .ancestors = {{20, 2}, {10, 1}, {1, 0}}};
    EXPECT_TRUE(is_below_asker(below_agent, kAsker)) << "a session of its own does not help";
    below_agent.ancestors = {{40, 4}, {1, 0}};
    EXPECT_TRUE(is_below_asker(below_agent, kAsker)) << "nor being started by the run";
    EXPECT_TRUE(is_below_asker(kAsker, kAsker));
    below_agent.ancestors = {{20, 99}, {1, 0}};
    EXPECT_FALSE(is_below_asker(below_agent, kAsker)) << "a number that was used again is another process";
    Peer detached = kAsker;  // `setsid postern run`
    detached.session = 40;
    EXPECT_TRUE(is_below_asker(below_agent = {.process = {70, 7}, .session = 70, .ancestors = {{20, 2}}}, detached));
    EXPECT_FALSE(is_below_asker(kPerson, detached));
}

TEST(Desk, AQuestionIsAnsweredOnce) {
    Desk desk;
    const auto id = desk.add({.subject = "a"}, kAsker, 7);
    ASSERT_TRUE(id);
    ASSERT_EQ(desk.list().size(), 1U);
    EXPECT_EQ(desk.list()[0].pid, 40);
    EXPECT_GT(desk.list()[0].asked_ms, 0);
    EXPECT_NE(desk.answer(*id, kAsker).error, "") << "by the agent";
    EXPECT_EQ(desk.list().size(), 1U) << "and it stands still";
    EXPECT_NE(desk.answer("other", kPerson).error, "");
    const Desk::Answered answered = desk.answer(*id, kPerson);
    EXPECT_EQ(answered.error, "");
    EXPECT_EQ(answered.connection, 7U);
    EXPECT_NE(desk.answer(*id, kPerson).error, "") << "once only";
    EXPECT_TRUE(desk.list().empty());
}

TEST(Desk, GoesWithTheConnectionAndHasAnEnd) {
    Desk desk;
    for (ConnectionId i = 0; i < Desk::kMostQuestions; ++i) EXPECT_TRUE(desk.add({}, kAsker, i));
    EXPECT_FALSE(desk.add({}, kAsker, 1000));
    EXPECT_TRUE(desk.remove(3));
    EXPECT_FALSE(desk.remove(3));
    EXPECT_TRUE(desk.add({}, kAsker, 1000));
}

}  // namespace
}  // namespace postern::service
