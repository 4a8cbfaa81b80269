#include "host/trusted_program.h"

#include "cannot_run.h"
#include "host/bounded_process.h"
#include "temp_dir.h"

#include <gtest/gtest.h>

#include <filesystem>

#include <unistd.h>

namespace postern::host {
namespace {

namespace fs = std::filesystem;

class TrustedProgram : public ::testing::Test {
protected:
    [[nodiscard]] std::string objection(std::string_view name, const std::vector<AbsPath>& writable = {}) const {
        const Inspected found = inspect_program(dir_.at(name), writable);
        return found.real ? "fit" : found.objection.empty() ? "absent" : found.objection;
    }
    void program(std::string_view name, mode_t mode = 0755) const { dir_.write(name, "#!/bin/sh\n", mode); }
    void link(std::string_view to, std::string_view name) const { fs::create_symlink(to, dir_.at(name).text()); }

    postern::test::TempDir dir_{};
};

TEST_F(TrustedProgram, TheFileItself) {
    program("good");
    program("data", 0644);
    program("group", 0775);
    program("world", 0757);
    program("setuid", 04755);
    program("setgid", 02755);
    fs::create_directory(dir_.at("directory").text());
    EXPECT_EQ(objection("good"), "fit");
    EXPECT_EQ(objection("none"), "absent");
    EXPECT_EQ(objection("good/below"), "absent");
    EXPECT_EQ(objection("data"), "not executable");
    EXPECT_EQ(objection("group"), "others may write to it");
    EXPECT_EQ(objection("world"), "others may write to it");
    EXPECT_EQ(inspect_program(dir_.at("group"), {}).remedy, "chmod go-w " + dir_.at("group").text());
    EXPECT_EQ(objection("setuid").find("setuid, and"), 0U);
    EXPECT_EQ(objection("setgid").find("setuid, and"), 0U);
    EXPECT_EQ(objection("directory"), "not a regular file");
}

TEST_F(TrustedProgram, FileCapabilities) {
    if (::geteuid() != 0) CANNOT_RUN("only root can give capabilities to a file");
    fs::copy("/bin/true", dir_.at("bwrap").text());
    EXPECT_EQ(objection("bwrap"), "fit");
    const std::string path = dir_.at("bwrap").text();
    const auto setcap = [&path](const char* what) {
        const auto ran = ask({.program = *AbsPath::parse("/sbin/setcap"), .arguments = {what, path}});
        return ran && ran->exit_status == 0;
    };
    if (!setcap("cap_net_raw+ep")) CANNOT_RUN("setcap is missing, or this file system has no capabilities");
    const Inspected found = inspect_program(dir_.at("bwrap"), {});
    EXPECT_EQ(found.real, std::nullopt);
    EXPECT_EQ(found.objection,
              "has file capabilities (cap_net_raw=ep), and Postern runs nothing with more rights than you have");
    EXPECT_EQ(found.remedy, "setcap -r " + path);
    ASSERT_TRUE(setcap("-r"));
    EXPECT_EQ(objection("bwrap"), "fit") << "the remedy helps";
}

TEST_F(TrustedProgram, NothingOnTheWayMayBeWritable) {
    program("outside/bwrap");
    program("project/bin/bwrap");
    fs::create_directory(dir_.at("elsewhere").text());
    link("../project/bin/bwrap", "elsewhere/into");
    link("../project/hop", "elsewhere/through");  // leads out of the project, but through it
    link("../outside/bwrap", "project/hop");
    link("../project/bin/../../outside/bwrap", "elsewhere/up");
    link("../outside", "elsewhere/dir");
    const std::vector<AbsPath> writable = {dir_.at("project")};
    const std::string lies = "lies in " + dir_.at("project").text() + ", which commands may write";
    EXPECT_EQ(objection("outside/bwrap", writable), "fit");
    EXPECT_EQ(objection("project/bin/bwrap", writable), lies);
    EXPECT_EQ(objection("elsewhere/into", writable), lies);
    EXPECT_EQ(objection("elsewhere/through", writable), lies);
    EXPECT_EQ(objection("elsewhere/up", writable), lies);
    EXPECT_EQ(objection("elsewhere/dir/bwrap", writable), "fit");
    EXPECT_EQ(objection("elsewhere/through"), "fit") << "nothing is writable now";
    EXPECT_EQ(objection("outside/bwrap", {AbsPath::root()}), "lies in /, which commands may write");
}

TEST_F(TrustedProgram, LinksAndDirectories) {
    program("open/bwrap");
    dir_.chmod("open", 0777);
    EXPECT_EQ(objection("open/bwrap"), "everybody may write to " + dir_.at("open").text());
    EXPECT_EQ(inspect_program(dir_.at("open/bwrap"), {}).remedy, "chmod o-w " + dir_.at("open").text());
    dir_.chmod("open", 01777);
    EXPECT_EQ(objection("open/bwrap"), "fit") << "sticky";
    link("nowhere", "dangling");
    EXPECT_EQ(objection("dangling"), "a link to " + dir_.at("nowhere").text() + ", which is not there");
    link("round", "round");
    EXPECT_EQ(objection("round"), "the link " + dir_.at("round").text() + " leads nowhere");
    if (::geteuid() == 0) {
        ASSERT_EQ(::chown(dir_.at("open").text().c_str(), 12345, 12345), 0);
        EXPECT_EQ(objection("open/bwrap"), dir_.at("open").text() + " belongs to user 12345, neither root nor you");
    }
}

TEST_F(TrustedProgram, TheIdentityFollowsTheFile) {
    program("a");
    const Inspected first = inspect_program(dir_.at("a"), {});
    EXPECT_EQ(inspect_program(dir_.at("a"), {}), first);
    dir_.write("new", "#!/bin/sh\nchanged\n", 0755);
    fs::rename(dir_.at("new").text(), dir_.at("a").text());
    EXPECT_NE(inspect_program(dir_.at("a"), {}).identity, first.identity);
}

TEST_F(TrustedProgram, TheSearchGoesOn) {
    program("one/tool", 0666);
    program("two/tool");
    program("three/tool");
    const std::string path = "relative::" + dir_.at("missing").text() + ':' + dir_.at("one").text() + ':' +
                             dir_.at("two").text() + "/.:" + dir_.at("three").text();
    const Located found = locate_in_path("tool", path, {});
    EXPECT_EQ(found.path, dir_.at("two/tool"));
    const std::string passed_over = dir_.at("one/tool").text();
    EXPECT_EQ(found.passed_over,
              std::vector{passed_over + " (others may write to it; to repair: chmod go-w " + passed_over + ')'});
    EXPECT_EQ(locate_in_path("tool", "", {}), Located{});
    EXPECT_EQ(locate_in_path("tool", path, {dir_.at()}).path, std::nullopt);
}

}  // namespace
}  // namespace postern::host
