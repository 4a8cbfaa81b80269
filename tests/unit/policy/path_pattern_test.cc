#include "policy/path_pattern.h"

#include "policy/path_rules.h"
#include "support.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <string>

namespace postern::policy {
namespace {

using namespace std::string_literals;

Anchors anchors() {
    return {.cwd = path("/w"), .home = path("/home/u"), .settings_dir = path("/proj")};
}

PathPattern pattern(std::string_view text, Effect effect = Effect::deny, Case letters = Case::sensitive) {
    auto p = PathPattern::compile(text, anchors(), effect, letters);
    EXPECT_TRUE(p) << text;
    return *p;
}

struct Case_ {
    const char* pattern;
    const char* path;
    bool deny;
    bool allow;
    const char* why;
};

TEST(PathPattern, MatchesEverySpelling) {
    const Case_ cases[] = {
        {".env", "/w/.env", true, true, "bare name"},
        {".env", "/w/a/b/.env", true, true, "at any depth"},
        {".env", "/x/.env", false, false, "never outside its anchor"},
        {".env", "/w/.env.local", false, false, "the whole name"},
        {".env", "/w/.env/x", true, true, "everything below"},
        {"./.env", "/w/.env", true, true, "dotted"},
        {"./.env", "/w/a/.env", true, false, "dotted: at any depth only where it restricts"},
        {"//etc/passwd", "/etc/passwd", true, true, "absolute"},
        {"//etc", "/etc/ssl/x", true, true, "a directory covers what is below"},
        {"//etc", "/etcx", false, false, "by component"},
        {"//etc", "/w/etc", false, false, "absolute does not float"},
        {"//**/.env", "/any/where/.env", true, true, "everywhere"},
        {"//**", "/etc/x", true, true, "the whole file system"},
        {"/src/*.c", "/proj/src/a.c", true, true, "settings directory"},
        {"/src/*.c", "/w/src/a.c", false, false, "not the working directory"},
        {"/src/*.c", "/proj/src/sub/a.c", false, false, "a star stays in its component"},
        {"/x", "/proj/sub/x", false, false, "rooted does not float"},
        {"~/.ssh/**", "/home/u/.ssh/id_rsa", true, true, "home"},
        {"~/.ssh/**", "/home/u/.ssh", true, false, "the directory itself only where it restricts"},
        {"~", "/home/u/x", true, true, "all of home"},
        {"src/**", "/w/src/a", true, true, "single segment"},
        {"src/**", "/w/sub/src/a", true, false, "single segment floats only where it restricts"},
        {"src/", "/w/src/a", true, true, "trailing slash"},
        {"src/", "/w/sub/src/a", true, false, "same as above"},
        {"src/lib/**", "/w/src/lib/a", true, true, "two segments"},
        {"src/lib/**", "/w/sub/src/lib/a", false, false, "a slash inside anchors"},
        {"a/**/b", "/w/a/b", true, true, "two stars for nothing"},
        {"a/**/b", "/w/a/x/y/b", true, true, "two stars for several"},
        {"a/**/b", "/w/a/x/y/c", false, false, "and then b"},
        {"**/a/b", "/w/x/a/b", true, true, "leading two stars"},
        {"**", "/w/x", true, true, "everything under the anchor"},
        {"*", "/w/a/b", true, true, "a lone star"},
        {"*.pem", "/w/a/x.pem", true, true, "star and suffix"},
        {"a?c", "/w/abc", true, true, "one character"},
        {"a?c", "/w/ac", false, false, "not none"},
        {"[a-c]x", "/w/bx", true, true, "class"},
        {"[!a-c]x", "/w/bx", false, false, "negated class"},
        {"[^a-c]x", "/w/dx", true, true, "negated, other spelling"},
        {"[]]x", "/w/]x", true, true, "bracket first in a class"},
        {"\\*x", "/w/*x", true, true, "escape"},
        {"\\*x", "/w/ax", false, false, "escape is literal"},
        {"\\!x", "/w/!x", true, true, "escaped bang"},
        {"a**b", "/w/axyb", true, true, "two stars inside a name are one"},
        {"../x", "/x", true, true, "up from the anchor"},
        {"a/../b", "/w/b", true, true, "dot-dot inside"},
        {"a//b/./c", "/w/a/b/c", true, true, "doubled slash and dot"},
        {"*a*a*a*a*b", "/w/aaaaaaaaaaaaaaaaaaaaaaaa", false, false, "no blow-up"},
    };
    for (const Case_& c : cases) {
        EXPECT_EQ(pattern(c.pattern, Effect::deny).matches(path(c.path)), c.deny)
            << "deny " << c.pattern << " | " << c.path << ": " << c.why;
        EXPECT_EQ(pattern(c.pattern, Effect::allow).matches(path(c.path)), c.allow)
            << "allow " << c.pattern << " | " << c.path << ": " << c.why;
    }
    EXPECT_TRUE(pattern("/CLAUDE.md", Effect::deny, Case::insensitive).matches(path("/Proj/claude.MD")));
    EXPECT_FALSE(pattern("/CLAUDE.md").matches(path("/proj/claude.md")));
}

TEST(PathPattern, RefusesWhatItDoesNotUnderstand) {
    for (const char* text : {"", "!x", "~other/x", "a[bc", "a/*/../b", "x\\"}) {
        EXPECT_FALSE(PathPattern::compile(text, anchors(), Effect::deny)) << text;
    }
    std::string deep = "a";
    for (int i = 0; i < 70; ++i) deep += "/a";
    EXPECT_FALSE(PathPattern::compile(deep, anchors(), Effect::deny));
}

struct HoleCase {
    const char* pattern;
    std::string path;
    Hole hole;
    Match expected;
    const char* why;
};

TEST(PathPattern, AnswersForPathsKnownInPart) {
    const HoleCase cases[] = {
        {".env", "\0"s, Hole::anything, Match::maybe, "nothing known"},
        {".env", "/w/\0"s, Hole::anything, Match::maybe, "may be it"},
        {".env", "/x/\0"s, Hole::anything, Match::no, "elsewhere"},
        {".env", "/w/src/\0.py"s, Hole::visible, Match::no, "ends otherwise"},
        {".env", "/w/.e\0"s, Hole::visible, Match::maybe, "begins so"},
        {".env", "/w/\0"s, Hole::visible, Match::no, "globs do not find dot files"},
        {".env", "/w/\0"s, Hole::component, Match::maybe, "with dotglob they do"},
        {"~/.ssh/**", "/home/\0/.ssh/id"s, Hole::component, Match::maybe, "a hole in the anchor"},
        {"~/.ssh/**", "/home/u/.ssh/\0"s, Hole::anything, Match::yes, "below what matches already"},
        {"//etc/x", "/\0"s, Hole::visible, Match::no, "one component is too short"},
        {"//etc/x", "/\0"s, Hole::anything, Match::maybe, "slashes may follow"},
        {"src/*.c", "/w/src/a\0"s, Hole::visible, Match::maybe, "suffix open"},
        {"src/*.c", "/w/src/\0.h"s, Hole::visible, Match::no, "suffix wrong"},
    };
    for (const HoleCase& c : cases) {
        EXPECT_EQ(pattern(c.pattern).match(c.path, c.hole), c.expected)
            << c.pattern << " | " << c.path << ": " << c.why;
    }
    EXPECT_TRUE(pattern("~/.ssh/**").matches_at_or_below(path("/home")));
    EXPECT_TRUE(pattern("~/.ssh/**").matches_at_or_below(path("/")));
    EXPECT_FALSE(pattern("~/.ssh/**").matches_at_or_below(path("/home/u/src")));
    EXPECT_TRUE(pattern(".env").matches_at_or_below(path("/w/src")));
}

struct WordCase {
    const char* command;
    std::string text;
    Hole hole;
    const char* why;
};

TEST(PathRules, ReadsPathsOffWords) {
    const WordCase cases[] = {
        {"cat x", "/w/x", Hole::visible, "relative"},
        {"cat ./src/../.env", "/w/.env", Hole::visible, "dot segments"},
        {"cat /etc//passwd", "/etc/passwd", Hole::visible, "absolute"},
        {"cat ~/.ssh/id", "/home/u/.ssh/id", Hole::visible, "tilde"},
        {"cat $HOME/.ssh/id", "/home/u/.ssh/id", Hole::visible, "HOME"},
        {"cat \"$PWD/.env\"", "/w/.env", Hole::visible, "PWD"},
        {"cat .e*", "/w/.e\0"s, Hole::visible, "glob"},
        {"cat */../x", "/w/x", Hole::visible, "up from a glob"},
        {"cat $x", "\0"s, Hole::anything, "unknown"},
        {"cat src/$x/../y", "/w/src/\0/../y"s, Hole::anything, "unknown in the middle"},
    };
    for (const WordCase& c : cases) {
        const auto named = path_named_by(command_of(c.command).words.at(1), path("/w"), path("/home/u"));
        ASSERT_TRUE(named) << c.command;
        EXPECT_EQ(named->text, c.text) << c.command << ": " << c.why;
        EXPECT_EQ(named->literal, c.text.find('\0') == std::string::npos) << c.command;
        EXPECT_TRUE(named->literal || named->hole == c.hole) << c.command << ": " << c.why;
    }
    EXPECT_FALSE(path_named_by(command_of("cat ''").words.at(1), path("/w"), path("/home/u")));
}

TEST(PathRules, TreesReachBelow) {
    const auto named = [](const char* text) {
        return *path_named_by(command_of(text).words.at(1), path("/w"), path("/home/u"));
    };
    EXPECT_EQ(match_path(pattern(".env"), named("tar ."), Reach::tree), Match::maybe);
    EXPECT_EQ(match_path(pattern(".env"), named("tar ."), Reach::file), Match::no);
    EXPECT_EQ(match_path(pattern("~/.ssh/**"), named("cp ~"), Reach::tree), Match::maybe);
    EXPECT_EQ(match_path(pattern("~/.ssh/**"), named("cp src"), Reach::tree), Match::no);
    EXPECT_EQ(match_path(pattern("a/b/.env"), named("cp a*"), Reach::tree), Match::maybe);
}

// Reference implementation for one component: recursive, straight from the definition.
bool naive(std::string_view p, std::string_view t) {
    if (p.empty()) return t.empty();
    if (p[0] == '*') return naive(p.substr(1), t) || (!t.empty() && naive(p, t.substr(1)));
    return !t.empty() && (p[0] == '?' || p[0] == t[0]) && naive(p.substr(1), t.substr(1));
}

TEST(PathPattern, NamesThatCountEverywhere) {
    const struct {
        const char* pattern;
        const char* below;
        std::size_t names;
    } cases[] = {
        {".env", "/w", 1},     {".env", "/w/sub", 1},     {"**/*.pem", "/w", 1},    {"**/a/*.key", "/w", 2},
        {"**/a/*/b", "/w", 3}, {"d/**/a/b", "/w/d", 2},   {"d/**/a/b", "/w", 0},    {"d/*.pem", "/w", 0},
        {"a/**", "/w", 1},     {".env", "/elsewhere", 0}, {"**/a/**/b/c", "/w", 0},
    };
    for (const auto& each : cases) {
        EXPECT_EQ(pattern(each.pattern).names_found_below(path(each.below)), each.names) << each.pattern << each.below;
    }
}

TEST(PathPattern, AgreesWithTheNaiveMatcher) {
    const bool ok = rc::check("one component equals the definition", [] {
        const std::string spec =
            "x" + *rc::gen::resize(8, rc::gen::container<std::string>(rc::gen::elementOf(std::string("aab*?"))));
        const std::string name =
            "x" + *rc::gen::resize(10, rc::gen::container<std::string>(rc::gen::elementOf(std::string("aab"))));
        RC_ASSERT(pattern("/" + spec).matches(path("/proj/" + name)) == naive(spec, name));
    });
    EXPECT_TRUE(ok);
}

TEST(PathPattern, HolesNeverHideAMatch) {
    const bool ok = rc::check("a path with a part hidden still may match", [] {
        const std::string spec = *rc::gen::element("src/*.c"s, ".env"s, "a/**/b"s, "//w/a/[a-c]*"s);
        const std::string full = "/w/" + *rc::gen::element("src/x.c"s, "q/.env"s, "a/c/d/b"s, "a/b"s, "a/cc"s, "z"s);
        const auto begin = *rc::gen::inRange<std::size_t>(1, full.size());
        const auto length = *rc::gen::inRange<std::size_t>(0, full.size() - begin + 1);
        const std::string hidden = full.substr(0, begin) + '\0' + full.substr(begin + length);
        const PathPattern p = pattern(spec);
        RC_PRE(p.matches(path(full)));
        RC_ASSERT(p.match(hidden, Hole::anything) != Match::no);
    });
    EXPECT_TRUE(ok);
}

}  // namespace
}  // namespace postern::policy
