#include "host/bwrap_search.h"

#include "host/bwrap_options.h"
#include "temp_dir.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace postern::host {
namespace {

constexpr std::string_view kNeeded =
    "usage: bwrap [OPTIONS...] [--] COMMAND [ARGS...]\n\n"
    "    --args FD                    Parse NUL-separated args from FD\n"
    "    --unshare-user               Create new user namespace\n    --unshare-ipc\n    --unshare-pid\n"
    "    --unshare-net\n    --unshare-uts\n    --unshare-cgroup-try\n    --bind SRC DEST\n    --ro-bind SRC DEST\n    "
    "--ro-bind-try SRC DEST\n    --ro-bind-data FD DEST\n"
    "    --proc DEST\n    --dev DEST\n    --tmpfs DEST\n    --chdir DIR\n    --die-with-parent\n"
    "    --json-status-fd FD\n    --cap-drop CAP\n";

const AbsPath kPath = *AbsPath::parse("/usr/bin/bwrap");

TEST(BwrapHelp, OptionsComeFromTheStartsOfLines) {
    const std::string old(kNeeded);
    EXPECT_EQ(*parse_bwrap_help(kPath, old), Bwrap{.path = kPath});
    EXPECT_EQ(*parse_bwrap_help(kPath, old + "    --perms OCTAL    of the next --size\n   --bind-fd FD DEST\n"),
              (Bwrap{.path = kPath, .has_bind_fd = true, .has_perms = true}));
    EXPECT_EQ(*parse_bwrap_help(kPath, old + "--as-pid-1\n--disable-userns\n--size BYTES"),
              (Bwrap{.path = kPath, .has_as_pid_1 = true, .has_disable_userns = true, .has_size = true}));
}

TEST(BwrapHelp, WhatIsNotEnough) {
    for (const std::string_view text : {"", "garbage\n",
                                        "\x7f"
                                        "ELF"}) {
        const auto parsed = parse_bwrap_help(kPath, text);
        ASSERT_FALSE(parsed);
        EXPECT_EQ(parsed.error(),
                  (Error{Errc::unsupported, "does not answer --help as bubblewrap does", kPath.text()}));
    }
    std::string text(kNeeded);
    text.replace(text.find("--args"), 6, "--argo");
    const auto parsed = parse_bwrap_help(kPath, text);
    ASSERT_FALSE(parsed);
    EXPECT_EQ(parsed.error().what, "this bubblewrap is too old for the sandbox: it lacks --args");
}

TEST(BwrapHelp, FeaturesAsTextAndBack) {
    const Bwrap all{kPath, true, true, true, true, true};
    EXPECT_EQ(features_text(all), "features bind-fd as-pid-1 disable-userns perms size");
    EXPECT_EQ(parse_features(kPath, features_text(all)), all);
    EXPECT_EQ(parse_features(kPath, "features"), Bwrap{.path = kPath});
    for (const std::string_view bad : {"", "feature", "features size perms", "features  perms", "features perms ",
                                       "features other", "features perms perms"}) {
        EXPECT_EQ(parse_features(kPath, bad), std::nullopt) << bad;
    }
}

class FindBwrap : public ::testing::Test {
protected:
    void fake(std::string_view name, const std::string& more = "", mode_t mode = 0755) const {
        dir_.write(name, "#!/bin/sh\ncat <<'E'\n" + std::string(kNeeded) + more + "E\n", mode);
    }
    [[nodiscard]] BwrapSearch search() const {
        return {.path_variable = dir_.at("bin").text(), .cache_directory = dir_.at("state")};
    }
    postern::test::TempDir dir_{};
};

TEST_F(FindBwrap, IsAskedForItsOptions) {
    fake("bin/bwrap", "--perms OCTAL\n");
    const auto found = locate_bwrap(search());
    ASSERT_TRUE(found);
    EXPECT_EQ(*bwrap_at(*found->path), (Bwrap{.path = dir_.at("bin/bwrap"), .has_perms = true}));
    fake("bin/bwrap", "--size BYTES\n");
    EXPECT_EQ(*bwrap_at(*found->path), (Bwrap{.path = dir_.at("bin/bwrap"), .has_size = true})) << "it was replaced";
    EXPECT_NE(locate_bwrap(search())->identity, found->identity) << "the cache is keyed by it";
}

TEST_F(FindBwrap, ErrorsSayWhatWasPassedOver) {
    fake("bin/bwrap", "", 0777);
    const auto found = locate_bwrap(search());
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().what, "no usable bwrap in PATH; passed over: " + dir_.at("bin/bwrap").text() +
                                      " (others may write to it; to repair: chmod go-w " + dir_.at("bin/bwrap").text() +
                                      ")");
    BwrapSearch named = search();
    named.named = dir_.at("nowhere");
    ASSERT_FALSE(locate_bwrap(named));
    EXPECT_EQ(locate_bwrap(named).error(),
              (Error{Errc::unsupported, "sandbox.bwrapPath cannot be used: no such file", dir_.at("nowhere").text()}));
    named.named = dir_.at("other/bwrap");
    fake("other/bwrap");
    EXPECT_EQ(*locate_bwrap(named)->path, dir_.at("other/bwrap")) << "PATH does not count";
}

}  // namespace
}  // namespace postern::host
