#include "sandbox/mounted_trees.h"

#include <gtest/gtest.h>

namespace postern::sandbox {
namespace {

AbsPath path(std::string_view text) {
    return AbsPath::parse(text).value();
}

std::vector<std::string> places(std::string_view mountinfo, std::string_view of) {
    std::vector<std::string> out;
    for (const OtherPlace& place : other_places(parse_mounts(mountinfo), path(of))) {
        out.push_back(place.path.text() + " = " + place.original.text());
    }
    return out;
}

using Strings = std::vector<std::string>;

TEST(MountedTrees, SeesTheSameTreeTwice) {
    constexpr std::string_view kMounts =
        "21 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw\n"
        "30 21 8:1 /srv /mnt/two\\040words rw - ext4 /dev/sda1 rw\n"
        "31 21 8:2 / /srv rw - ext4 /dev/sda2 rw\n"
        "32 21 8:1 /home/u/secret/deep /mnt/deep rw - ext4 /dev/sda1 rw\n"
        "33 21 8:1 / /host rw - ext4 /dev/sda1 rw\n";
    EXPECT_EQ(places(kMounts, "/home/u/secret"),
              (Strings{"/mnt/deep = /home/u/secret/deep", "/host/home/u/secret = /home/u/secret"}));
    EXPECT_EQ(places(kMounts, "/host/srv/x"), (Strings{"/srv/x = /host/srv/x", "/mnt/two words/x = /host/srv/x"}))
        << "whether /srv shows it must be looked up";
    EXPECT_EQ(places(kMounts, "/srv/x"), Strings{}) << "of another device";
}

TEST(MountedTrees, OneMountHasNoOtherPlace) {
    EXPECT_EQ(places("21 1 8:1 / / rw - ext4 /dev/sda1 rw\n", "/a"), Strings{});
    EXPECT_EQ(places("", "/a"), Strings{});
    EXPECT_EQ(places("21 1 8:1\n?\n", "/a"), Strings{});
}

}  // namespace
}  // namespace postern::sandbox
