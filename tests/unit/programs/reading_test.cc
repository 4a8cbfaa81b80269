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
