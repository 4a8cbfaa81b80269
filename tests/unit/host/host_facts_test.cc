// What is read from the text of system files.
#include "host/cgroup_facts.h"
#include "host/container.h"
#include "host/host_probe.h"

#include <gtest/gtest.h>

namespace postern::host {
namespace {

TEST(Platform, FromUname) {
    struct Row {
        const char *system, *release;
        Platform platform;
        const char *shown, *setting;
    };
    for (const Row& row : {
             Row{"Linux", "6.1.0-28-amd64", Platform::linux, "Linux", "linux"},
             Row{"Linux", "4.4.0-19041-Microsoft", Platform::wsl1, "WSL 1", "wsl"},
             Row{"Linux", "5.15.153.1-microsoft-standard-WSL2", Platform::wsl2, "WSL 2", "wsl"},
             Row{"Linux", "6.6.36-own-build-WSL2", Platform::wsl2, "WSL 2", "wsl"},
             Row{"Darwin", "24.1.0", Platform::macos, "macOS", "macos"},
             Row{"FreeBSD", "14.0", Platform::other, "an unknown system", ""},
         }) {
        EXPECT_EQ(classify_platform(row.system, row.release), row.platform) << row.release;
        EXPECT_EQ(to_string(row.platform), row.shown);
        EXPECT_EQ(settings_name(row.platform), row.setting);
    }
}

TEST(Container, FromItsSigns) {
    EXPECT_EQ(container_of({}), std::nullopt);
    EXPECT_EQ(container_of({.first_cgroup = "0::/init.scope\n"}), std::nullopt);
    EXPECT_EQ(container_of({.dockerenv = true}), "docker");
    EXPECT_EQ(container_of({.containerenv = true}), "podman");
    EXPECT_EQ(container_of({.systemd_name = "lxc\n"}), "lxc");
    EXPECT_EQ(container_of({.systemd_name = "wsl\n"}), std::nullopt) << "WSL says so of itself";
    EXPECT_EQ(container_of({.first_env = "systemd-nspawn"}), "systemd-nspawn");
    EXPECT_EQ(container_of({.first_env = "bad\x1b[2J"}), "bad\\x1b[2J");
    EXPECT_EQ(container_of({.first_cgroup = "4:memory:/docker/0123\n"}), "docker");
    EXPECT_EQ(container_of({.dockerenv = true, .first_cgroup = "4:memory:/kubepods/burstable/x\n"}), "kubernetes");
    EXPECT_EQ(container_of({.kubernetes = true}), "kubernetes");
}

TEST(Cgroup, Membership) {
    EXPECT_EQ(parse_cgroup_membership("0::/user.slice/a:b\n"), (CgroupMembership{.unified = "/user.slice/a:b"}));
    EXPECT_EQ(parse_cgroup_membership("9:name=systemd:/\n8:pids:/p\n4:cpu,memory:/m\n0::/\n"),
              (CgroupMembership{.unified = "/", .memory = "/m", .pids = "/p"}));
    EXPECT_EQ(parse_cgroup_membership(""), CgroupMembership{});
    EXPECT_EQ(parse_cgroup_membership("nonsense\n1:\n"), CgroupMembership{});
}

}  // namespace
}  // namespace postern::host
