#include "app/remembered_hosts.h"

#include "base/file.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include <sys/stat.h>

namespace postern::app {
namespace {

using approval::Lasting;

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

    RememberedHosts in(const std::string& session) const {
        return {state, [session] { return session; }};
    }
};

TEST_F(Remembered, NothingAtFirst) {
    EXPECT_FALSE(in("s").holds("a.test:443"));
    EXPECT_FALSE(read_file(file));
}

TEST_F(Remembered, OnceIsNotRemembered) {
    RememberedHosts hosts = in("s");
    EXPECT_TRUE(hosts.remember("a.test:443", Lasting::once));
    EXPECT_FALSE(hosts.holds("a.test:443"));
    EXPECT_FALSE(read_file(file));
}

TEST_F(Remembered, ForASessionAndForEver) {
    RememberedHosts hosts = in("one");
    EXPECT_FALSE(hosts.holds("a.test:443"));
    EXPECT_TRUE(hosts.remember("a.test:443", Lasting::session));
    EXPECT_TRUE(hosts.remember("b.test:22", Lasting::always));
    EXPECT_TRUE(hosts.remember("b.test:22", Lasting::always));
    for (const char* session : {"one", "two", ""}) {
        EXPECT_EQ(in(session).holds("a.test:443"), session == std::string("one")) << session;
        EXPECT_TRUE(in(session).holds("b.test:22")) << session;
        EXPECT_FALSE(in(session).holds("b.test:443")) << session;
        EXPECT_FALSE(in(session).holds("test:22")) << session;
    }
    EXPECT_TRUE(hosts.holds("a.test:443"));
    EXPECT_EQ(read_file(file)->find("b.test:22"), read_file(file)->rfind("b.test:22"));
    struct stat st {};
    EXPECT_EQ(::stat(file.text().c_str(), &st), 0);
    EXPECT_EQ(st.st_mode & 0777U, 0600U);
}

TEST_F(Remembered, WithoutASessionNothingLastsForOne) {
    EXPECT_TRUE(in("").remember("a.test:443", Lasting::session));
    EXPECT_FALSE(in("").holds("a.test:443"));
}

TEST_F(Remembered, OldSessionsAreForgotten) {
    for (int i = 0; i < 150; ++i) EXPECT_TRUE(in("s" + std::to_string(i)).remember("a.test:443", Lasting::session));
    EXPECT_FALSE(in("s49").holds("a.test:443"));
    EXPECT_TRUE(in("s50").holds("a.test:443"));
    EXPECT_TRUE(in("s149").holds("a.test:443"));
}

TEST_F(Remembered, WhatCannotBeReadHoldsNothingAndIsKept) {
    ASSERT_TRUE(make_directories(state, 0700));
    for (const char* text : {"", "[]", "{}", R"({"always": "*", "sessions": []})", R"({"always": [1], "sessions": []})",
                             R"({"always": ["a.test:443"], "sessions": [{"session": 1, "hosts": []}]})"}) {
        ASSERT_TRUE(write_file_atomically(file, text, 0600));
        EXPECT_FALSE(in("s").holds("a.test:443")) << text;
        EXPECT_FALSE(in("s").remember("a.test:443", Lasting::always)) << text;
        EXPECT_EQ(*read_file(file), text);
    }
}

TEST(ThisSession, IsKnownByItsBeginning) {
    EXPECT_EQ(session_of(7, "7 (a) b) c) S 1 7 7 34816 7 4194560 1234 0 0 0 5 6 0 0 20 0 1 0 987654 18321408 900 1"),
              "7@987654");
    EXPECT_EQ(session_of(7, "7 (bash) S 1 7 7"), "");
    EXPECT_EQ(session_of(7, ""), "");
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
}  // namespace postern::app
