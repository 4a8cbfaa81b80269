#include "state/document.h"

#include "temp_dir.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <map>

#include <csignal>

#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace postern::state {
namespace {

using nlohmann::json;
using test::TempDir;

using Numbers = std::map<std::string, int>;

json encode_numbers(const Numbers& numbers) {
    return {{"numbers", numbers}};
}

extern const Format<Numbers> kFormat;

Result<Numbers> decode_numbers(const json& from, int version) {
    const json& numbers = version == 0 ? from : from.value("numbers", json{});
    if (!numbers.is_object()) return refuse(kFormat.kind, "/numbers");
    Numbers out;
    for (const auto& [name, number] : numbers.items()) {
        if (!number.is_number_integer()) return refuse(kFormat.kind, "/numbers/" + name);
        out[name] = number.get<int>();
    }
    return out;
}

const Format<Numbers> kFormat{.kind = {.name = "list of numbers",
                                       .remedy = "remove it to begin anew",
                                       .version = 2,
                                       .oldest = 0,
                                       .max_bytes = 65536},
                              .encode = encode_numbers,
                              .decode = decode_numbers};

class DocumentTest : public testing::Test {
protected:
    [[nodiscard]] Document<Numbers> document() const { return {dir_.at("state/numbers.json"), kFormat}; }
    [[nodiscard]] Status set(const std::string& name, int number) const {
        return document().update([&](Numbers& numbers) {
            numbers[name] = number;
            return true;
        });
    }
    [[nodiscard]] bool there(const char* name) const { return std::filesystem::exists(dir_.at(name).text()); }
    [[nodiscard]] std::size_t files() const {
        const std::filesystem::directory_iterator all(dir_.at("state").text());
        return static_cast<std::size_t>(std::distance(begin(all), end(all)));
    }

