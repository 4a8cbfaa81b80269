#include "approval/settle.h"

#include "approval/small_loop.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include <sys/wait.h>
#include <unistd.h>

namespace postern::approval {
namespace {

using Verdict = Answer::Verdict;

const Answer kYes{.verdict = Verdict::allowed}, kNo{.verdict = Verdict::refused}, kNobody{.verdict = Verdict::nobody};

// Answers when it is told to.
class Recorder : public Approver {
public:
    explicit Recorder(std::string name) : name_(std::move(name)) {}
    [[nodiscard]] std::string_view name() const override { return name_; }
    [[nodiscard]] bool available() const override { return true; }
    void ask(Loop&, Ticket ticket, const Question& question, Answered answered) override {
        asked.push_back(question.subject);
        if (at_once) return answered(*at_once);
        open[ticket] = std::move(answered);
    }
    void withdraw(Ticket ticket) override { withdrawn += static_cast<int>(open.erase(ticket)); }
    void say(const Answer& answer) {
        const Answered answered = open.begin()->second;
        open.erase(open.begin());
        answered(answer);
    }

    std::vector<std::string> asked{};
    std::map<Ticket, Answered> open{};
    std::optional<Answer> at_once{};
    int withdrawn = 0;

private:
    std::string name_;
};

class Settling : public testing::Test {
protected:
    void use(ApprovalRules rules, const std::vector<std::string>& names = {"first"}) {
        Approvers approvers;
        for (const std::string& name : names) {
            auto made = std::make_unique<Recorder>(name);
            recorders.push_back(made.get());
            approvers.push_back(std::move(made));
        }
        approvals.emplace(std::move(rules), Memory(*AbsPath::parse("/nonexistent"), [] { return std::string(); }),
                          std::move(approvers));
        approvals->attach(loop);
    }
    ~Settling() override {
        if (approvals) approvals->detach();
    }
    static Question about(const std::string& subject, const std::string& files = "f") {
        return {.about = About::program, .subject = subject, .bindings = {{subject, files}}};
    }
    Ticket settle(const Question& question) {
        return approvals->settle(question, [this](const Answer& answer) { answers.push_back(answer); });
    }

