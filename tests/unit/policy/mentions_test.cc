#include "policy/mentions.h"

#include <gtest/gtest.h>

#include <string>

namespace postern::policy {
namespace {

std::string paths_in(std::string_view line) {
    const shell::Analysis analysis = shell::analyse(line);
    std::string out;
    for (const PathMention& mention : Mentions(analysis, 0).paths()) {
        if (!out.empty()) out += ' ';
        out += (mention.match == Match::yes ? "" : "?") + mention.use.word.text;
    }
    return out;
}

Match meets(std::string_view rule, std::string_view line) {
    const shell::Analysis analysis = shell::analyse(line);
    return Mentions(analysis, 0).meets(CommandPattern::compile(rule).value());
}

TEST(Mentions, EveryWordOfAnUnknownProgramMayBeAFile) {
    struct Case {
        std::string_view line, paths;
    };
    const Case cases[] = {
        {"nosuch .env", ".env"},
        {"nosuch -f.env", ".env"},
        {"nosuch --file=.env", ".env ?--file ?.env"},
        {"nosuch @.env", "@.env .env"},
        {"nosuch --data=@.env", "@.env .env ?--data ?@.env"},
        {"nosuch HEAD:.env", "HEAD:.env .env ?HEAD ?.env"},
        {"nosuch 'load(\".env\")'", "load(\".env\") ?load ?.env"},
        {"nosuch env rm x", "env rm x"},
    };
    for (const Case& c : cases) EXPECT_EQ(paths_in(c.line), c.paths) << c.line;
}

TEST(Mentions, ARowSaysWhichWordsAreFiles) {
    EXPECT_EQ(paths_in("sort -o out --key=.env in"), "out in");
    EXPECT_EQ(paths_in("echo .env"), "");
    EXPECT_EQ(paths_in("sort --nosuch --key=.env in"), ".env ?--key ?.env in")
        << "a word that is not explained makes all words count";
}

TEST(Mentions, AUrlMayBeAFile) {
    EXPECT_EQ(paths_in("git clone .env x"), ".env x");
    EXPECT_EQ(paths_in("git clone file:///etc/shadow x"), "/etc/shadow x");
    EXPECT_EQ(paths_in("git clone https://example.org/.env x"), "x");
}

TEST(Mentions, EveryWordOfAnUnknownProgramMayBeAProgram) {
    struct Case {
        std::string_view rule, line;
        Match match;
    };
    const Case cases[] = {
        {"rm:*", "nosuch rm x", Match::yes},
        {"rm:*", "nosuch /bin/rm x", Match::yes},
        {"rm:*", "nosuch --with=rm", Match::yes},
        {"rm:*", "nosuch -erm", Match::yes},
        {"rm:*", "nosuch 'system(\"rm x\")'", Match::maybe},
        {"rm:*", "nosuch warm", Match::no},
        {"rm:*", "nosuch rm.txt", Match::no},
        {"git push:*", "nosuch git push", Match::yes},
        {"git push:*", "nosuch git status", Match::no},
        {"git push:*", "nosuch 'x; git push'", Match::maybe},
        {"git push:*", "nosuch 'x; git pull'", Match::no},
        {"rm:*", "echo rm x", Match::no},
        {"rm:*", "sort -k rm x", Match::no},
        {"./deploy.sh:*", "nosuch ./deploy.sh now", Match::yes},
    };
    for (const Case& c : cases) EXPECT_EQ(meets(c.rule, c.line), c.match) << c.rule << " in " << c.line;
}

TEST(Mentions, WordsOfAnInnerCommandAreJudgedThere) {
    EXPECT_EQ(paths_in("timeout 5 cat .env"), "");
    EXPECT_EQ(meets("rm:*", "sort --compress-program=rm x"), Match::no);
    EXPECT_EQ(meets("rm:*", "timeout 5 grep rm x"), Match::no);
    EXPECT_EQ(paths_in("timeout --nosuch 5 cat .env"), "5 cat .env") << "nobody knows where the command begins";
}

TEST(Mentions, TheProgramInsideMayBeTheValueOfAnUnknownOption) {
    EXPECT_EQ(paths_in("timeout --nosuch .env 5 cat x"), ".env 5 cat x");
    EXPECT_EQ(paths_in("timeout -s KILL 5 cat x"), "");
}

TEST(Mentions, RepeatingANameCostsNoTime) {
    std::string line = "nosuch";
    for (int i = 0; i < 20000; ++i) line += " git x";
    EXPECT_EQ(meets("git push:*", line), Match::yes) << "too many to look at each";
}

}  // namespace
}  // namespace postern::policy
