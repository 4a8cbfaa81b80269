// The ledger on a disk: what is added is kept, whatever happens meanwhile, and the index says the same.
#include "record/ledger.h"

#include "record/index.h"
#include "record/query.h"
#include "record/verify.h"
#include "record/when.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

namespace postern::record {
namespace {

namespace fs = std::filesystem;

bool everything() {
    const char* all = std::getenv("POSTERN_TESTS_ALL");
    return all != nullptr && std::string(all) == "1";
}

RecordRow row_at(std::int64_t time, const std::string& actor = "alice",
                 policy::Verdict verdict = policy::Verdict::allow, const std::string& subject = "true") {
    RecordRow row{.id = new_id(time),
                  .time_ms = time,
                  .who = {.actor = actor, .agent = "claude", .model = "m", .session = "s", .client = "run"},
                  .directory = "/p",
                  .tool = "Bash",
                  .subject = subject,
                  .verdict = verdict,
                  .outcome = verdict == policy::Verdict::deny ? "refused" : "exited",
                  .status = verdict == policy::Verdict::deny ? 126 : 0,
                  .duration_ms = 10};
    row.reasons.push_back({.verdict = verdict,
                           .kind = policy::ReasonKind::rule,
                           .rule = verdict == policy::Verdict::deny ? "Bash(rm:*)" : "Bash(true)"});
    return row;
}

class LedgerTest : public ::testing::Test {
protected:
    LedgerTest() {
        std::string name = (fs::temp_directory_path() / "postern-record-XXXXXX").string();
        path_ = ::mkdtemp(name.data());
        home_ = *AbsPath::parse(path_);
    }
    ~LedgerTest() override {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }

    [[nodiscard]] Ledger open() const { return std::move(*Ledger::open(home_)); }
    [[nodiscard]] std::string file(const char* name = "ledger") const { return path_ + "/record/" + name; }
    [[nodiscard]] std::string text() const {
        std::ifstream in(file(), std::ios::binary);
        std::ostringstream out;
        out << in.rdbuf();
        return out.str();
    }
    void write(const std::string& content) const { std::ofstream(file(), std::ios::binary) << content; }

    static ChainReport check(const Ledger& ledger, std::vector<ChainWitness> more = {}) {
        if (const auto head = ledger.head()) more.push_back({*head, "the head"});
        ChainCheck check(ledger.key(), std::move(more));
        auto reader = LedgerReader::open_raw(ledger);
        EXPECT_TRUE(reader);
        const auto first = reader->next();
        check.first(first.value_or(""));
        while (const auto line = reader->next()) check.next(*line, reader->at());
        return std::move(check).finish();
    }

