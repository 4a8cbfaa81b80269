// Every system call of a look fails once: what cannot be looked at is unknown, and never counts as absent.
#include "fault_calls.h"
#include "host/kept_directory.h"
#include "scrub/permits.h"
#include "world.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <filesystem>
#include <functional>

namespace postern::scrub::test {
namespace {

namespace fs = std::filesystem;

constexpr long kMostCalls = 400;

// Calls `work` with each of its system calls failing in turn.
void with_each_fault(const std::function<void()>& work) {
    for (const int error : {EIO, EACCES}) {
        long at = 0, calls = 0;
        do {
            SCOPED_TRACE("call " + std::to_string(++at) + ", error " + std::to_string(error));
            arm({.error = error, .at = at, .persists = 2});
            work();
            calls = disarm_faults();
        } while (calls >= at && at < kMostCalls);
        EXPECT_GT(at, 2);
        EXPECT_LT(at, kMostCalls);
    }
}

TEST(Unknown, ARunThatIsStillGoingOn) {
    const World world;
    settle();
    const auto other = begin(world.state(), world.watch());
    ASSERT_TRUE(other);
    int begun = 0;
    with_each_fault([&] {
        auto journal = begin(world.state(), world.watch());
        (void)disarm_faults();
        // A second fault may have left what the first one made necessary to remove; the number of calls must not grow.
        if (!journal) (void)world.shell("rm -f ../state/journal/*.new");
        if (!journal) return;
        ++begun;
        EXPECT_LE(journal->record.earlier.front(), other->record.start);
        EXPECT_TRUE(finish(world.state(), std::move(*journal), Inside::all_gone));
    });
    EXPECT_GT(begun, 0);
}

TEST(Unknown, TheRootsOfEarlierRuns) {
    const World world;
    settle();
    (void)world.run("true");
    int known = 0;
    with_each_fault([&] {
        const auto roots = known_roots(world.state());
        (void)disarm_faults();
        if (!roots) return;
        ++known;
        EXPECT_FALSE(roots->empty());
    });
    EXPECT_TRUE(known_roots(world.state()));
}

TEST(Unknown, TheGrantsOfARun) {
    const World world;
    const AbsPath held = world.dir.at("work/held"), journal = world.dir.at("state/j.json");
    ASSERT_TRUE(add_permits(journal, {held}, {}));
    with_each_fault([&] {
        Watch watch{.held = {held}};
        read_permits(journal, watch);
        (void)disarm_faults();
        EXPECT_TRUE(watch.held.empty()) << "a change by the command would pass for the user's";
    });
}

TEST(Unknown, WhatAStoreHolds) {
    const World world;
    const AbsPath store = world.dir.at("store");
    {
        const auto first = host::KeptDirectory::open({store, {}});
        ASSERT_TRUE(first);
        world.dir.write("store/first/mark", "x");
    }
    int opened = 0;
    with_each_fault([&] {
        const auto kept = host::KeptDirectory::open({store, {}});
        (void)disarm_faults();
        if (!kept) return;
        ++opened;
        EXPECT_TRUE(fs::exists(kept->content().text() + "/mark"));
    });
    EXPECT_GT(opened, 0);
}

}  // namespace
}  // namespace postern::scrub::test
