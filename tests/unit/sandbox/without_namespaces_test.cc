#include "sandbox/without_namespaces.h"

#include "fake_host.h"
#include "sandbox/resolve.h"

#include <gtest/gtest.h>

#include <functional>

namespace postern::sandbox {
namespace {

SandboxSpec spec() {
    return {.cwd = path("/p"),
            .home = path("/home/u"),
            .stores = path("/home/u/state"),
            .writable = {{path("/p"), "the working directory"}}};
}

FakeHost host() {
    FakeHost made;
    made.directory("/p").directory("/home/u/state").directory("/home/v").directory("/tmp/t").directory("/tmp/x");
    return made.directory("/dev").directory("/usr/bin").file("/home/u/notes").link("/bin", "usr/bin");
}

Result<Profile> fitted(const SandboxSpec& wanted, const FakeHost& on) {
    const host::Facts facts{
        .temporary = path("/tmp/t"), .moves_paths = false, .sandbox = {.without_namespaces = true, .exec_guard = true}};
    return resolve(wanted, facts, on);
}

std::string readable(const Profile& profile) {
    std::string out;
    for (const AbsPath& each : profile.readable) out += (out.empty() ? "" : " ") + each.text();
    return out;
}

TEST(WithoutNamespaces, ReadsEverythingBesideTheWayToWhatIsHidden) {
    const auto profile = fitted(spec(), host());
    ASSERT_TRUE(profile) << text_of(profile.error());
    EXPECT_TRUE(profile->without_namespaces);
    EXPECT_EQ(readable(*profile), "/home/u/notes /home/v /tmp/x /usr")
        << "no /dev, no links, no writable root, and not the stores";
    ASSERT_EQ(profile->writable.size(), 2U) << "the project, and a store for /tmp";
    EXPECT_EQ(profile->writable[0], path("/p"));
    EXPECT_EQ(profile->writable[1], profile->temporary);
    EXPECT_EQ(profile->temporary.parent(), path("/tmp/t"));
    EXPECT_EQ(profile->unix_sockets, UnixSockets::closed);
    EXPECT_FALSE(profile->not_held.empty());
    EXPECT_FALSE(profile->weaknesses.empty());
}

TEST(WithoutNamespaces, WhatCannotBeListedStaysUnreadable) {
    SandboxSpec wanted = spec();
    wanted.deny_read = {{.path = path("/home/v/secret"), .why = "w"}};
    const auto profile = fitted(wanted, host().file("/home/v/secret").file("/home/v/other").unlistable("/home/v"));
    ASSERT_TRUE(profile) << text_of(profile.error());
    EXPECT_EQ(readable(*profile), "/home/u/notes /tmp/x /usr");
}

TEST(WithoutNamespaces, ProtectedFilesInTheRootsAreLeftToTheScrub) {
    const auto profile = fitted(spec(), host().repository("/p/.git").file("/p/.vscode/tasks.json"));
    ASSERT_TRUE(profile) << text_of(profile.error());
    for (const Mount& mount : profile->mounts) {
        EXPECT_FALSE(mount.access == MountAccess::read_only || mount.access == MountAccess::cannot_move)
            << mount.path.text() << " is not held, so the scrub must not take it for held";
    }
    EXPECT_TRUE(profile->repositories.empty());
}

struct Refused {
    const char* name;
    std::function<void(SandboxSpec&, FakeHost&)> given;
    const char* what;  // how the error begins
};

TEST(WithoutNamespaces, WhatCannotBeHeldIsAnError) {
    const Refused table[] = {
        {"a hidden file in the project",
         [](auto& s, auto& h) {
             h.file("/p/.env");
             s.deny_read = {{.path = path("/p/.env"), .why = "w"}};
         },
         "/p/.env is to be hidden in a writable directory"},
        {"a denied file in the project",
         [](auto& s, auto& h) {
             h.file("/p/lock");
             s.deny_write = {{.path = path("/p/lock"), .why = "w"}};
         },
         "/p/lock must not be changed and lies in a writable directory"},
        {"a protected file that the settings deny, too",
         [](auto& s, auto& h) {
             h.repository("/p/.git");
             s.deny_write = {{.path = path("/p/.git/hooks"), .why = "w"}};
         },
         "/p/.git/hooks must not be changed"},
        {"a name that only the settings protect",
         [](auto& s, auto& h) {
             h.file("/p/deploy");
             s.also_protected = {"deploy"};
         },
         "/p/deploy must not be changed"},
        {"hosts", [](auto& s, auto&) { s.network = Network::gate; }, "the settings open hosts or ports"},
        {"the whole machine", [](auto& s, auto&) { s.files_isolated = false; }, "the whole machine is to be writable"},
    };
    for (const Refused& row : table) {
        SandboxSpec wanted = spec();
        FakeHost on = host();
        row.given(wanted, on);
        const auto profile = fitted(wanted, on);
        ASSERT_FALSE(profile) << row.name;
        EXPECT_EQ(profile.error().what.find(row.what), 0U) << row.name << ": " << profile.error().what;
        EXPECT_NE(profile.error().what.find("cannot be held without namespaces"), std::string::npos) << row.name;
    }
}

TEST(WithoutNamespaces, ADeniedPathOutsideTheRootsIsHeldAnyway) {
    SandboxSpec wanted = spec();
    wanted.deny_write = {{.path = path("/home/u/notes"), .why = "w"}};
    EXPECT_TRUE(fitted(wanted, host()));
}

}  // namespace
}  // namespace postern::sandbox
