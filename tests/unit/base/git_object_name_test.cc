#include "base/git_object_name.h"

#include <gtest/gtest.h>

namespace postern {
namespace {

TEST(GitObjectName, IsWhatGitCallsIt) {
    // `git hash-object --stdin` of these contents.
    EXPECT_EQ(git_object_name("blob", "", kSha1Digits), "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391");
    EXPECT_EQ(git_object_name("blob", "hello\n", kSha1Digits), "ce013625030ba8dba906f756967f9e9ca394464a");
    EXPECT_EQ(git_object_name("tree", "", kSha1Digits), "4b825dc642cb6eb9a060e54bf8d69288fbee4904");
    EXPECT_EQ(git_object_name("blob", "", 64), "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813");
}

TEST(GitObjectName, HoldsForEveryLengthAroundABlock) {
    // Lengths at which the padding takes one more block.
    for (std::size_t size = 40; size < 140; ++size) {
        const std::string name = git_object_name("blob", std::string(size, 'a'), kSha1Digits);
        EXPECT_EQ(name.size(), kSha1Digits);
        EXPECT_NE(name, git_object_name("blob", std::string(size + 1, 'a'), kSha1Digits));
    }
    EXPECT_EQ(git_object_name("blob", std::string(55, 'a'), kSha1Digits), "d1985ddc2983785702b9a90effd5aff2f7cfdca4");
    EXPECT_EQ(git_object_name("blob", std::string(64, 'a'), kSha1Digits), "71b7a71962774fa5c721e1163f935cb61a0e09e6");
}

}  // namespace
}  // namespace postern
