#include "approval/race.h"

#include "approval/builtin_classifier.h"
#include "approval/settle.h"
#include "approval/small_loop.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <map>

namespace postern::approval {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;
using Verdict = Answer::Verdict;

struct Manner {
    std::string name{};
    policy::ReasonKind kind = policy::ReasonKind::hook;
    policy::MayAnswer authority = policy::MayAnswer::chosen;
    milliseconds grace{}, after{};  // before it is asked, and from then to its answer
    Answer answer{};
    bool answers = true;
};

// Answers some time after it was asked, by the clock.
class Timed : public Approver {
public:
    explicit Timed(Manner manner) : manner_(std::move(manner)) {}
    [[nodiscard]] std::string_view name() const override { return manner_.name; }
    [[nodiscard]] policy::ReasonKind kind() const override { return manner_.kind; }
    [[nodiscard]] policy::MayAnswer authority() const override { return manner_.authority; }
    [[nodiscard]] milliseconds grace() const override { return manner_.grace; }
    [[nodiscard]] bool available() const override { return true; }
    void ask(Loop& loop, Ticket ticket, const Question&, Answered answered) override {
        asked.push_back(Clock::now());
        if (!manner_.answers) return open.push_back(ticket);
        if (manner_.after.count() == 0) return answered(manner_.answer);
        open.push_back(ticket);
        timers_.try_emplace(ticket, loop, manner_.after, [this, ticket, answered] {
            std::erase(open, ticket);
            answered(manner_.answer);
        });
    }
    void withdraw(Ticket ticket) override {
        withdrawn += static_cast<int>(std::erase(open, ticket));
        timers_.erase(ticket);
    }

    std::vector<Clock::time_point> asked{};
    std::vector<Ticket> open{};
    int withdrawn = 0;

private:
    Manner manner_;
    std::map<Ticket, Timer> timers_{};
};

const Answer kYes{.verdict = Verdict::allowed}, kNo{.message = "no"}, kSilent{.verdict = Verdict::nobody};

class Racing : public testing::Test {
protected:
    Timed& add(Manner manner) {
        auto made = std::make_unique<Timed>(std::move(manner));
        Timed& out = *made;
        approvers.push_back(std::move(made));
        return out;
    }
    Timed& add_person(milliseconds after, Answer says = kNo) {
        return add({.name = "person",
                    .kind = policy::ReasonKind::approval,
                    .authority = policy::MayAnswer::person,
                    .grace = milliseconds(120),
                    .after = after,
                    .answer = std::move(says)});
    }
    void begin(const Question& question = {}, RaceTerms terms = {}) {
        started = Clock::now();
        answer.reset();
        race = std::make_shared<Race>(approvers, ++ticket, std::move(terms),
                                      [this](const Answer& given) { answer = given; });
        race->start(loop, question);
    }
    void finish() {
        while (!answer && loop.serve_next()) continue;
    }
    static Question question_for(policy::MayAnswer least) {
        return {.reasons = {{.verdict = policy::Verdict::ask, .may_answer = least}}};
    }

    SmallLoop loop;
    Approvers approvers;
    std::shared_ptr<Race> race;
    std::optional<Answer> answer;
    Clock::time_point started;
    Ticket ticket = 0;
};

// The classifier knows after 50 ms, the person would be asked after 120. A machine that stands still longer than that
// between the two shows nothing, so it is tried again.
TEST_F(Racing, AFastYesIsNeverSeen) {
    const Timed& classifier =
        add({.name = "classifier", .kind = policy::ReasonKind::classifier, .after = milliseconds(50), .answer = kYes});
    const Timed& person = add_person(milliseconds(1));
    std::size_t unseen = 0;
    for (int tries = 0; tries < 50 && unseen == 0; ++tries) {
        const std::size_t before = person.asked.size();
        begin();
        finish();
        ASSERT_TRUE(answer);
        if (person.asked.size() > before) {
            EXPECT_GE(person.asked.back() - started, milliseconds(120));
            continue;
        }
        ++unseen;
        EXPECT_EQ(answer->approver, "classifier");
        EXPECT_EQ(answer->kind, policy::ReasonKind::classifier);
        EXPECT_GE(Clock::now() - started, milliseconds(50));
    }
    EXPECT_EQ(unseen, 1U);
    EXPECT_FALSE(classifier.asked.empty());
}

TEST_F(Racing, ASlowHookLosesAgainstAPerson) {
    Timed& hook = add({.name = "slow", .after = std::chrono::hours(1), .answer = kYes});
    Timed& person = add_person(milliseconds(1));
    begin();
    EXPECT_TRUE(person.asked.empty());
    finish();
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->approver, "person");
    EXPECT_GE(person.asked.front() - started, milliseconds(120));
    EXPECT_EQ(hook.withdrawn, 1);
    EXPECT_TRUE(hook.open.empty());
}

