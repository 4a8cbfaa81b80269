#include "backend/bwrap.h"
#include "backend/init_launch.h"

#include "../base/temp_dir.h"
#include "fake_host.h"
#include "host/init_program.h"

#include <gtest/gtest.h>

#include <sys/stat.h>
#include <unistd.h>

namespace postern::backend {
namespace {

using sandbox::path;

std::string joined(const std::vector<std::string>& words) {
    std::string out;
    for (const std::string& word : words) out += (out.empty() ? "" : " ") + word;
    return out;
}

// Facts of a machine on which everything works, with the built program and its postern-init.
const host::Facts& facts() {
    static const host::Facts seen{
        .init = host::inspect_init(AbsPath::parse(POSTERN_PROGRAM).value()),
        .sandbox = {.bwrap = host::Bwrap{.path = path("/usr/bin/bwrap"), .has_bind_fd = true}, .exec_guard = true}};
    return seen;
}

constexpr std::string_view kAlways =
    "--unshare-user --unshare-pid --unshare-ipc --unshare-uts --unshare-cgroup-try --unshare-net --die-with-parent "
    "--as-pid-1 --cap-drop ALL --ro-bind / / --dev /dev --proc /proc --ro-bind-try /proc/sys /proc/sys "
    "--ro-bind-try /proc/sysrq-trigger /proc/sysrq-trigger --ro-bind-try /proc/fs /proc/fs "
    "--ro-bind-try /proc/acpi /proc/acpi --ro-bind-try /proc/scsi /proc/scsi";

TEST(BwrapBackend, MountsInOrder) {
    sandbox::Profile profile;
    profile.root = true;
    profile.mounts = {{path("/run"), sandbox::MountAccess::empty_private},
                      {path("/p"), sandbox::MountAccess::writable},
                      {path("/s"), sandbox::MountAccess::hidden},
                      {path("/p/.git"), sandbox::MountAccess::cannot_move},
                      {path("/p/key"), sandbox::MountAccess::hidden, false},
                      {path("/s/pub"), sandbox::MountAccess::reopened},
                      {path("/p/.git/config"), sandbox::MountAccess::read_only, false},
                      {path("/p/.git/secret"), sandbox::MountAccess::hidden}};
    EXPECT_EQ(
        joined(bwrap_words(profile)),
        std::string(kAlways) +
            " --tmpfs /run --bind /p /p --perms 0555 --tmpfs /s --bind /p/.git /p/.git --ro-bind /dev/null /p/key "
            "--ro-bind /s/pub /s/pub --ro-bind /p/.git/config /p/.git/config --perms 0000 --tmpfs /p/.git/secret "
            "--remount-ro /s --remount-ro /p/.git/secret");
}

TEST(BwrapBackend, TheRootItself) {
    sandbox::Profile profile;
    profile.mounts = {{path("/"), sandbox::MountAccess::writable}};
    EXPECT_NE(joined(bwrap_words(profile)).find("--bind / /"), std::string::npos);
    profile.mounts = {{path("/"), sandbox::MountAccess::hidden}, {path("/usr"), sandbox::MountAccess::reopened}};
    EXPECT_EQ(joined(bwrap_words(profile)).find(" / /"), std::string::npos);
}

TEST(BwrapBackend, WeakerChoicesAreVisible) {
    sandbox::Profile profile;
    profile.network = sandbox::Network::host;
    profile.proc = sandbox::Proc::host;
    const std::string words = joined(bwrap_words(profile));
    EXPECT_EQ(words.find("--unshare-net"), std::string::npos);
    EXPECT_NE(words.find("--ro-bind /proc /proc"), std::string::npos);
}

TEST(BwrapBackend, WallsOfTheFirstProcess) {
    sandbox::Profile profile;
    profile.cwd = path("/p");
    profile.writable = {path("/p")};
    profile.mounts = {{path("/run"), sandbox::MountAccess::empty_private}};
    EXPECT_EQ(joined(init_words(profile)),
              "--filter base --filter set-group-id --filter namespaces --filter unix-closed --names --write /dev/shm "
              "--write /proc --write /p --write /run --cwd /p");
    profile.unix_sockets = sandbox::UnixSockets::inside;
    profile.nested = sandbox::NestedNamespaces::allowed;
    EXPECT_EQ(joined(init_words(profile)),
              "--filter base --filter set-group-id --names --filter connect --write /dev/shm --write /proc --write /p "
              "--write /run --cwd /p");
    profile.network = sandbox::Network::host;
    EXPECT_EQ(joined(init_words(profile)).find("--names"), std::string::npos) << "names are answered outside";
}

TEST(BwrapBackend, WritableDirectoriesAreHeldFromTheFirstLookOn) {
    const test::TempDir dir;
    ASSERT_EQ(::mkdir(dir.at("real").text().c_str(), 0755), 0);
    ASSERT_EQ(::mkdir(dir.at("real/sub").text().c_str(), 0755), 0);
    ASSERT_EQ(::symlink("real", dir.at("link").text().c_str()), 0);
    const auto plan_for = [&](const char* root) {
        sandbox::Profile profile;
        profile.mounts = {{dir.at(root), sandbox::MountAccess::writable}};
        return BwrapBackend(facts()).plan({.profile = profile, .program = {"true"}}).has_value();
    };
    EXPECT_TRUE(plan_for("real/sub"));
    EXPECT_FALSE(plan_for("link/sub")) << "a link stands where the profile saw a directory";
    EXPECT_FALSE(plan_for("link"));
    EXPECT_FALSE(plan_for("gone"));
}

TEST(BwrapBackend, TheWordsOfTheCommandCountToo) {
    const sandbox::Profile profile;
    const auto plan_for = [&](std::size_t words) {
        return BwrapBackend(facts()).plan({.profile = profile, .program = std::vector<std::string>(words, "true")});
    };
    const auto one = plan_for(1);
    ASSERT_TRUE(one);
    const std::size_t own = bwrap_words(profile).size() + one->argv.size() - 1;
    EXPECT_TRUE(plan_for(kMaxBwrapWords - own));
    const auto more = plan_for(kMaxBwrapWords - own + 1);
    ASSERT_FALSE(more);
    EXPECT_NE(more.error().what.find("give the command fewer words"), std::string::npos);
}

TEST(BwrapBackend, TooManyWordsAreAnError) {
    sandbox::Profile profile;
    for (int i = 0; i < 4000; ++i)
        profile.mounts.push_back({path("/p/" + std::to_string(i)), sandbox::MountAccess::read_only});
    const auto plan = BwrapBackend(facts()).plan({.profile = profile, .program = {"true"}});
    ASSERT_FALSE(plan);
    EXPECT_NE(plan.error().what.find("9000"), std::string::npos);
}

}  // namespace
}  // namespace postern::backend
