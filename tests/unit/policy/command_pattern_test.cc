#include "policy/command_pattern.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <string>

namespace postern::policy {
namespace {

using namespace std::string_literals;

CommandPattern pattern(std::string_view text) {
    auto p = CommandPattern::compile(text);
    EXPECT_TRUE(p) << text;
    return *p;
}

struct Case {
    const char* rule;
    std::string text;
    Match expected;
    const char* why;
};

TEST(CommandPattern, MatchesTexts) {
    const Case cases[] = {
        {"npm test", "npm test", Match::yes, "exact"},
        {"npm test", "npm test x", Match::no, "exact means no more"},
        {"npm  \t test", "npm test", Match::yes, "blanks collapse"},
        {"ls:*", "ls", Match::yes, "prefix alone"},
        {"ls:*", "ls -l", Match::yes, "prefix and a blank"},
        {"ls:*", "lsof", Match::no, "not a longer word"},
        {"ls *", "ls", Match::yes, "blank-star is the same"},
        {"ls *", "lsof", Match::no, "also at the word's end"},
        {"ls*", "lsof", Match::yes, "raw prefix"},
        {"ls **", "lsof", Match::no, "two stars are one"},
        {"git * main", "git checkout -q main", Match::yes, "star in the middle"},
        {"git * main", "git main", Match::no, "both blanks are there"},
        {"git * main", "git checkout maintenance", Match::no, "ends there"},
        {"git * push *", "git -C x push", Match::yes, "star and prefix"},
        {"git * push *", "git -C x pushd", Match::no, "word boundary after the star"},
        {"* --version", "node --version", Match::yes, "leading star"},
        {"git:* push", "git push", Match::no, "the colon is a colon"},
        {"git:* push", "git:x push", Match::yes, "the star is a star"},
        {"echo 'a b'", "echo a b", Match::yes, "the rule's own quotes"},
        {"a*b*c", "abxbc", Match::yes, "several stars"},
        {"a*b*c", "acb", Match::no, "in order"},
        {"a*aa", "aa", Match::no, "pieces do not overlap"},
        {"rm:*", "\0 -rf x"s, Match::maybe, "an unknown program"},
        {"rm:*", "rm \0"s, Match::yes, "the unknown is in the rest"},
        {"rm:*", "rm\0"s, Match::maybe, "rm or rmdir"},
        {"rm:*", "ls \0"s, Match::no, "another program"},
        {"rm -rf:*", "rm \0"s, Match::maybe, "may be -rf"},
        {"rm -rf:*", "rm -i \0"s, Match::no, "begins otherwise"},
        {"npm test", "npm \0"s, Match::maybe, "may be test"},
        {"npm test", "npm \0 x"s, Match::no, "ends otherwise"},
        {"git * main", "git \0 main"s, Match::yes, "a star takes a hole"},
        {"git * main", "git \0"s, Match::maybe, "may end in main"},
        {"ls", "ls\0x"s, Match::no, "something stays behind the hole"},
    };
    for (const Case& c : cases)
        EXPECT_EQ(pattern(c.rule).match(c.text), c.expected) << c.rule << " | " << c.text << ": " << c.why;
}

TEST(CommandPattern, RefusesRulesThatNameNothing) {
    for (const char* text : {"", "*", ":*", " *", "* *"}) EXPECT_FALSE(CommandPattern::compile(text)) << text;
    EXPECT_FALSE(CommandPattern::compile("rm\0x"s));
}

TEST(CommandPattern, QuotedTextsKeepWordsApart) {
    EXPECT_TRUE(pattern("git log:*").match_quoted("git log 'a b'"));
    EXPECT_FALSE(pattern("git log:*").match_quoted("'git log'"));
    EXPECT_TRUE(pattern("echo \"a b\"").match_quoted("echo 'a b'")) << "either quote";
    EXPECT_FALSE(pattern("echo a b").match_quoted("echo 'a b'"));
    EXPECT_FALSE(pattern("git log").match_quoted("git \0"s)) << "a hole only in a star";
    EXPECT_TRUE(pattern("git log:*").match_quoted("git log \0"s));
}

TEST(CommandPattern, RulesOverSeveralCommandsMatchTheLine) {
    const auto p = pattern("curl * | sh");
    EXPECT_TRUE(p.spans_commands());
    EXPECT_TRUE(p.matches_line("curl -s  http://x | sh"));
    EXPECT_FALSE(p.matches_line("curl -s http://x; ls | sh")) << "a star stops at a separator";
    EXPECT_FALSE(pattern("curl:*").spans_commands());
}

// Reference implementation: recursive, straight from the definition. '*' and kHole stand for any text.
bool naive(std::string_view p, std::string_view t) {
    if (p.empty() && t.empty()) return true;
    if (!p.empty() && p[0] == '*' && (naive(p.substr(1), t) || (!t.empty() && naive(p, t.substr(1))))) return true;
    if (!t.empty() && t[0] == '\0' && (naive(p, t.substr(1)) || (!p.empty() && naive(p.substr(1), t)))) return true;
    return !p.empty() && !t.empty() && p[0] == t[0] && p[0] != '*' && naive(p.substr(1), t.substr(1));
}

bool naive_with_end(std::string text, CommandPattern::End end, const std::string& rule) {
    if (end == CommandPattern::End::exact) return naive(rule, text);
    if (end == CommandPattern::End::open) return naive(rule + "*", text);
    return naive(rule, text) || naive(rule + " *", text);
}

TEST(CommandPattern, AgreesWithTheNaiveMatcher) {
    const bool ok = rc::check("compiled matching equals the definition", [] {
        const auto letters = rc::gen::elementOf(std::string("aab *"));
        const std::string rule = "a" + *rc::gen::resize(7, rc::gen::container<std::string>(letters)) + "b";
        const std::string text =
            "a" + *rc::gen::resize(7, rc::gen::container<std::string>(rc::gen::elementOf(std::string("aab \0", 5))));
        const std::string suffix = *rc::gen::element(std::string(), std::string(":*"), std::string("*"));
        const auto p = CommandPattern::compile(rule + suffix);
        RC_PRE(p.has_value());
        std::string plain;
        for (const std::string& word : p->words()) plain += (plain.empty() ? "" : " ") + word;
        const bool possible = naive_with_end(text, p->end(), plain);
        const Match m = p->match(text);
        RC_ASSERT((m != Match::no) == possible);
        if (text.find('\0') == std::string::npos) RC_ASSERT(m != Match::maybe);
    });
    EXPECT_TRUE(ok);
}

TEST(CommandPattern, AYesHoldsForEveryFilling) {
    const bool ok = rc::check("filling holes keeps a yes", [] {
        const std::string rule =
            *rc::gen::element(std::string("a *b"), std::string("a:*"), std::string("a*"), std::string("a b"));
        const std::string text =
            "a" + *rc::gen::resize(8, rc::gen::container<std::string>(rc::gen::elementOf(std::string("ab \0", 4))));
        const auto p = CommandPattern::compile(rule);
        RC_PRE(p->match(text) == Match::yes);
        std::string filled;
        for (const char c : text)
            filled += c == '\0' ? *rc::gen::container<std::string>(rc::gen::elementOf(std::string("ab ")))
                                : std::string(1, c);
        RC_ASSERT(p->match(filled) == Match::yes);
    });
    EXPECT_TRUE(ok);
}

}  // namespace
}  // namespace postern::policy