TEST_F(Racing, AloneAPersonIsAskedAtOnceAndSoWhereTheOthersAreSilent) {
    Timed& person = add_person({}, kYes);
    begin();
    ASSERT_TRUE(answer) << "nothing to wait for";
    EXPECT_EQ(answer->verdict, Verdict::allowed);
    EXPECT_EQ(answer->kind, policy::ReasonKind::approval);

    add({.name = "silent", .answer = kSilent});
    begin();
    ASSERT_TRUE(answer) << "the only other one has nothing to say";
    EXPECT_EQ(answer->approver, "person");
    EXPECT_EQ(person.asked.size(), 2U);
}

TEST_F(Racing, ASilentOneIsNoDenialAndItsFailureIsTold) {
    add({.name = "broken", .after = milliseconds(1), .answer = {.verdict = Verdict::nobody, .message = "it crashed"}});
    add({.name = "quiet", .after = milliseconds(1), .answer = kSilent});
    add_person(milliseconds(1), kYes);
    std::vector<std::string> told;
    begin({}, {.silent = [&](std::string_view who, const std::string& why) {
              told.push_back(std::string(who) + ": " + why);
          }});
    finish();
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->verdict, Verdict::allowed);
    EXPECT_EQ(told, std::vector<std::string>{"broken: it crashed"});
}

TEST_F(Racing, OfTwoDecisiveAnswersAtOnceOneCounts) {
    int answers = 0;
    Timed& yes = add({.name = "yes", .after = milliseconds(1), .answer = kYes});
    Timed& no = add({.name = "no", .after = milliseconds(1), .answer = kNo});
    race = std::make_shared<Race>(approvers, 1, RaceTerms{}, [&](const Answer& given) {
        ++answers;
        answer = given;
    });
    race->start(loop, {});
    const auto until = Clock::now() + milliseconds(20);
    while (Clock::now() < until) continue;  // both timers have rung
    while (loop.serve_next()) continue;
    EXPECT_EQ(answers, 1);
    EXPECT_EQ(yes.open.size() + no.open.size(), 0U);
}

TEST_F(Racing, ADeadlineEndsAQuestionThatNobodyAnswers) {
    add({.name = "never", .answers = false});
    begin({}, {.deadline = milliseconds(30)});
    finish();
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->verdict, Verdict::nobody);
    EXPECT_GE(Clock::now() - started, milliseconds(30));
}

TEST_F(Racing, NobodyAnswersMoreThanAllowed) {
    Timed& anybody = add({.name = "anybody", .authority = policy::MayAnswer::anybody, .answer = kYes});
    Timed& chosen = add({.name = "chosen", .answer = kYes});
    Timed& person = add_person({}, kYes);
    begin(question_for(policy::MayAnswer::anybody));
    EXPECT_EQ(answer->approver, "anybody");
    begin(question_for(policy::MayAnswer::chosen));
    EXPECT_EQ(answer->approver, "chosen");
    begin(question_for(policy::MayAnswer::person));
    EXPECT_EQ(answer->approver, "person");
    begin(question_for(policy::MayAnswer::anybody), {.at_least = policy::MayAnswer::person});
    EXPECT_EQ(answer->approver, "person") << "after too many refusals only a person counts";
    EXPECT_EQ(anybody.asked.size() + chosen.asked.size() + person.asked.size(), 4U);
    approvers.pop_back();
    begin(question_for(policy::MayAnswer::person));
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->verdict, Verdict::nobody);
}

TEST_F(Racing, TheBuiltinClassifierSpeaksForWhatIsHarmlessAndNeverDenies) {
    approvers.push_back(std::make_unique<BuiltinClassifier>());
    begin({.harmless = "it only reads"});
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->verdict, Verdict::allowed);
    EXPECT_EQ(answer->approver, "builtin:read-only");
    EXPECT_EQ(answer->message, "it only reads");
    begin({});
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->verdict, Verdict::nobody);
}

TEST_F(Racing, AHundredAtOnceAreAllAnswered) {
    add({.name = "slow", .after = milliseconds(5), .answer = kYes});
    std::map<Ticket, Answer> answers;
    std::vector<std::shared_ptr<Race>> races;
    for (Ticket number = 1; number <= 100; ++number) {
        races.push_back(std::make_shared<Race>(approvers, number, RaceTerms{},
                                               [&answers, number](const Answer& given) { answers[number] = given; }));
        races.back()->start(loop, {});
    }
    while (answers.size() < 100 && loop.serve_next()) continue;
    EXPECT_EQ(answers.size(), 100U);
}

// What only a person may answer, the fallback does not lift, and no yes of a hook.
TEST(Interactive, IsLiftedByNothing) {
    Approvals approvals({.never_asks = false, .allow_unasked = true},
                        Memory(*AbsPath::parse("/nonexistent"), [] { return std::string(); }), {});
    const Question question{.subject = "a",
                            .reasons = {{.verdict = policy::Verdict::ask, .may_answer = policy::MayAnswer::person}},
                            .bindings = {{"a", ""}}};
    EXPECT_EQ(approvals.settle_now(question).verdict, Verdict::nobody);
    Question plain = question;
    plain.reasons.clear();
    EXPECT_EQ(approvals.settle_now(plain).verdict, Verdict::allowed);
}

}  // namespace
}  // namespace postern::approval
