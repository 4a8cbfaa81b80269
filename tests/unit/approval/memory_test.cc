#include "approval/memory.h"

#include "base/file.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <sys/stat.h>

namespace postern::approval {
namespace {

class Remembered : public testing::Test {
protected:
    Remembered() {
        std::string name = testing::TempDir() + "hosts-XXXXXX";
        directory = ::mkdtemp(name.data());
        state = *AbsPath::parse(directory.string() + "/state");
        file = *AbsPath::resolve(state, "hosts.json");
    }
    ~Remembered() override { std::filesystem::remove_all(directory); }

    std::filesystem::path directory;
    AbsPath state = AbsPath::root(), file = AbsPath::root();

    Memory in(const std::string& session) const {
        return {state, [session] { return session; }};
    }
};

Question about(const std::string& place) {
    return {.about = About::host, .bindings = {{.what = place}}, .longest = Lasting::always};
}

Answer yes(Lasting lasting) {
    return {.verdict = Answer::Verdict::allowed, .lasting = lasting};
}

bool holds(const Memory& memory, const std::string& place) {
    const auto answer = memory.recall(about(place));
    return answer && answer->verdict == Answer::Verdict::allowed;
}

TEST_F(Remembered, NothingAtFirst) {
    EXPECT_FALSE(holds(in("s"), "a.test:443"));
    EXPECT_FALSE(read_file(file));
}

TEST_F(Remembered, OnceHoldsForTheRun) {
    Memory hosts = in("s");
    EXPECT_TRUE(hosts.remember(about("a.test:443"), yes(Lasting::once)));
    EXPECT_TRUE(holds(hosts, "a.test:443"));
    EXPECT_FALSE(holds(in("s"), "a.test:443"));
    EXPECT_FALSE(read_file(file));
}

TEST_F(Remembered, AYesHoldsForAllThatWasAskedAndANoForAnyOfIt) {
    Memory memory = in("s");
    const Binding push{"push", "git"}, clean{"clean", "make"}, rewritten{"push", "other content"};
    ASSERT_TRUE(memory.remember({.about = About::program, .bindings = {push}}, yes(Lasting::once)));
    EXPECT_TRUE(memory.recall({.about = About::program, .bindings = {push}}));
    EXPECT_FALSE(memory.recall({.about = About::program, .bindings = {push, clean}}));
    EXPECT_FALSE(memory.recall({.about = About::program, .bindings = {rewritten}}));
    EXPECT_FALSE(memory.recall({.about = About::program}));  // bound to nothing
    ASSERT_TRUE(memory.remember({.about = About::program, .bindings = {clean}}, {.message = "later"}));
    EXPECT_EQ(memory.recall({.about = About::program, .bindings = {push, {"clean", "other"}}}),
              (Answer{.message = "later"}));
}

TEST_F(Remembered, NothingLastsLongerThanWasOffered) {
    const Question program{.about = About::program, .bindings = {{"push", "git"}}, .longest = Lasting::once};
    ASSERT_TRUE(in("s").remember(program, yes(Lasting::always)));
    EXPECT_FALSE(read_file(file));
}

TEST_F(Remembered, ForASessionAndForEver) {
    Memory hosts = in("one");
    EXPECT_FALSE(holds(hosts, "a.test:443"));
    EXPECT_TRUE(hosts.remember(about("a.test:443"), yes(Lasting::session)));
    EXPECT_TRUE(hosts.remember(about("b.test:22"), yes(Lasting::always)));
    EXPECT_TRUE(hosts.remember(about("b.test:22"), yes(Lasting::always)));
    for (const char* session : {"one", "two", ""}) {
        EXPECT_EQ(holds(in(session), "a.test:443"), session == std::string("one")) << session;
        EXPECT_TRUE(holds(in(session), "b.test:22")) << session;
        EXPECT_FALSE(holds(in(session), "b.test:443")) << session;
        EXPECT_FALSE(holds(in(session), "test:22")) << session;
    }
    EXPECT_TRUE(holds(hosts, "a.test:443"));
    EXPECT_EQ(read_file(file)->find("b.test:22"), read_file(file)->rfind("b.test:22"));
    struct stat st {};
    EXPECT_EQ(::stat(file.text().c_str(), &st), 0);
    EXPECT_EQ(st.st_mode & 0777U, 0600U);
}

TEST_F(Remembered, WithoutASessionNothingLastsForOne) {
    EXPECT_TRUE(in("").remember(about("a.test:443"), yes(Lasting::session)));
    EXPECT_FALSE(holds(in(""), "a.test:443"));
}

TEST_F(Remembered, OldSessionsAreForgotten) {
    for (int i = 0; i < 150; ++i)
        EXPECT_TRUE(in("s" + std::to_string(i)).remember(about("a.test:443"), yes(Lasting::session)));
    EXPECT_FALSE(holds(in("s49"), "a.test:443"));
    EXPECT_TRUE(holds(in("s50"), "a.test:443"));
    EXPECT_TRUE(holds(in("s149"), "a.test:443"));
}

TEST_F(Remembered, WhatCannotBeReadHoldsNothingAndIsKept) {
    ASSERT_TRUE(make_directories(state, 0700));
    for (const char* text : {"", "[]", "{}", R"({"always": "*", "sessions": []})", R"({"always": [1], "sessions": []})",
                             R"({"always": ["a.test:443"], "sessions": [{"session": 1, "hosts": []}]})"}) {
        std::ofstream(file.text()) << text;
        std::filesystem::permissions(file.text(),
                                     std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
        EXPECT_FALSE(holds(in("s"), "a.test:443")) << text;
        EXPECT_FALSE(in("s").remember(about("a.test:443"), yes(Lasting::always))) << text;
        EXPECT_EQ(*read_file(file), text);
    }
}

TEST(ThisSession, IsTheTerminalsOrTheOneThatIsNamed) {
    ::unsetenv("POSTERN_SESSION");
    const std::string own = this_session();
    EXPECT_NE(own.find('@'), std::string::npos) << own;
    EXPECT_EQ(this_session(), own);
    ::setenv("POSTERN_SESSION", "agent-7", 1);
    EXPECT_EQ(this_session(), "agent-7");
    ::unsetenv("POSTERN_SESSION");
}

}  // namespace
}  // namespace postern::approval