    SmallLoop loop;
    std::vector<Recorder*> recorders;
    std::optional<Approvals> approvals;
    std::vector<Answer> answers;
};

constexpr bool kNeverAsks = true;
const ApprovalRules kAsks{.never_asks = false};

TEST_F(Settling, WhereNobodyMayBeAskedNotEvenTheFallbackCounts) {
    use({.never_asks = kNeverAsks, .allow_unasked = true});
    settle(about("a"));
    EXPECT_EQ(answers, std::vector{kNobody});
    EXPECT_EQ(recorders[0]->asked.size(), 0U);
    EXPECT_FALSE(approvals->may_allow(About::host));
}

TEST_F(Settling, TheFallbackCountsWhereNobodyAnswers) {
    for (const bool allow : {false, true}) {
        answers.clear();
        approvals.reset();
        recorders.clear();
        use({.never_asks = false, .allow_unasked = allow});
        recorders[0]->at_once = kNobody;
        settle(about("a"));
        settle(about("a"));
        ASSERT_EQ(answers.size(), 2U);
        for (const Answer& answer : answers) EXPECT_EQ(answer.verdict, allow ? Verdict::allowed : Verdict::nobody);
        EXPECT_EQ(recorders[0]->asked.size(), 2U) << "the fallback is no answer to be remembered";
        recorders[0]->at_once = kNo;
        settle(about("a"));
        EXPECT_EQ(answers.back().verdict, Verdict::refused) << "a no is a no";
    }
}

TEST_F(Settling, TheSameIsAskedOnce) {
    use(kAsks);
    recorders[0]->at_once = kYes;
    settle(about("a"));
    settle(about("a"));
    settle(about("a", "rewritten"));
    settle(about("b"));
    EXPECT_EQ(recorders[0]->asked, (std::vector<std::string>{"a", "a", "b"}));
    EXPECT_EQ(answers.size(), 4U);
    recorders[0]->at_once = kNo;
    settle(about("c"));
    settle(about("c", "rewritten"));
    EXPECT_EQ(recorders[0]->asked.size(), 4U);
    EXPECT_EQ(answers.back().verdict, Verdict::refused);
}

TEST_F(Settling, SeveralWhoWaitForTheSameGetOneAnswer) {
    use(kAsks);
    settle(about("a"));
    const Ticket second = settle(about("a"));
    settle(about("a"));
    EXPECT_EQ(recorders[0]->asked.size(), 1U);
    approvals->withdraw(second);
    EXPECT_EQ(recorders[0]->withdrawn, 0);
    recorders[0]->say(kYes);
    EXPECT_EQ(answers.size(), 2U);
    EXPECT_EQ(answers[0].approver, "first");
}

TEST_F(Settling, WhatNobodyWaitsForIsWithdrawn) {
    use(kAsks, {"first", "second"});
    approvals->withdraw(settle(about("a")));
    settle(about("b"));
    approvals->detach();
    for (const Recorder* recorder : recorders) EXPECT_EQ(recorder->withdrawn, 2);
    EXPECT_TRUE(answers.empty());
}

TEST_F(Settling, TheFirstWhoDecidesWins) {
    use(kAsks, {"first", "second", "third"});
    settle(about("a"));
    recorders[2]->say(kNobody);
    EXPECT_TRUE(answers.empty());
    recorders[1]->say(kNo);
    ASSERT_EQ(answers.size(), 1U);
    EXPECT_EQ(answers[0], (Answer{.approver = "second"}));
    EXPECT_EQ(recorders[0]->withdrawn, 1);

    recorders[1]->at_once = kYes;
    settle(about("b"));
    EXPECT_EQ(answers.back().verdict, Verdict::allowed);
    EXPECT_EQ(recorders[2]->asked.size(), 1U) << "it was decided before the third was asked";

    for (Recorder* recorder : recorders) recorder->at_once = kNobody;
    settle(about("c"));
    EXPECT_EQ(answers.back().verdict, Verdict::nobody);
}

TEST_F(Settling, AQuestionEndsWithTheTaskThatWaits) {
    use(kAsks);
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    const pid_t child = ::fork();
    if (child == 0) {
        (void)::close(ends[1]);
        char byte = 0;
        (void)!::read(ends[0], &byte, 1);
        ::_exit(0);
    }
    Question question = about("a");
    question.task = static_cast<std::uint32_t>(child);
    settle(question);
    EXPECT_EQ(recorders[0]->withdrawn, 0);
    (void)::close(ends[0]);
    (void)::close(ends[1]);
    EXPECT_TRUE(loop.serve_next());
    EXPECT_EQ(recorders[0]->withdrawn, 1);
    EXPECT_TRUE(answers.empty());
    EXPECT_EQ(::waitpid(child, nullptr, 0), child);
}

// Answers when a descriptor can be read, as real ones do.
class Piped : public Approver {
public:
    Piped() { EXPECT_EQ(::pipe(ends_), 0); }
    ~Piped() override {
        for (const int end : ends_) (void)::close(end);
    }
    [[nodiscard]] std::string_view name() const override { return "piped"; }
    [[nodiscard]] bool available() const override { return false; }
    void ask(Loop& loop, Ticket, const Question&, Answered answered) override {
        loop.hold({.on_held = [&](bool person_present) { EXPECT_FALSE(person_present); }, .on_give_up = {}});
        loop.serve({.fd = ends_[0], .ready = [answered] {
                        answered(kYes);
                        return false;
                    }});
        EXPECT_EQ(::write(ends_[1], "x", 1), 1);
    }
    void withdraw(Ticket) override {}

private:
    int ends_[2];
};

TEST(SettleNow, IsServedByALoopOfItsOwn) {
    Approvers approvers;
    approvers.push_back(std::make_unique<Piped>());
    Approvals approvals(kAsks, Memory(*AbsPath::parse("/nonexistent"), [] { return std::string(); }),
                        std::move(approvers));
    EXPECT_FALSE(approvals.may_allow(About::host));
    const Question question{.subject = "a", .bindings = {{"a", ""}}};
    EXPECT_EQ(approvals.settle_now(question), (Answer{.verdict = Verdict::allowed, .approver = "piped"}));
    EXPECT_TRUE(approvals.recall(question)) << "the yes holds during the run";
}

TEST(SettleNow, WithoutApproversNobodyIsThere) {
    Approvals approvals(kAsks, Memory(*AbsPath::parse("/nonexistent"), [] { return std::string(); }), {});
    EXPECT_EQ(approvals.settle_now({.subject = "a"}).verdict, Verdict::nobody);
}

}  // namespace
}  // namespace postern::approval