    TempDir dir_{};
};

// What the child does is over when this returns: 0, or the signal or status that ended it.
int in_child(const std::function<bool()>& work) {
    const pid_t child = ::fork();
    if (child == 0) ::_exit(work() ? 0 : 1);
    int status = 0;
    EXPECT_EQ(::waitpid(child, &status, 0), child);
    return status;
}

TEST_F(DocumentTest, AbsentIsEmptyAndReadingMakesNothing) {
    EXPECT_EQ(document().read(), Numbers{});
    EXPECT_FALSE(there("state"));
}

TEST_F(DocumentTest, ComesBackAndIsPrivate) {
    ASSERT_TRUE(set("a", 1));
    ASSERT_TRUE(set("b", 2));
    EXPECT_EQ(document().read(), (Numbers{{"a", 1}, {"b", 2}}));
    for (const auto& [name, mode] : std::map<const char*, mode_t>{
             {"state", 0700}, {"state/numbers.json", 0600}, {"state/numbers.json.lock", 0600}}) {
        struct stat st {};
        ASSERT_EQ(::lstat(dir_.at(name).text().c_str(), &st), 0) << name;
        EXPECT_EQ(st.st_mode & 07777, mode) << name;
    }
    EXPECT_EQ(files(), 2U);
    EXPECT_EQ(json::parse(dir_.read("state/numbers.json")).at("version"), 2);
}

TEST_F(DocumentTest, WithoutAChangeNothingIsWritten) {
    ASSERT_TRUE(document().update([](Numbers&) { return false; }));
    EXPECT_FALSE(there("state/numbers.json"));
}

TEST_F(DocumentTest, WhatCannotBeReadIsAnErrorAndIsKept) {
    struct Case {
        const char *text, *what, *where;
    };
    const Case cases[] = {
        {"", "", ":1:1"},
        {"{\"version\":2,\"numbers\":{\"a\":1}", "", ":1:31"},
        {"[]", "not a list of numbers; remove it to begin anew", ""},
        {R"({"version":2})", "not a list of numbers; remove it to begin anew", "#/numbers"},
        {R"({"version":2,"numbers":{"a":"1"}})", "not a list of numbers; remove it to begin anew", "#/numbers/a"},
        {R"({"version":3,"numbers":{}})",
         "written by another release of postern: version 3 of the list of numbers is not known to this one; remove it "
         "to "
         "begin anew",
         ""},
        {R"({"version":"2","numbers":{}})", "not a list of numbers; remove it to begin anew", "#/version"},
        {R"({"version":2.0,"numbers":{}})", "not a list of numbers; remove it to begin anew", "#/version"},
        {R"({"version":0,"a":1})", "not a list of numbers; remove it to begin anew", "#/version"},
        {R"({"version":18446744073709551614,"a":1})", "not a list of numbers; remove it to begin anew", "#/version"},
    };
    ASSERT_TRUE(set("a", 1));
    for (const Case& c : cases) {
        dir_.write("state/numbers.json", c.text, 0600);
        const auto read = document().read();
        ASSERT_FALSE(read) << c.text;
        if (*c.what != '\0') {
            EXPECT_EQ(read.error().what, c.what) << c.text;
        } else {
            EXPECT_TRUE(read.error().what.ends_with("; remove it to begin anew")) << read.error().what;
        }
        EXPECT_EQ(read.error().where, dir_.at("state/numbers.json").text() + c.where) << c.text;
        EXPECT_FALSE(set("b", 2)) << c.text;
        EXPECT_EQ(dir_.read("state/numbers.json"), c.text);
    }
    dir_.write("state/numbers.json", std::string(65537, ' '), 0600);
    EXPECT_FALSE(document().read());
}

TEST_F(DocumentTest, OlderVersionsAreReadAndWrittenAnew) {
    ASSERT_TRUE(set("x", 1));
    dir_.write("state/numbers.json", R"({"a":1})", 0600);
    EXPECT_EQ(document().read(), (Numbers{{"a", 1}}));
    ASSERT_TRUE(set("b", 2));
    EXPECT_EQ(dir_.read("state/numbers.json"), "{\"numbers\":{\"a\":1,\"b\":2},\"version\":2}\n");
}

TEST_F(DocumentTest, WhatOthersCouldHaveWrittenIsRefused) {
    ASSERT_TRUE(set("a", 1));
    const std::string good = dir_.read("state/numbers.json");
    const auto refused = [&](const char* why) {
        EXPECT_FALSE(document().read()) << why;
        EXPECT_FALSE(set("b", 2)) << why;
    };
    for (const mode_t mode : {0620U, 0602U, 0666U}) {
        dir_.chmod("state/numbers.json", mode);
        refused("the file is writable by others");
    }
    dir_.chmod("state/numbers.json", 0600);
    for (const mode_t mode : {0770U, 0707U}) {
        dir_.chmod("state", mode);
        refused("the directory is writable by others");
        EXPECT_FALSE(document().replace({}));
    }
    dir_.chmod("state", 0700);
    dir_.chmod("state/numbers.json.lock", 0660);
    EXPECT_FALSE(set("b", 2)) << "the lock is open to others";
    dir_.chmod("state/numbers.json.lock", 0600);
    EXPECT_EQ(dir_.read("state/numbers.json"), good);
    EXPECT_TRUE(set("b", 2));
}

TEST_F(DocumentTest, OfAnotherUserIsRefused) {
    if (::geteuid() != 0) {
        // Whatever it says: the directory is not ours.
        const auto read = Document<Numbers>(*AbsPath::parse("/etc/passwd"), kFormat).read();
        ASSERT_FALSE(read);
        EXPECT_EQ(read.error().what, "belongs to another user");
        return;
    }
    ASSERT_TRUE(set("a", 1));
    for (const char* name : {"state/numbers.json", "state/numbers.json.lock", "state"}) {
        ASSERT_EQ(::chown(dir_.at(name).text().c_str(), 1234, 0), 0);
        const auto done = set("b", 2);
        ASSERT_FALSE(done) << name;
        EXPECT_EQ(done.error().what, "belongs to another user");
        EXPECT_EQ(done.error().where, dir_.at(name).text());
        ASSERT_EQ(::chown(dir_.at(name).text().c_str(), 0, 0), 0);
    }
    EXPECT_TRUE(set("b", 2));
}

TEST_F(DocumentTest, LinksAreNotFollowed) {
    ASSERT_TRUE(set("a", 1));
    const std::string good = dir_.read("state/numbers.json");
    for (const char* name : {"state/numbers.json", "state/numbers.json.lock"}) {
        const std::string path = dir_.at(name).text();
        std::filesystem::rename(path, dir_.at("real").text());
        std::filesystem::create_symlink(dir_.at("real").text(), path);
        EXPECT_FALSE(set("b", 2)) << name;
        std::filesystem::remove(path);
        std::filesystem::create_symlink(dir_.at("none").text(), path);
        EXPECT_FALSE(set("b", 2)) << name << ": leads nowhere";
        EXPECT_FALSE(there("none"));
        std::filesystem::remove(path);
        std::filesystem::rename(dir_.at("real").text(), path);
    }
    // One under the name of the temporary file is removed, not written through.
    dir_.write("victim", "mine");
    std::filesystem::create_symlink(dir_.at("victim").text(), dir_.at("state/numbers.json.new").text());
    EXPECT_EQ(dir_.read("state/numbers.json"), good);
    EXPECT_TRUE(set("b", 2));
    EXPECT_EQ(dir_.read("victim"), "mine");
    EXPECT_EQ(document().read(), (Numbers{{"a", 1}, {"b", 2}}));
}

TEST_F(DocumentTest, NeitherAFifoNorADirectoryIsADocument) {
    ASSERT_TRUE(set("a", 1));
    std::filesystem::remove(dir_.at("state/numbers.json").text());
    ASSERT_EQ(::mkfifo(dir_.at("state/numbers.json").text().c_str(), 0600), 0);
    EXPECT_FALSE(document().read());
    EXPECT_FALSE(set("a", 1));
    std::filesystem::remove(dir_.at("state/numbers.json").text());
    std::filesystem::create_directory(dir_.at("state/numbers.json").text());
    EXPECT_FALSE(set("a", 1));
    EXPECT_FALSE(document().replace({}));
}

TEST_F(DocumentTest, WhatDoesNotFitIsNotWritten) {
    ASSERT_TRUE(set("a", 1));
    EXPECT_FALSE(set(std::string(70'000, 'x'), 2));
    EXPECT_FALSE(set("\xff", 2)) << "not UTF-8";
    EXPECT_EQ(document().read(), (Numbers{{"a", 1}}));
}

TEST_F(DocumentTest, TwoProcessesLoseNothing) {
    constexpr int kTimes = 100, kProcesses = 3;
    std::vector<pid_t> children;
    for (int process = 0; process < kProcesses; ++process) {
        const pid_t child = ::fork();
        if (child == 0) {
            bool good = true;
            for (int i = 0; i < kTimes; ++i) {
                good = good && document().update([&](Numbers& numbers) {
                    ++numbers["together"];
                    ++numbers[std::to_string(process)];
                    return true;
                });
            }
            ::_exit(good ? 0 : 1);
        }
        children.push_back(child);
    }
    for (const pid_t child : children) {
        int status = 0;
        ASSERT_EQ(::waitpid(child, &status, 0), child);
        EXPECT_EQ(status, 0);
    }
    EXPECT_EQ(document().read(),
              (Numbers{{"together", kTimes * kProcesses}, {"0", kTimes}, {"1", kTimes}, {"2", kTimes}}));
}

// The child is stopped before and after each of its system calls, and killed at the chosen stop. Returns false if it
// ended before.
bool killed_at(int chosen, const std::function<bool()>& work) {
    const pid_t child = ::fork();
    if (child == 0) {
        (void)::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
        (void)::raise(SIGSTOP);
        ::_exit(work() ? 0 : 1);
    }
    int status = 0;
    for (int stop = 0; ::waitpid(child, &status, 0) == child && WIFSTOPPED(status); ++stop) {
        if (stop == chosen) {
            (void)::kill(child, SIGKILL);
            EXPECT_EQ(::waitpid(child, &status, 0), child);
            return true;
        }
        if (::ptrace(PTRACE_SYSCALL, child, nullptr, nullptr) != 0) break;
    }
    EXPECT_EQ(status, 0);
    return false;
}

TEST_F(DocumentTest, KilledAnywhereItIsTheOldOrTheNew) {
    const Numbers old{{"a", 1}}, changed{{"a", 1}, {"b", 2}};
    ASSERT_TRUE(set("a", 1));
    std::size_t kills = 0, seen_old = 0, seen_new = 0;
    for (int stop = 1; killed_at(stop, [&] { return set("b", 2).has_value(); }); ++stop) {
        const auto now = document().read();
        ASSERT_TRUE(now) << stop << ": " << now.error().what;
        ASSERT_TRUE(*now == old || *now == changed) << stop;
        ++(*now == old ? seen_old : seen_new);
        ASSERT_TRUE(set("c", 3)) << stop << ": the lock went with its holder";
        ASSERT_TRUE(document().update([&](Numbers& numbers) { return numbers = old, true; })) << stop;
        ASSERT_EQ(files(), 2U) << stop << ": nothing piles up";
        ++kills;
    }
    EXPECT_GT(seen_old, 10U);
    EXPECT_GT(seen_new, 2U);
    EXPECT_GT(kills, 20U);
    EXPECT_EQ(document().read(), changed) << "the last one was not killed";
}

TEST_F(DocumentTest, WithoutRoomTheOldStays) {
    ASSERT_TRUE(set("a", 1));
    const std::string good = dir_.read("state/numbers.json");
    const int status = in_child([&] {
        (void)::signal(SIGXFSZ, SIG_IGN);
        const rlimit small{.rlim_cur = good.size() + 5, .rlim_max = good.size() + 5};
        if (::setrlimit(RLIMIT_FSIZE, &small) != 0) return false;
        const Status done = set("more than fits", 2);
        return !done && done.error().where == dir_.at("state/numbers.json").text();
    });
    EXPECT_EQ(status, 0);
    EXPECT_EQ(dir_.read("state/numbers.json"), good);
    EXPECT_EQ(files(), 2U);
}

}  // namespace
}  // namespace postern::state
