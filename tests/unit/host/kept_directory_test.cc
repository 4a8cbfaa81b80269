#include "host/kept_directory.h"

#include "temp_dir.h"

#include <memory>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

namespace postern::host {
namespace {

namespace fs = std::filesystem;

struct World {
    test::TempDir dir{};
    AbsPath store = dir.at("store");

    [[nodiscard]] std::unique_ptr<KeptDirectory> open(std::vector<MountPoint> points = {}) const {
        auto opened = KeptDirectory::open({store, std::move(points)});
        EXPECT_TRUE(opened) << opened.error().what;
        return opened ? std::make_unique<KeptDirectory>(std::move(*opened)) : nullptr;
    }
    // Returns the one name in the store.
    [[nodiscard]] std::string now() const {
        std::vector<std::string> names;
        for (const auto& entry : fs::directory_iterator(store.text())) names.push_back(entry.path());
        EXPECT_EQ(names.size(), 1U);
        return names.empty() ? "" : names.front();
    }
};

// Returns the path of what was called `name` before a mount point took its place.
std::string covered(const std::string& directory, const std::string& name) {
    for (const auto& entry : fs::directory_iterator(directory)) {
        if (entry.path().filename().string().starts_with(name + ".covered-")) return entry.path();
    }
    return {};
}

TEST(KeptDirectory, KeepsItsContentUnderAnotherName) {
    const World world;
    auto run = world.open();
    const std::string first = run->content().text();
    std::ofstream(first + "/mark") << "x";
    run.reset();
    EXPECT_FALSE(fs::exists(first));
    const std::string second = world.now();
    EXPECT_TRUE(fs::exists(second + "/mark"));
    run = world.open();
    EXPECT_NE(run->content().text(), second) << "a run that was killed would have left that name";
    EXPECT_TRUE(fs::exists(run->content().text() + "/mark"));
}

TEST(KeptDirectory, StaysWhereItIsWhileARunHasIt) {
    const World world;
    auto one = world.open(), two = world.open();
    EXPECT_EQ(one->content(), two->content());
    const std::string name = one->content().text();
    one.reset();
    EXPECT_TRUE(fs::exists(name));
    two.reset();
    EXPECT_FALSE(fs::exists(name));
}

TEST(KeptDirectory, IsClosedToOthers) {
    const World world;
    auto run = world.open();
    for (const mode_t mode : {0777U, 0U, 02700U}) {
        ASSERT_EQ(::chmod(run->content().text().c_str(), mode), 0);
        ASSERT_EQ(::chmod(world.store.text().c_str(), 0755), 0);
        run.reset();
        run = world.open();
        for (const AbsPath& path : {world.store, run->content()}) {
            struct stat st {};
            ASSERT_EQ(::stat(path.text().c_str(), &st), 0);
            EXPECT_EQ(st.st_mode & 07777U, 0700U);
        }
    }
}

TEST(KeptDirectory, MountPoints) {
    const World world;
    auto run = world.open({{"a/b", true}, {"a/file", false}, {"top", true}});
    const std::string content = run->content().text();
    EXPECT_TRUE(fs::is_directory(content + "/a/b"));
    EXPECT_TRUE(fs::is_regular_file(content + "/a/file"));
    struct Case {
        const char* why;
        MountPoint point;
    };
    fs::create_directory_symlink(world.dir.at().text(), content + "/link");
    fs::create_symlink("a/file", content + "/link-to-file");
    const Case cases[] = {
        {"a link to a directory", {"link", true}},    {"below a link", {"link/x", true}},
        {"a file below a link", {"link/x", false}},   {"a link to a file", {"link-to-file", false}},
        {"a file for a directory", {"a/file", true}}, {"a directory for a file", {"a/b", false}},
        {"below a file", {"a/file/x", false}},
    };
    for (const Case& c : cases) {
        const auto opened = KeptDirectory::open({world.store, {c.point}});
        ASSERT_TRUE(opened) << c.why;
        const fs::file_status made = fs::symlink_status(content + '/' + c.point.path);
        EXPECT_EQ(made.type(), c.point.directory ? fs::file_type::directory : fs::file_type::regular) << c.why;
    }
    EXPECT_FALSE(fs::exists(world.dir.at("x").text()));
    EXPECT_TRUE(fs::is_symlink(covered(content, "link"))) << "nothing is removed";
    EXPECT_TRUE(fs::is_symlink(covered(content, "link-to-file")));
    EXPECT_TRUE(fs::is_regular_file(covered(content + "/a", "file")));
}

TEST(KeptDirectory, AFifoIsNotInTheWay) {
    const World world;
    auto run = world.open();
    for (const char* name : {"/bin", "/file"}) ASSERT_EQ(::mkfifo((run->content().text() + name).c_str(), 0600), 0);
    run.reset();
    run = world.open({{"bin", true}, {"file", false}});
    ASSERT_TRUE(run);
    EXPECT_TRUE(fs::is_directory(run->content().text() + "/bin"));
    EXPECT_TRUE(fs::is_fifo(covered(run->content().text(), "bin")));
}

TEST(KeptDirectory, DoesNotWaitForALockForEver) {
    const World world;
    (void)world.open();
    const UniqueFd other(::open(world.store.text().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    ASSERT_EQ(::flock(other.get(), LOCK_EX), 0);
    const auto opened = KeptDirectory::open({world.store, {}});
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().where, world.store.text());
    EXPECT_NE(opened.error().what.find("another process holds the lock"), std::string::npos) << opened.error().what;
    ASSERT_EQ(::flock(other.get(), LOCK_UN), 0);
    EXPECT_TRUE(KeptDirectory::open({world.store, {}}));
}

TEST(KeptDirectory, FollowsNoLink) {
    const World world;
    const AbsPath elsewhere = world.dir.at("elsewhere");
    fs::create_directory(elsewhere.text());
    fs::create_directory_symlink(elsewhere.text(), world.store.text());
    EXPECT_FALSE(KeptDirectory::open({world.store, {}}));
    fs::remove(world.store.text());
    fs::create_directory(world.store.text());
    fs::create_directory_symlink(elsewhere.text(), world.store.text() + "/first");
    EXPECT_FALSE(KeptDirectory::open({world.store, {}}));
    EXPECT_TRUE(fs::is_empty(elsewhere.text()));
}

}  // namespace
}  // namespace postern::host
