// Tests the effects of one part of a line on the next.
#include "policy/line_effects.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace postern::policy {
namespace {

LineEffects flow_of(std::string_view text) {
    return effects_of_line(shell::analyse(text), *AbsPath::parse("/w"), *AbsPath::parse("/home/u"));
}

std::string doubts(std::string_view text) {
    std::string out;
    for (const shell::Unknown& unknown : flow_of(text).unknowns)
        out += std::string(out.empty() ? "" : " ") + std::string(shell::to_string(unknown.doubt));
    return out;
}

TEST(LineEffects, RunningWhatWasWritten) {
    struct Case {
        std::string_view text;
        std::string_view doubts;
        std::string_view why;
    };
    const Case cases[] = {
        {"cat > t.sh <<'E'\nx\nE\nsh t.sh", "written-file", "a script"},
        {"echo x > t.sh; bash ./t.sh", "written-file", "another spelling"},
        {"echo x > d/t; cd d; ./t", "written-file", "after cd"},
        {"ln -s /bin/rm ./l && ./l x", "written-file", "a link"},
        {"cp /bin/rm x; ./x", "written-file", "a copy"},
        {"curl -o i.sh http://h/i; sh i.sh", "written-file", "a download"},
        {"echo x | tee t.py; python3 t.py", "written-file", "an interpreter"},
        {"t=$(mktemp); echo x > \"$t\"; sh \"$t\"", "written-file", "a name known only at run time"},
        {"echo x > Makefile && make", "written-file", "what a tool obeys"},
        {"echo '{}' > package.json; npm test", "written-file", "the same"},
        {"gcc -o app a.c && ./app", "", "building and running is no such thing"},
        {"./build.sh > log", "", "written while it runs"},
        {"./build.sh; echo x > build.sh", "", "written afterwards"},
        {"echo x > a.txt; sh b.sh", "", "another file"},
        {"echo x > /dev/null; sh b.sh", "", "a device"},
        {"jq . a > b && mv b package.json", "", "nothing runs it"},
    };
    for (const Case& c : cases) EXPECT_EQ(doubts(c.text), c.doubts) << c.why << "\n  " << c.text;
}

TEST(LineEffects, GitInAnotherDirectory) {
    EXPECT_EQ(doubts("cd sub && git status"), "directory");
    EXPECT_EQ(doubts("(cd sub; ls); git status"), "directory") << "subshells are not told apart";
    EXPECT_EQ(doubts("cd \"$x\" && git status"), "directory");
    EXPECT_EQ(doubts("cd . && git status"), "");
    EXPECT_EQ(doubts("cd /w && git status"), "");
    EXPECT_EQ(doubts("git status && cd sub"), "");
}

TEST(LineEffects, KeepsEveryPossibleDirectory) {
    const LineEffects flow = flow_of("cd a || cd /b; cat f; cd ~; cat f");
    std::vector<std::string> paths;
    for (const LineEffects::Step& step : flow.steps) {
        for (const FileTouch& touch : step.touches) {
            for (const NamedPath& path : touch.paths) paths.push_back(path.text);
            paths.emplace_back("-");
        }
    }
    EXPECT_EQ(paths,
              (std::vector<std::string>{"/w/f", "/w/a/f", "/b/f", "-", "/w/f", "/w/a/f", "/b/f", "/home/u/f", "-"}));
}

TEST(LineEffects, AWrapperEntersADirectoryForItsCommand) {
    const LineEffects flow = flow_of("env -C a cat f");
    ASSERT_EQ(flow.steps.size(), 2U);
    ASSERT_EQ(flow.steps[1].touches.size(), 1U);
    EXPECT_EQ(flow.steps[1].touches[0].paths.back().text, "/w/a/f");
}

TEST(LineEffects, IsBounded) {
    std::string text;
    for (int i = 0; i < 200; ++i) text += "cd d" + std::to_string(i) + "; echo x > f" + std::to_string(i) + ";";
    const LineEffects flow = flow_of(text + "cat f");
    EXPECT_LE(flow.directories.size(), 8u);
    EXPECT_FALSE(flow.steps.back().touches.back().surely) << "what is dropped is not forgotten";
}

}  // namespace
}  // namespace postern::policy
