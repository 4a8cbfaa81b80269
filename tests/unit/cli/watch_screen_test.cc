#include "cli/watch_screen.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace postern::cli {
namespace {

using approval::Answer;
using approval::BrokerQuestion;
using approval::Lasting;
using Kind = WatchAct::Kind;

BrokerQuestion question(std::string id, std::string subject) {
    return {
        .id = std::move(id), .subject = std::move(subject), .directory = "/p", .reasons = {"first why", "second why"}};
}

class Screen : public testing::Test {
protected:
    Screen() { screen.set_questions({question("q1", "make all"), question("q2", "git push")}); }
    WatchAct type(std::string_view keys) {
        WatchAct out;
        for (const std::string& key : keys_in(keys)) out = screen.on_key(key);
        return out;
    }
    [[nodiscard]] std::string shown(ScreenSize size = {}) const { return screen.frame(size, 0); }

    WatchScreen screen;
};

TEST_F(Screen, KeysAnswerTheSelectedQuestion) {
    const WatchAct yes = type("y");
    EXPECT_EQ(yes.kind, Kind::answer);
    EXPECT_EQ(yes.id, "q1");
    EXPECT_EQ(yes.answer.verdict, Answer::Verdict::allowed);
    EXPECT_EQ(yes.answer.lasting, Lasting::once);
    const WatchAct no = type("jn");
    EXPECT_EQ(no.id, "q2");
    EXPECT_EQ(no.answer.verdict, Answer::Verdict::refused);
    EXPECT_EQ(type("\x1b[Ay").id, "q1") << "arrows move, too";
    EXPECT_EQ(type("kkky").id, "q1");
    EXPECT_EQ(type("q").kind, Kind::quit);
    EXPECT_EQ(type("x").kind, Kind::none);
}

TEST_F(Screen, AMessageIsANoWithAReason) {
    const WatchAct no = type("museq yq\x7f\r");
    EXPECT_EQ(no.kind, Kind::answer);
    EXPECT_EQ(no.answer.verdict, Answer::Verdict::refused);
    EXPECT_EQ(no.answer.message, "useq y") << "keys are text while one is typed";
    EXPECT_EQ(type("mabc\x1b").kind, Kind::none);
    EXPECT_EQ(type("y").answer.message, "") << "escape forgets it";
    EXPECT_EQ(type("m\xc3\xa4\x7f\r").answer.message, "") << "a whole character is taken back";
}

TEST_F(Screen, OnlyWhatIsOfferedCanBeChosen) {
    EXPECT_EQ(type("s").kind, Kind::none);
    EXPECT_NE(shown().find("not offered"), std::string::npos);
    BrokerQuestion host = question("q3", "a:443");
    host.longest = Lasting::always;
    screen.set_questions({host});
    EXPECT_EQ(type("s").answer.lasting, Lasting::session);
    EXPECT_EQ(type("a").answer.lasting, Lasting::always);
}

// A question that goes while a key is on its way must not give its place to another one.
TEST_F(Screen, TheSelectionStaysOnItsQuestion) {
    EXPECT_EQ(type("j").kind, Kind::none);
    screen.set_questions({question("q0", "new"), question("q1", "make all"), question("q2", "git push")});
    EXPECT_EQ(type("y").id, "q2");
    EXPECT_EQ(type("mnot now").kind, Kind::none);
    screen.set_questions({question("q1", "make all")});
    EXPECT_EQ(type("\r").kind, Kind::none) << "what was typed was about another question";
    screen.set_questions({});
    for (const std::string_view key : {"y", "n", "s", "a", "m", "e", "j", "k", "\r"}) {
        EXPECT_EQ(type(key).kind, Kind::none) << key;
    }
    EXPECT_NE(shown().find("No question stands"), std::string::npos);
}

TEST_F(Screen, AFrameFitsAndClearsNothingFirst) {
    screen.set_questions({question("q1", std::string(5000, 'x') + "\x1b[31m\n")});
    for (const ScreenSize size : {ScreenSize{24, 80}, ScreenSize{3, 20}, ScreenSize{1, 1}, ScreenSize{60, 200}}) {
        const std::string frame = shown(size);
        EXPECT_TRUE(frame.starts_with("\x1b[H"));
        EXPECT_EQ(frame.find("\x1b[2J"), std::string::npos);
        EXPECT_EQ(frame.find("\x1b[31m"), std::string::npos) << "a command cannot draw here";
        EXPECT_EQ(std::ranges::count(frame, '\n'), static_cast<std::ptrdiff_t>(size.rows) - 1);
    }
    EXPECT_NE(shown({10, 40}).find("does not fit"), std::string::npos) << "what is cut is said";
}

TEST_F(Screen, SaysWhatWhereWhoWhyAndWhatAYesCovers) {
    const std::string frame = shown();
    for (const std::string_view part : {"make all", "in /p", "asked by process", "first why", "1 more reasons (e)",
                                        "a yes covers", "y yes  n no  m no, and why", "2 questions"}) {
        EXPECT_NE(frame.find(part), std::string::npos) << part;
    }
    EXPECT_EQ(frame.find("second why"), std::string::npos);
    (void)type("e");
    EXPECT_NE(shown().find("second why"), std::string::npos);
}

}  // namespace
}  // namespace postern::cli
