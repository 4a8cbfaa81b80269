#include "shown_reading.h"

#include <gtest/gtest.h>

namespace postern::programs {
namespace {

TEST(Reading, GivesEachWordItsRole) {
    const ReadingCase cases[] = {
        {"sort -o out -k2 a b", "W:out -:2 R:a R:b"},
        {"sort --outp=out a", "W:out R:a"},
        {"sort -nro out", "W:out"},
        {"sort a --compress-program=x", "X:x R:a"},
        {"sort --rev a", "R:a"},
        {"sort --r a", "R:a ?--r"},
        {"sort --nosuch a", "R:a ?--nosuch"},
        {"sort -- -o", "R:-o"},
        {"grep -rn x src", "-:x R/:src"},
        {"grep -e x -f pats a", "-:x R:pats R:a"},
        {"grep -5 x a", "-:x R:a"},
        {"git -C d blame -L 1,2 .env", "CD:d -:blame -:1,2 L:.env"},
        {"git nosuch x", " ?nosuch ?x"},
        {"grep -r x", "-:x R/:."},
        {"grep x", "-:x"},
        {"rg x", "-:x R/:."},
        {"cp -r -t d a", "W:d R/:a"},
        {"wget -O a u", "W:a U:u"},
        {"wget -P d u", "D:d U:u"},
        {"unzip -l a", "R:a informs"},
        {"git --version", " informs"},
        {"echo -n x --y", "-:-n -:x -:--y"},
        {"rm -rf x", "W/:x destroys"},
        {"nosuchprogram a b", " ?a ?b"},
        {"/usr/bin/sort a", "R:a"},
    };
    for (const ReadingCase& c : cases) EXPECT_EQ(shown(c.line), c.reading) << c.line;
}

TEST(Reading, GoesOnInsideTheCommandThatACallRuns) {
    const ReadingCase cases[] = {
        {"timeout 5 sort -o out a", "-:5 cmd:sort W:out R:a"},
        {"timeout 5 A=1 sort a", "-:5 cmd:A=1 ?sort ?a"},
        {"sudo A=1 sort a", "A:A=1 cmd:sort R:a"},
        {"env A=1 nice -n 5 sort a", "A:A=1 cmd:nice -:5 cmd:sort R:a"},
        {"setarch x86_64 -R sort a", "-:x86_64 cmd:sort R:a"},
        {"setarch -R sort a", "cmd:sort R:a"},
        {"watch -x sort a", "cmd:sort R:a"},
        {"watch sort a", "sh:sort ?a"},
        {"sudo -e a", "M:a"},
        {"taskset -p 1 2", "-:1 -:2 destroys"},
        {"docker run --nosuch i cat a", "-:run -:i cmd:cat R:a ?--nosuch"},
        {"npx sort@1 a", "cmd:sort@1 R:a"},
        {"npx ./sort a", "cmd:./sort ?a"},
        {"python -m venv --clear d", "cmd:venv D:d destroys"},
        {"python -m nosuch d", "cmd:nosuch any:d"},
        {"cmake -E rm d", "cmd:rm W:d destroys"},
        {"tmux respawn-w -k 'rm x'", "-:respawn-w sh:rm x"},
        {"bwrap --ro-bind .env /x cat /x", "R:.env R:/x cmd:cat R:/x"},
        {"docker run -v .env:/x i cat a", "-:run -:i cmd:cat R:a ?.env:/x"},
    };
    for (const ReadingCase& c : cases) EXPECT_EQ(shown(c.line), c.reading) << c.line;
}

TEST(Reading, SaysWhichCallsStartAShell) {
    const std::pair<std::string_view, bool> cases[] = {
        {"pkexec", true},          {"pkexec ls", false},    {"sudo -i", true},      {"sudo -i ls", false},
        {"sudo", false},           {"sudo -e a", false},    {"chroot /mnt", true},  {"unshare --help", false},
        {"script -c ls l", false}, {"script log", true},    {"setarch i386", true}, {"watch", false},
        {"su -c ls", false},       {"newgrp docker", true},
    };
    for (const auto& [line, starts] : cases) {
        const Reading reading = read(shell::analyse(line).commands.front().words);
        EXPECT_EQ(reading.starts_shell, starts) << line;
        EXPECT_FALSE(starts && is_harmless(reading)) << line;
    }
}

TEST(Reading, OfTheOuterProgramAloneStopsAtTheCommand) {
    const shell::Analysis analysis = shell::analyse("timeout 5 sort -o out a");
    const Reading reading = read_outer(analysis.commands.front().words);
    ASSERT_EQ(reading.uses.size(), 2U);
    EXPECT_EQ(reading.uses.back().word.text, "sort");
    EXPECT_TRUE(reading.explains_all());
}

TEST(Reading, OfCommandsInsideOneAnotherHasAnEnd) {
    std::vector<Word> words(200000, Word{.text = "env"});
    words.push_back(Word{.text = "ls"});
    const Reading reading = read(words);
    EXPECT_FALSE(reading.explains_all());
    EXPECT_GT(reading.uses.size(), 9U);
}

TEST(Reading, WordsKnownOnlyAtRunTimeMayBeOptions) {
    const shell::Analysis analysis = shell::analyse("sort $x; sort -o \"$x\"; sort -- \"$x\"; sort ~/x");
    const std::size_t unexplained[] = {1, 0, 0, 0};
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_EQ(read(analysis.commands[i].words).unexplained.size(), unexplained[i]) << i;
    }
}

TEST(Reading, HarmlessIsDerivedFromTheRoles) {
    const std::pair<std::string_view, bool> cases[] = {
        {"sort a", true},    {"sort -o x a", false}, {"sort -T d a", false}, {"grep -r x .", true}, {"rm x", false},
        {"rm --help", true}, {"echo hello", true},   {"git blame x", true},  {"nosuch", false},
    };
    for (const auto& [line, harmless] : cases) {
        EXPECT_EQ(is_harmless(read(shell::analyse(line).commands.front().words)), harmless) << line;
    }
}

}  // namespace
}  // namespace postern::programs
