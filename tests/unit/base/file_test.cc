#include "base/file.h"

#include "base/io.h"
#include "temp_dir.h"

#include <gtest/gtest.h>

#include <filesystem>

#include <fcntl.h>
#include <sys/stat.h>

namespace postern {
namespace {

using test::TempDir;

mode_t mode_of(const AbsPath& path) {
    struct stat st {};
    EXPECT_EQ(::stat(path.text().c_str(), &st), 0);
    return st.st_mode & 07777;
}

TEST(ReadFile, ReadsWholeRegularFilesOnly) {
    const TempDir dir;
    EXPECT_EQ(*read_file(dir.write("a", "hello")), "hello");
    EXPECT_EQ(*read_file(dir.write("empty", "")), "");
    EXPECT_EQ(*read_file(dir.at("a"), 5), "hello");
    const auto big = read_file(dir.at("a"), 4);
    ASSERT_FALSE(big);
    EXPECT_EQ(big.error(), (Error{Errc::io, "larger than 4 bytes", dir.at("a").text()}));
    ASSERT_EQ(::mkfifo(dir.at("pipe").text().c_str(), 0600), 0);
    const auto pipe = read_file(dir.at("pipe"));  // must not wait for a writer
    ASSERT_FALSE(pipe);
    EXPECT_EQ(pipe.error().what, "not a regular file");
    EXPECT_FALSE(read_file(dir.at()));
    EXPECT_FALSE(read_file(*AbsPath::parse("/dev/zero")));
    EXPECT_FALSE(read_file(*AbsPath::parse("/proc/self/mem")));
}

TEST(ReadFile, TellsAbsentFromUnreadable) {
    const TempDir dir;
    dir.write("plain", "x");
    EXPECT_EQ(*read_file_if_there(dir.at("none")), std::nullopt);
    EXPECT_EQ(*read_file_if_there(dir.at("plain/below")), std::nullopt);
    EXPECT_EQ(*read_file_if_there(dir.at("plain")), "x");
    EXPECT_FALSE(read_file(dir.at("none")));
    std::filesystem::create_symlink("loop", dir.at("loop").text());
    EXPECT_FALSE(read_file_if_there(dir.at("loop")));
}

Status replace(const AbsPath& path, std::string_view bytes, mode_t mode) {
    const UniqueFd directory(::open(path.parent().text().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    const std::string name(path.name());
    return replace_at(directory.get(), name, bytes, mode, Flush::to_disk, unused_name(name + '.'));
}

TEST(WriteFile, ReplacesInOneStepAndLeavesNothingBehind) {
    const TempDir dir;
    const AbsPath path = dir.at("store");
    ASSERT_TRUE(replace(path, "one", 0600));
    struct stat first {};
    ASSERT_EQ(::stat(path.text().c_str(), &first), 0);
    std::filesystem::create_hard_link(path.text(), dir.at("reader").text());
    ASSERT_TRUE(replace(path, "two", 0644));
    EXPECT_EQ(dir.read("store"), "two");
    EXPECT_EQ(dir.read("reader"), "one") << "a reader that had the old file open still sees it whole";
    EXPECT_EQ(mode_of(path), 0644U);
    std::filesystem::remove(dir.at("reader").text());
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(dir.at().text()), {}), 1);
}

TEST(WriteFile, FailureKeepsTheOldContent) {
    const TempDir dir;
    std::filesystem::create_directories(dir.at("target/full").text());  // makes the rename fail
    EXPECT_FALSE(replace(dir.at("target"), "x", 0600));
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(dir.at().text()), {}), 1) << "no temporary file left";
    EXPECT_FALSE(replace(dir.at("none/file"), "x", 0600));
}

TEST(MakeDirectories, MakesParentsAndKeepsWhatExists) {
    const TempDir dir;
    ASSERT_TRUE(make_directories(dir.at("a/b/c"), 0700));
    EXPECT_EQ(mode_of(dir.at("a/b")), 0700U);
    dir.chmod("a", 0755);
    ASSERT_TRUE(make_directories(dir.at("a/b/c"), 0700));
    EXPECT_EQ(mode_of(dir.at("a")), 0755U);
    dir.write("file", "");
    EXPECT_FALSE(make_directories(dir.at("file"), 0700));
    EXPECT_FALSE(make_directories(dir.at("file/x"), 0700));
}

}  // namespace
}  // namespace postern
