#include "guard/refused_writes.h"

#include <gtest/gtest.h>

namespace postern::guard {
namespace {

using Wall = RefusedWrite::Wall;
using sandbox::MountAccess;

AbsPath path(std::string_view text) {
    return AbsPath::parse(text).value();
}

sandbox::Profile profile() {
    sandbox::Profile out;
    out.home = path("/home/me");
    out.writable = {path("/p")};
    out.mounts = {{path("/p"), MountAccess::writable, true, "working directory"},
                  {path("/p/.git"), MountAccess::cannot_move, true, "something protected lies below it"},
                  {path("/p/.git/hooks"), MountAccess::read_only, true, "git runs code from here"}};
    return out;
}

TEST(RefusedWrites, NameTheWall) {
    struct Case {
        const char* path;
        const char* directory;
        Wall seen, wall;
        const char* reason;
        const char* allow;
    };
    const Case cases[] = {
        {"/usr/lib/x/y", "/usr/lib/x", Wall::outside, Wall::outside, "it is outside the writable places", "/usr/lib/x"},
        {"/p2/x", "/p2", Wall::outside, Wall::outside, "it is outside the writable places", "/p2"},
        {"/x", "/", Wall::outside, Wall::outside, "it is outside the writable places", ""},
        {"/sys/kernel/x", "/sys/kernel", Wall::outside, Wall::outside, "it is outside the writable places", ""},
        {"/system/x", "/system", Wall::outside, Wall::outside, "it is outside the writable places", "/system"},
        {"/p/.git/hooks/pre-commit", "/p/.git/hooks", Wall::outside, Wall::guarded, "git runs code from here", ""},
        {"/home/me/.bashrc", "/home/me", Wall::outside, Wall::guarded, "shells read it when they start", ""},
        {"/p/.git", "/p", Wall::cannot_move, Wall::cannot_move, "something protected lies below it", ""},
        {"/p", "/", Wall::cannot_move, Wall::cannot_move, "it is a writable place itself, working directory", ""},
    };
    for (const Case& c : cases) {
        const RefusedWrite found = explain_refusal(profile(), path(c.path), path(c.directory), c.seen);
        EXPECT_EQ(found.path, c.path);
        EXPECT_EQ(found.wall, c.wall) << c.path;
        EXPECT_EQ(found.reason, c.reason) << c.path;
        EXPECT_EQ(found.directory, c.allow) << c.path;
    }
}

TEST(RefusedWrites, AreCountedByPlaceWithinBounds) {
    RefusedWriteLog log;
    EXPECT_FALSE(log.count_known("/a"));
    log.add("/a", RefusedWrite{.path = "/a/x"});
    log.add("/b", std::nullopt);
    EXPECT_TRUE(log.count_known("/a"));
    EXPECT_TRUE(log.count_known("/b")) << "it is no wall, and is not looked at again";
    ASSERT_EQ(log.entries().size(), 1U);
    EXPECT_EQ(log.entries().front().times, 2U);
    for (std::size_t i = 0; i < 5000; ++i) log.add("/d" + std::to_string(i), RefusedWrite{});
    EXPECT_EQ(log.entries().size(), RefusedWriteLog::kMost);
    EXPECT_EQ(log.left_out(), 5001 - RefusedWriteLog::kMost);
    EXPECT_TRUE(log.count_known("/d500"));
    EXPECT_FALSE(log.count_known("/d4999")) << "memory is bounded";
}

}  // namespace
}  // namespace postern::guard