    std::string path_;
    AbsPath home_ = AbsPath::root();
};

TEST_F(LedgerTest, WhatIsAddedIsThereAndPrivate) {
    EXPECT_FALSE(*Ledger::open_if_there(home_));
    Ledger ledger = open();
    for (std::uint64_t i = 1; i <= 5; ++i) {
        const auto added = ledger.append(row_text(row_at(1000 * static_cast<std::int64_t>(i))));
        ASSERT_TRUE(added);
        EXPECT_EQ(added->number, i);
    }
    EXPECT_TRUE(*Ledger::open_if_there(home_));
    const auto report = check(ledger);
    EXPECT_TRUE(report.whole());
    EXPECT_EQ(report.lines, 5U);
    EXPECT_EQ(report.witnesses, 1U);
    for (const char* name : {"ledger", "key", "head"}) {
        struct stat st {};
        ASSERT_EQ(::stat(file(name).c_str(), &st), 0);
        EXPECT_EQ(st.st_mode & 0777U, 0600U) << name;
    }
    struct stat st {};
    ASSERT_EQ(::stat((path_ + "/record").c_str(), &st), 0);
    EXPECT_EQ(st.st_mode & 0777U, 0700U);
}

TEST_F(LedgerTest, FilesOfOthersAreRefused) {
    (void)open().append("{}");
    ASSERT_EQ(::chmod(file().c_str(), 0666), 0);
    EXPECT_FALSE(open().append("{}"));
    ASSERT_EQ(::chmod(file().c_str(), 0600), 0);
    EXPECT_TRUE(open().append("{}"));
    ASSERT_EQ(::chmod((path_ + "/record").c_str(), 0777), 0);
    EXPECT_FALSE(Ledger::open(home_));
}

TEST_F(LedgerTest, APartOfALineIsCutOff) {
    Ledger ledger = open();
    for (int i = 0; i < 3; ++i) ASSERT_TRUE(ledger.append(row_text(row_at(i))));
    const std::string whole = text(), more = "{\"part\": of a line";
    const std::string last_line = whole.substr(whole.rfind('\n', whole.size() - 2) + 1);
    for (const std::string& part : {more, last_line.substr(0, last_line.size() - 1), std::string("{")}) {
        write(whole + part);
        ASSERT_TRUE(open().append("{}"));
        EXPECT_TRUE(check(open()).whole()) << part;
        EXPECT_EQ(text().substr(0, whole.size()), whole);
        write(whole);
        ASSERT_EQ(::unlink(file("head").c_str()), 0);  // it knows of the row that we took away again
    }
    write("");  // killed before the first line was whole
    EXPECT_TRUE(open().append("{}"));
    EXPECT_EQ(check(open()).lines, 1U);
}

TEST_F(LedgerTest, WhatIsNoLineStaysAndIsTold) {
    ASSERT_TRUE(open().append("{}"));
    write(text() + "something else\n\n");
    const auto next = open().append("{}");
    ASSERT_TRUE(next);
    EXPECT_EQ(next->number, 2U);
    const auto report = check(open());
    ASSERT_EQ(report.faults.size(), 2U);
    for (const ChainFault& fault : report.faults) EXPECT_EQ(fault.kind, FaultKind::no_line);
}

TEST_F(LedgerTest, LostRowsLeaveAGapForEver) {
    Ledger ledger = open();
    std::string three;
    for (int i = 0; i < 5; ++i) {
        ASSERT_TRUE(ledger.append(row_text(row_at(i))));
        if (i == 2) three = text();
    }
    write(three);
    EXPECT_EQ(check(open()).faults.at(0).kind, FaultKind::cut_off);
    const auto next = open().append("{}");
    ASSERT_TRUE(next);
    EXPECT_EQ(next->number, 6U);
    EXPECT_EQ(check(open()).faults.at(0).kind, FaultKind::missing) << "the next row does not hide the loss";
}

TEST_F(LedgerTest, ManyWritersLoseNothing) {
    const int writers = everything() ? 10 : 4, rows = everything() ? 1000 : 100;
    std::vector<pid_t> children;
    for (int w = 0; w < writers; ++w) {
        const pid_t child = ::fork();
        if (child == 0) {
            Ledger ledger = open();
            for (int i = 0; i < rows; ++i) {
                if (!ledger.append(row_text(row_at(i, "w" + std::to_string(w))))) ::_exit(1);
            }
            ::_exit(0);
        }
        children.push_back(child);
    }
    for (const pid_t child : children) {
        int status = 0;
        ASSERT_EQ(::waitpid(child, &status, 0), child);
        EXPECT_EQ(status, 0);
    }
    const Ledger ledger = open();
    const auto report = check(ledger);
    EXPECT_TRUE(report.whole());
    EXPECT_EQ(report.lines, static_cast<std::uint64_t>(writers * rows));
    auto index = RecordIndex::open(ledger);
    ASSERT_TRUE(index);
    const auto by_actor = stats(*index, StatsBy::actor, {});
    ASSERT_TRUE(by_actor);
    EXPECT_EQ(by_actor->size(), static_cast<std::size_t>(writers));
    for (const StatsRow& one : *by_actor) EXPECT_EQ(one.total, rows) << one.key;
}

TEST_F(LedgerTest, AKillAtAnyMomentLeavesItWhole) {
    const int kills = everything() ? 200 : 20;
    for (int k = 0; k < kills; ++k) {
        int ready[2];
        ASSERT_EQ(::pipe(ready), 0);
        const pid_t child = ::fork();
        if (child == 0) {
            Ledger ledger = open();
            const std::string long_row = row_text(row_at(k, "w", policy::Verdict::allow, std::string(60'000, 'x')));
            for (bool first = true;; first = false) {
                if (!ledger.append(long_row)) ::_exit(1);
                if (first && ::write(ready[1], "x", 1) != 1) ::_exit(1);
            }
        }
        char byte = 0;
        ASSERT_EQ(::read(ready[0], &byte, 1), 1);
        ::usleep(static_cast<useconds_t>(k * 37 % 1000));
        ASSERT_EQ(::kill(child, SIGKILL), 0);
        int status = 0;
        ASSERT_EQ(::waitpid(child, &status, 0), child);
        ASSERT_TRUE(WIFSIGNALED(status));
        ::close(ready[0]);
        ::close(ready[1]);
        Ledger ledger = open();
        ASSERT_TRUE(ledger.append("{}"));
        const auto report = check(ledger);
        ASSERT_TRUE(report.whole()) << report.faults.at(0).what;
    }
}

TEST_F(LedgerTest, AFullDiskLeavesItAsItWas) {
    Ledger ledger = open();
    ASSERT_TRUE(ledger.append(row_text(row_at(1))));
    const std::string before = text();
    rlimit old{};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &old), 0);
    const rlimit small{.rlim_cur = before.size() + 100, .rlim_max = old.rlim_max};  // the write stops in the middle
    ::signal(SIGXFSZ, SIG_IGN);
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
    const auto added = ledger.append(row_text(row_at(2)));
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &old), 0);
    ASSERT_FALSE(added);
    EXPECT_NE(added.error().what.find("cannot write"), std::string::npos);
    EXPECT_EQ(text(), before);
    EXPECT_TRUE(ledger.append(row_text(row_at(3))));
    EXPECT_TRUE(check(ledger).whole());
}

TEST_F(LedgerTest, PruningLeavesACheckpointThatHolds) {
    Ledger ledger = open();
    for (int i = 0; i < 20; ++i) ASSERT_TRUE(ledger.append(row_text(row_at(i * 3'600'000))));
    Ledger other = open();  // has the old file open
    auto index = RecordIndex::open(ledger);
    ASSERT_TRUE(index);
    const auto place = place_to_cut(ledger, 15 * 3'600'000);
    ASSERT_TRUE(place);
    EXPECT_EQ(place->lines, 15U);
    ASSERT_TRUE(ledger.cut_before(place->offset, place->last_removed, now_ms()));
    ASSERT_TRUE(other.append(row_text(row_at(21 * 3'600'000))));
    EXPECT_EQ(check(ledger).lines, 6U);
    const auto seen = index->last_seen();
    ASSERT_TRUE(seen && *seen);
    const auto report = check(ledger, {{**seen, "the index"}});
    EXPECT_TRUE(report.whole()) << report.faults.at(0).what;
    EXPECT_EQ(report.checkpoint.removed.number, 15U);
    ASSERT_TRUE(index->update());
    const auto counted = stats(*index, StatsBy::actor, {});
    ASSERT_TRUE(counted);
    EXPECT_EQ(sum_of(*counted).total, 6);
    // Once more, to nothing but the checkpoint.
    const auto all = place_to_cut(ledger, std::int64_t{1} << 50);
    ASSERT_TRUE(all && ledger.cut_before(all->offset, all->last_removed, 1));
    EXPECT_EQ(check(ledger).lines, 0U);
    EXPECT_EQ(ledger.append("{}")->number, 22U);
    EXPECT_TRUE(check(ledger).whole());
}

TEST_F(LedgerTest, AnAnchorGoesToTheSystemsJournal) {
    const std::string socket = path_ + "/log";
    const UniqueFd fd(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    sockaddr_un address{.sun_family = AF_UNIX, .sun_path = {}};
    std::ranges::copy(socket, address.sun_path);
    ASSERT_EQ(::bind(fd.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    Ledger ledger = open();
    ledger.anchor_at(socket);
    const auto added = ledger.append("{}");
    ASSERT_TRUE(added);
    std::string message(1000, '\0');
    const ssize_t size = ::recv(fd.get(), message.data(), message.size(), 0);
    ASSERT_GT(size, 0);
    message.resize(static_cast<std::size_t>(size));
    const auto reader = LedgerReader::open(ledger);
    ASSERT_TRUE(reader);
    EXPECT_EQ(anchor_in(message, reader->checkpoint().ledger), *added);
}

TEST_F(LedgerTest, TheIndexSaysWhatTheLedgerSays) {
    Ledger ledger = open();
    RecordRow started = row_at(1'000);
    RecordRow ended = started;
    started.stage = RowStage::started;
    ASSERT_TRUE(ledger.append(row_text(started)));
    auto index = RecordIndex::open(ledger);
    ASSERT_TRUE(index);
    EXPECT_EQ(count_open(*index, {}), 1);
    EXPECT_EQ(sum_of(*stats(*index, StatsBy::actor, {})).total, 0);
    ASSERT_TRUE(ledger.append(row_text(ended)));
    for (int i = 0; i < 3; ++i)
        ASSERT_TRUE(ledger.append(row_text(row_at(4'000'000 + i, "bob", policy::Verdict::deny, "rm -rf needle"))));
    ASSERT_TRUE(index->update());
    EXPECT_EQ(count_open(*index, {}), 0);
    const auto by_actor = stats(*index, StatsBy::actor, {});
    ASSERT_TRUE(by_actor);
    EXPECT_EQ(*by_actor, (std::vector<StatsRow>{{"bob", 3, 0, 3, 30}, {"alice", 1, 1, 0, 10}}));
    EXPECT_EQ(sum_of(*stats(*index, StatsBy::rule, {.since = 500, .until = 2'000})).total, 1) << "not whole hours";
    EXPECT_EQ(sum_of(*stats(*index, StatsBy::step, {.since = 2'000, .until = 4'000'001})).total, 1);
    EXPECT_EQ(sum_of(*stats(*index, StatsBy::day, {.since = 0, .until = 8'000'000})).total, 4);
    std::vector<std::string> found;
    ASSERT_TRUE(each_row(*index, {.grep = "needle", .limit = 2}, [&](const FoundRow& row) {
        found.push_back(row.row.subject);
        return Status{};
    }));
    EXPECT_EQ(found.size(), 2U);
    const auto tried = violations(*index, {});
    ASSERT_TRUE(tried);
    ASSERT_EQ(tried->size(), 1U);
    EXPECT_EQ(tried->at(0).actor, "bob");
    EXPECT_EQ(tried->at(0).rule, "Bash(rm:*)");
    EXPECT_EQ(tried->at(0).times, 3);
    EXPECT_EQ(find_row(*index, ended.id)->id, ended.id);
    EXPECT_FALSE(find_row(*index, "0000")) << "all begin so";
    EXPECT_FALSE(find_row(*index, "zzz"));
}

TEST_F(LedgerTest, AnIndexThatIsDamagedOrGoneIsMadeAgain) {
    Ledger ledger = open();
    for (int i = 0; i < 10; ++i) ASSERT_TRUE(ledger.append(row_text(row_at(i))));
    { ASSERT_TRUE(RecordIndex::open(ledger)); }
    std::ofstream(file("index"), std::ios::binary | std::ios::trunc)
        << "this is no database, and it is long enough to tell";
    std::error_code ignored;
    fs::remove(file("index-wal"), ignored);
    fs::remove(file("index-shm"), ignored);
    auto index = RecordIndex::open(ledger);
    ASSERT_TRUE(index) << index.error().what;
    EXPECT_EQ(sum_of(*stats(*index, StatsBy::actor, {})).total, 10);
    ASSERT_TRUE(index->database().run("DELETE FROM requests; DELETE FROM tally"));
    ASSERT_TRUE(index->make_anew());
    EXPECT_EQ(sum_of(*stats(*index, StatsBy::actor, {})).total, 10);
}

// How long many rows take; POSTERN_TESTS_ROWS=1000000 takes minutes. Figures, not a test of the machine: it fails only if an
// answer is wrong.
TEST_F(LedgerTest, ManyRows) {
    const char* const wanted = std::getenv("POSTERN_TESTS_ROWS");
    const std::int64_t rows = wanted != nullptr ? std::atoll(wanted) : everything() ? 20'000 : 2'000;
    using clock = std::chrono::steady_clock;
    const auto timed = [](const char* what, auto act) {
        const auto begin = clock::now();
        act();
        std::cout << what << ": " << std::chrono::duration<double, std::milli>(clock::now() - begin).count() << " ms\n";
    };
    Ledger ledger = open();
    std::string id;
    timed("append each", [&] {
        for (std::int64_t i = 0; i < rows; ++i) {
            const auto verdict = i % 8 == 0 ? policy::Verdict::deny : policy::Verdict::allow;
            RecordRow row = row_at(i * 1000, "actor" + std::to_string(i % 5), verdict,
                                   "npm run build --workspace packages/p" + std::to_string(i % 100));
            if (i == rows / 2) id = row.id;
            ASSERT_TRUE(ledger.append(row_text(row)));
        }
    });
    timed("fold", [&] { ASSERT_TRUE(RecordIndex::open(ledger)); });
    auto index = RecordIndex::open(ledger);
    ASSERT_TRUE(index);
    timed("stats", [&] { EXPECT_EQ(sum_of(*stats(*index, StatsBy::actor, {})).total, rows); });
    timed("stats of a part", [&] {
        EXPECT_EQ(sum_of(*stats(*index, StatsBy::rule, {.since = 1'500'500, .until = rows * 1000})).total, rows - 1501);
    });
    timed("grep without a hit", [&] {
        EXPECT_TRUE(each_row(*index, {.grep = "needle"}, [](const FoundRow&) { return fail(Errc::internal, "no"); }));
    });
    timed("show", [&] { EXPECT_EQ(find_row(*index, id)->id, id); });
    timed("verify", [&] { EXPECT_TRUE(check(ledger).whole()); });
}

}  // namespace
}  // namespace postern::record
