#include "base/io.h"

#include "temp_dir.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <thread>

#include <cerrno>

#include <fcntl.h>
#include <sys/stat.h>

namespace postern {
namespace {

using std::chrono::milliseconds;
using test::TempDir;

UniqueFd open_directory(const TempDir& dir) {
    return UniqueFd(::open(dir.at().text().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
}

TEST(Io, AllOfAPipeInBothDirections) {
    int ends[2];
    ASSERT_EQ(::pipe2(ends, O_CLOEXEC), 0);
    UniqueFd from(ends[0]), to(ends[1]);
    const std::string much(1 << 20, 'x');  // more than a pipe holds
    std::thread writer([&] {
        EXPECT_TRUE(write_all(to.get(), much));
        to.reset();
    });
    EXPECT_EQ(read_all(from.get(), much.size()), much);
    writer.join();
}

TEST(Io, BoundsAndErrors) {
    const TempDir dir;
    dir.write("five", "12345");
    const auto read = [&](std::size_t limit, std::size_t expected) {
        const UniqueFd fd(::open(dir.at("five").text().c_str(), O_RDONLY | O_CLOEXEC));
        return read_all(fd.get(), limit, expected);
    };
    for (const std::size_t expected : {0U, 1U, 5U, 100U}) {
        EXPECT_EQ(read(5, expected), "12345") << expected;
        errno = 0;
        EXPECT_EQ(read(4, expected), std::nullopt) << expected;
        EXPECT_EQ(errno, EFBIG);
    }
    EXPECT_EQ(read_all(-1, 1), std::nullopt);
    EXPECT_EQ(errno, EBADF);
    EXPECT_FALSE(write_all(-1, "x"));
    EXPECT_TRUE(write_all(-1, ""));
}

TEST(Replace, GivesModeAndLeavesNothingBehind) {
    const TempDir dir;
    const UniqueFd at = open_directory(dir);
    ASSERT_TRUE(replace_at(at.get(), "f", "one", 0640, Flush::none, "t"));
    ASSERT_TRUE(replace_at(at.get(), "f", "two", 0600, Flush::to_disk, "t"));
    EXPECT_EQ(dir.read("f"), "two");
    struct stat st {};
    ASSERT_EQ(::stat(dir.at("f").text().c_str(), &st), 0);
    EXPECT_EQ(st.st_mode & 07777, 0600U);
    std::filesystem::create_directory(dir.at("d").text());
    EXPECT_FALSE(replace_at(at.get(), "d", "x", 0600, Flush::none, "t"));
    EXPECT_FALSE(std::filesystem::exists(dir.at("t").text()));
    dir.write("t", "mine");
    EXPECT_FALSE(replace_at(at.get(), "f", "x", 0600, Flush::none, "t"));
    EXPECT_EQ(dir.read("t"), "mine") << "a name that is taken is not ours to remove";
    EXPECT_EQ(dir.read("f"), "two");
}

TEST(Lock, IsHeldByOne) {
    const TempDir dir;
    const UniqueFd at = open_directory(dir);
    auto first = lock_at(at.get(), "l", milliseconds(0));
    ASSERT_TRUE(first);
    EXPECT_FALSE(lock_at(at.get(), "l", milliseconds(0)));
    std::thread waiting([&] { EXPECT_TRUE(lock_at(at.get(), "l", milliseconds(10'000))); });
    first->reset();
    waiting.join();
}

TEST(Lock, OnARemovedFileDoesNotCount) {
    const TempDir dir;
    const UniqueFd at = open_directory(dir);
    auto old = lock_at(at.get(), "l", milliseconds(0));
    ASSERT_TRUE(old);
    std::thread waiting([&] {
        const auto fresh = lock_at(at.get(), "l", milliseconds(10'000));
        ASSERT_TRUE(fresh);
        EXPECT_FALSE(lock_at(at.get(), "l", milliseconds(0))) << "the file that is there now is locked";
    });
    std::filesystem::remove(dir.at("l").text());
    old->reset();
    waiting.join();
}

TEST(Lock, RefusesWhatOthersCouldHold) {
    const TempDir dir;
    const UniqueFd at = open_directory(dir);
    dir.write("target", "");
    std::filesystem::create_symlink("target", dir.at("link").text());
    EXPECT_FALSE(lock_at(at.get(), "link", milliseconds(0)));
    dir.write("open", "", 0620);
    EXPECT_FALSE(lock_at(at.get(), "open", milliseconds(0)));
}

}  // namespace
}  // namespace postern
