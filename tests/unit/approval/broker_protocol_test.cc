#include "approval/broker_protocol.h"

#include <gtest/gtest.h>

namespace postern::approval {
namespace {

const std::string kToken = "t0ken";
const Challenge kChallenge{.nonce = "n1", .counter = "c1"};

std::string without_end(std::string line) {
    EXPECT_EQ(line.find('\n'), line.size() - 1) << "one line";
    line.pop_back();
    return line;
}

TEST(BrokerSignature, HoldsForThisTokenNonceSpeakerAndBodyOnly) {
    const auto said = parse_signed(without_end(signed_line(kToken, Speaker::client, kChallenge, "{\"do\":\"list\"}")));
    ASSERT_TRUE(said);
    EXPECT_EQ(said->body, "{\"do\":\"list\"}");
    EXPECT_TRUE(is_genuine(kToken, Speaker::client, kChallenge, *said));
    EXPECT_FALSE(is_genuine("other", Speaker::client, kChallenge, *said));
    EXPECT_FALSE(is_genuine("", Speaker::client, kChallenge, *said));
    EXPECT_FALSE(is_genuine(kToken, Speaker::broker, kChallenge, *said)) << "no answer is made of a question";
    EXPECT_FALSE(is_genuine(kToken, Speaker::client, {.nonce = "n2", .counter = "c1"}, *said)) << "no replay";
    EXPECT_FALSE(is_genuine(kToken, Speaker::client, {.nonce = "n1", .counter = "c2"}, *said));
    for (const Signed& other : {Signed{said->body + " ", said->mac}, Signed{said->body, ""},
                                Signed{said->body, said->mac.substr(1) + "0"}, Signed{said->body, said->mac + "0"}}) {
        EXPECT_FALSE(is_genuine(kToken, Speaker::client, kChallenge, other));
    }
}

TEST(BrokerSignature, NothingIsSignedWithAnEmptyToken) {
    const auto said = parse_signed(without_end(signed_line("", Speaker::client, kChallenge, "{}")));
    ASSERT_TRUE(said);
    EXPECT_FALSE(is_genuine("", Speaker::client, kChallenge, *said));
}

TEST(BrokerHello, HasAVersionAndANonce) {
    EXPECT_EQ(parse_hello(without_end(hello_line("abc"))).value(), "abc");
    for (const std::string_view text : {"", "{}", "[]", R"({"version":2,"nonce":"a"})", R"({"version":1,"nonce":""})",
                                        R"({"version":1,"nonce":1})", R"({"version":1,"nonce":"a","nonce":"b"})"}) {
        EXPECT_FALSE(parse_hello(text)) << text;
    }
    EXPECT_EQ(random_hex(32).size(), 64U);
    EXPECT_NE(random_hex(32), random_hex(32));
}

TEST(BrokerMessages, AreReadAsTheyWereWritten) {
    Question question{
        .about = About::host, .subject = "a\xff:443", .directory = *AbsPath::parse("/p"), .longest = Lasting::always};
    question.reasons = {{.verdict = policy::Verdict::ask, .message = "why"},
                        {.verdict = policy::Verdict::ask, .message = "why"}};
    BrokerQuestion shown = shown_to_others(question);
    EXPECT_EQ(shown.reasons, std::vector<std::string>{"why"});
    const auto asked = parse_request(request_body({.act = BrokerAct::ask, .challenge = "c", .question = shown}));
    ASSERT_TRUE(asked);
    EXPECT_EQ(asked->act, BrokerAct::ask);
    EXPECT_EQ(asked->question->about, About::host);
    EXPECT_EQ(asked->question->longest, Lasting::always);
    EXPECT_EQ(asked->question->directory, "/p");

    const Answer yes{.verdict = Answer::Verdict::allowed, .message = "go", .lasting = Lasting::session};
    const auto answered =
        parse_request(request_body({.act = BrokerAct::answer, .challenge = "c", .id = "1", .answer = yes}));
    ASSERT_TRUE(answered);
    EXPECT_EQ(answered->answer, yes);
    EXPECT_EQ(answered->id, "1");
    const auto told = parse_reply(reply_body({.answer = yes}));
    ASSERT_TRUE(told);
    EXPECT_EQ(told->answer, yes);
    const auto listed = parse_reply(reply_body({.questions = std::vector{shown, shown}}));
    ASSERT_TRUE(listed);
    EXPECT_EQ(listed->questions->size(), 2U);
    EXPECT_EQ(parse_reply(reply_body({.error = "no"}))->error, "no");
    EXPECT_TRUE(parse_reply(reply_body({.done = true}))->done);
}

TEST(BrokerMessages, LongTextsAreCutAndFit) {
    Question question{.subject = std::string(100'000, 'x')};
    for (int i = 0; i < 100; ++i) {
        question.reasons.push_back(
            {.verdict = policy::Verdict::ask, .message = std::to_string(i) + std::string(900, 'y')});
    }
    const std::string body =
        request_body({.act = BrokerAct::ask, .challenge = "c", .question = shown_to_others(question)});
    EXPECT_LT(body.size(), kLongestRequest / 2);
    ASSERT_TRUE(parse_request(body));
    EXPECT_NE(parse_request(body)->question->subject.find("(cut)"), std::string::npos);
}

TEST(BrokerMessages, AWrongMemberIsAnError) {
    for (const std::string_view text :
         {"", "[]", "{}", R"({"do":"rule","challenge":"c"})", R"({"do":"list"})", R"({"do":"list","challenge":""})",
          R"({"do":"ask","challenge":"c"})", R"({"do":"ask","challenge":"c","question":[]})",
          R"({"do":"answer","challenge":"c","id":"1"})",
          R"({"do":"answer","challenge":"c","id":"1","answer":{"verdict":"maybe","lasting":"once","message":""}})",
          R"({"do":"answer","challenge":"c","id":"1","answer":{"verdict":"allow","lasting":"ever","message":""}})"}) {
        EXPECT_FALSE(parse_request(text)) << text;
    }
    for (const std::string_view text : {"", "7", R"({"answer":"yes"})", R"({"questions":{}})", R"({"error":7})"}) {
        EXPECT_FALSE(parse_reply(text)) << text;
    }
}

}  // namespace
}  // namespace postern::approval
