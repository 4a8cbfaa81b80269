// Tests each rule of the macOS profile by what it allows a command to do.
#include "backend/seatbelt.h"

#include "sbpl.h"
#include "support.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace postern::backend {
namespace {

using sandbox::mount, sandbox::ordinary_profile, sandbox::path;

using test::Act;
using test::Sbpl;

Sbpl sbpl_of(const sandbox::Profile& profile) {
    const auto made = seatbelt_profile(profile);
    EXPECT_TRUE(made);
    return {made->text, made->parameters};
}

struct Case {
    const char* path;
    bool read, write, make;  // make: create, rename, remove
    const char* why;
};

void check(const sandbox::Profile& profile, const std::vector<Case>& cases) {
    const Sbpl p = sbpl_of(profile);
    for (const Case& c : cases) {
        EXPECT_EQ(p.may_read(c.path), c.read) << "read " << c.path << ": " << c.why;
        EXPECT_EQ(p.may_write(c.path), c.write) << "write " << c.path << ": " << c.why;
        EXPECT_EQ(p.may_create(c.path), c.make) << "create " << c.path << ": " << c.why;
        EXPECT_EQ(p.may_unlink(c.path), c.make) << "unlink " << c.path << ": " << c.why;
    }
}

TEST(Seatbelt, AnOrdinaryProject) {
    check(ordinary_profile(),
          {
              {"/usr/bin/git", true, false, false, "the system is read-only"},
              {"/Users/ann/notes.txt", true, false, false, "outside the roots"},
              {"/Users/ann/shopping", true, false, false, "a longer name is another directory"},
              {"/Users/ann/.aws/credentials", false, false, false, "hidden"},
              {"/Users/ann/shop", true, true, false, "a root stays where it is"},
              {"/Users/ann/shop/src/main.c", true, true, true, "ordinary work"},
              {"/Users/ann/shop/.env", false, false, false, "a hidden file"},
              {"/Users/ann/shop/.env.example", true, true, true, "another name"},
              {"/Users/ann/shop/.git", true, true, false, "pinned"},
              {"/Users/ann/shop/.git/index.lock", true, true, true, "git add works"},
              {"/Users/ann/shop/.git/objects/ab/cdef", true, true, true, "git commit works"},
              {"/Users/ann/shop/.git/refs/heads/hooks", true, true, true, "a branch of that name"},
              {"/Users/ann/shop/.git/config", true, false, false, "held"},
              {"/Users/ann/shop/.git/hooks/pre-commit", true, false, false, "below something held"},
              {"/Users/ann/shop/.git/info", true, true, false, "something absent lies below"},
              {"/Users/ann/shop/.git/info/attributes", true, false, false, "may not come into being"},
              {"/Users/ann/shop/.git/info/exclude", true, true, true, "beside it"},
              {"/Users/ann/shop/.git/commondir", true, false, false, "by name"},
              {"/Users/ann/shop/.bashrc", true, false, false, "absent"},
              {"/Users/ann/shop/.claude/settings.json", true, false, false, "held"},
              {"/Users/ann/shop/.claude/worktrees", true, true, false, "a mount point of its own"},
              {"/Users/ann/shop/.claude/worktrees/w/a.c", true, true, true, "open on top of what is held"},
              {"/Users/ann/shop/.claude/worktrees/w/.husky/x", true, false, false, "names count there too"},
              {"/Users/ann/shop/.yarn", true, true, true, "yarn makes it, although plugins are protected"},
              {"/Users/ann/shop/.yarn/cache/a.zip", true, true, true, "everyday work"},
              {"/Users/ann/shop/.yarn/plugins/p.cjs", true, false, false, "absent"},
              {"/private/var/folders/x1/postern", true, true, false, "$TMPDIR stays where it is"},
              {"/private/var/folders/x1/postern/r/.git/config", true, true, true, "a clone in $TMPDIR"},
              {"/dev/null", true, true, false, "a device"},
              {"/dev/ttys003", false, false, false, "another terminal"},
              {"/dev/disk0", false, false, false, "not listed"},
          });
}

TEST(Seatbelt, ProtectedNamesAtAnyDepth) {
    check(ordinary_profile(),
          {
              {"/Users/ann/shop/pkg/.husky", true, false, false, "by name"},
              {"/Users/ann/shop/pkg/.husky/pre-push", true, false, false, "below it"},
              {"/Users/ann/shop/pkg/.HusKy/pre-push", true, false, false, "in any letter case"},
              {"/Users/ann/shop/pkg/x.husky", true, true, true, "the whole name"},
              {"/Users/ann/shop/pkg/.huskyish", true, true, true, "the whole name"},
              {"/Users/ann/shop/pkg/.git", true, false, false, "no repository is planted"},
              {"/Users/ann/shop/pkg/.git/HEAD", true, true, true, "what is in one that exists"},
              {"/Users/ann/shop/pkg/.git/hooks/x", true, false, false, "but nothing that runs"},
              {"/Users/ann/shop/pkg/.git/modules/a/b/config", true, false, false, "of a submodule"},
              {"/Users/ann/shop/pkg/.git/worktrees/w/commondir", true, false, false, "of a worktree"},
              {"/Users/ann/shop/a/.github/workflows/ci.yml", true, false, false, "two components"},
              {"/Users/ann/shop/a/.github", true, false, false, "not to be replaced by a prepared one"},
              {"/Users/ann/shop/a/.github/CODEOWNERS", true, true, true, "beside them"},
              {"/Users/ann/shop/workflows/ci.yml", true, true, true, "only in .github"},
              {"/Users/ann/shop/node_modules/p/.vscode/s.json", true, true, true, "packages are unpacked"},
              {"/Users/ann/shop/a/node_modules/.pnpm/p/.npmrc", true, true, true, "however deep"},
              {"/Users/ann/shop/.husky/node_modules/x", true, false, false, "not inside something protected"},
              {"/Users/ann/shop/node_modules", true, true, true, "the directory itself"},
              {"/Users/ann/shop/node_modules/p/.git/config", true, false, false, "a repository even there"},
              {"/Users/ann/shop/.ssh/config", true, true, true, "only in home"},
          });
}

TEST(Seatbelt, HomeAsARoot) {
    sandbox::Profile p = ordinary_profile();
    p.writable = {path("/Users/ann")};
    p.mounts = {mount("/Users/ann", sandbox::MountAccess::writable)};
    p.absent = {};
    check(p, {{"/Users/ann/.ssh/authorized_keys", true, false, false, "directly in home"},
              {"/Users/ann/.SSH", true, false, false, "letter case"},
              {"/Users/ann/a/.ssh/authorized_keys", true, true, true, "elsewhere it is a directory like any other"},
              {"/Users/ann/.config", true, false, false, "not to be replaced"},
              {"/Users/ann/.config/plain/init.lua", true, true, true, "beside what is protected"},
              {"/Users/ann/.config/systemd/user/x.service", true, false, false, "two components"}});
}

TEST(Seatbelt, LaterMountsLieOnTop) {
    sandbox::Profile p;
    p.cwd = path("/w");
    p.temporary = path("/t");
    p.writable = {path("/w")};
    p.mounts = {mount("/w/ro", sandbox::MountAccess::read_only),
                mount("/w/ro/open", sandbox::MountAccess::writable),
                mount("/w/ro/open/ro", sandbox::MountAccess::read_only),
                mount("/h", sandbox::MountAccess::hidden),
                mount("/h/a/b", sandbox::MountAccess::reopened),
                mount("/h/a/b/c", sandbox::MountAccess::hidden),
                mount("/w/h", sandbox::MountAccess::hidden),
                mount("/w/h/r", sandbox::MountAccess::reopened),
                mount("/priv", sandbox::MountAccess::empty_private),
                mount("/w/ro2/in", sandbox::MountAccess::writable),
                mount("/w/ro2", sandbox::MountAccess::read_only),
                mount("/w/deep/er/ro", sandbox::MountAccess::read_only)};
    p.absent = {{path("/w/none"), ""}, {path("/w/d/none"), ""}};
    check(p, {
                 {"/w/ro/x", true, false, false, "deny over allow"},
                 {"/w/ro/a/b/c/d", true, false, false, "at any depth"},
                 {"/w/ro/open/x", true, true, true, "open on top"},
                 {"/w/ro/open", true, true, false, "a mount point"},
                 {"/w/ro/open/ro/x", true, false, false, "closed on top of that"},
                 {"/w/ro2/in/x", true, false, false, "what comes later covers what came before"},
                 {"/h/x", false, false, false, "hidden"},
                 {"/h/a", false, false, false, "the way to something open"},
                 {"/h/a/b/x", true, false, false, "reopened"},
                 {"/h/a/b/c/x", false, false, false, "hidden again"},
                 {"/w/h/x", false, false, false, "hidden in a root"},
                 {"/w/h/r/x", true, false, false, "reopened is not writable"},
                 {"/priv/x", false, false, false, "private: closed here"},
                 {"/w/none", true, false, false, "absent"},
                 {"/w/none/x", true, false, false, "nor anything below"},
                 {"/w/deep", true, true, false, "above something held"},
                 {"/w/deep/er", true, true, false, "each directory on the way"},
                 {"/w/deep/er/x", true, true, true, "beside it"},
                 {"/w/d", true, true, false, "above something absent"},
                 {"/w/d/x", true, true, true, "beside it"},
             });
    const Sbpl s = sbpl_of(p);
    EXPECT_TRUE(s.may_stat("/h/a")) << "realpath must get through";
    EXPECT_TRUE(s.may_stat("/h"));
    EXPECT_FALSE(s.may_stat("/h/other"));
}

TEST(Seatbelt, NothingIsMovedOutOfItsProtection) {
    const Sbpl p = sbpl_of(ordinary_profile());
    const std::string shop = "/Users/ann/shop";
    EXPECT_FALSE(p.may_rename(shop + "/.git", shop + "/g")) << "an ancestor of what is held";
    EXPECT_FALSE(p.may_rename(shop, "/Users/ann/old"));
    EXPECT_FALSE(p.may_rename(shop + "/.env", shop + "/env")) << "a hidden file would become readable";
    EXPECT_FALSE(p.may_rename(shop + "/x", shop + "/.bashrc")) << "an absent one would come into being";
    EXPECT_FALSE(p.may_rename(shop + "/x", shop + "/.git/info")) << "with attributes inside";
    EXPECT_FALSE(p.may_rename(shop + "/x", shop + "/a/.github"));
    EXPECT_TRUE(p.may_rename(shop + "/x", shop + "/y"));
    EXPECT_TRUE(p.may_chmod(shop)) << "a pin is about the name only";
    EXPECT_FALSE(p.may_chmod(shop + "/.git/hooks"));
}

TEST(Seatbelt, ATemporaryDirectoryAroundTheProject) {
    sandbox::Profile p;
    p.cwd = path("/t/proj");
    p.temporary = path("/t");
    p.writable = {path("/t")};
    check(p, {{"/t/x/.husky/a", true, false, false, "the root is where the command works: names count"}});
    p.cwd = path("/elsewhere");
    p.writable = {path("/t/proj")};
    check(p, {{"/t/x/.husky/a", true, true, true, "$TMPDIR"},
              {"/t/proj/.husky/a", true, false, false, "not open through the directory around it"},
              {"/t/proj", true, true, false, "a root"}});
}

TEST(Seatbelt, OddCharactersArePartOfThePath) {
    for (const std::string odd :
         {"a\"b", "a) (allow default", "a\nb", "a[b]", "a.*b", "a\\", "a;b", "a#b", "$a^", "a{2}|b"}) {
        sandbox::Profile p;
        p.temporary = path("/t");
        p.cwd = path("/w/" + odd);
        p.writable = {p.cwd};
        p.mounts = {mount("/w/" + odd + "/" + odd, sandbox::MountAccess::read_only),
                    mount("/h/" + odd, sandbox::MountAccess::hidden)};
        p.absent = {{path("/w/" + odd + "/n" + odd), ""}};
        const Sbpl s = sbpl_of(p);
        EXPECT_TRUE(s.may_create("/w/" + odd + "/x")) << odd;
        EXPECT_FALSE(s.may_write("/w/" + odd + "/" + odd + "/x")) << odd;
        EXPECT_FALSE(s.may_create("/w/" + odd + "/n" + odd)) << odd;
        EXPECT_FALSE(s.may_create("/w/" + odd + "/d/.husky")) << odd;
        EXPECT_FALSE(s.may_read("/h/" + odd + "/x")) << odd;
        EXPECT_TRUE(s.may_read("/h/a")) << odd;
        EXPECT_FALSE(s.may_create("/w/aab/x")) << odd;
        EXPECT_FALSE(s.may_create("/etc/x")) << odd;
    }
}

TEST(Seatbelt, NetworkAndSockets) {
    sandbox::Profile p = ordinary_profile();
    const auto expect = [&](bool ip, bool listed, bool other, const char* why) {
        const Sbpl s = sbpl_of(p);
        EXPECT_EQ(s.may_connect_ip(), ip) << why;
        EXPECT_EQ(s.may_listen_ip(), ip) << why;
        EXPECT_EQ(s.may_connect_unix("/s/agent"), listed) << why;
        EXPECT_EQ(s.may_connect_unix("/s/agent2"), other) << why;
    };
    expect(false, false, false, "closed");
    p.listed_sockets = {path("/s/agent")};
    expect(false, false, false, "a list alone opens nothing");
    p.unix_sockets = sandbox::UnixSockets::inside;
    expect(false, true, false, "listed");
    p.network = sandbox::Network::host;
    expect(true, true, false, "the network does not open sockets");
    p.unix_sockets = sandbox::UnixSockets::closed;
    expect(true, false, false, "nor the other way round");
    EXPECT_TRUE(sbpl_of(p).may_connect_unix("/private/var/run/mDNSResponder")) << "names are resolved through it";
    p.unix_sockets = sandbox::UnixSockets::open;
    expect(true, true, true, "open");
}

TEST(Seatbelt, OtherProcessesAndServices) {
    sandbox::Profile p = ordinary_profile();
    p.network = sandbox::Network::host;
    const Sbpl s = sbpl_of(p);
    for (const char* operation : {"signal", "process-info-pidinfo"}) {
        EXPECT_TRUE(s.allows({.operation = operation, .same_sandbox = true})) << operation;
        EXPECT_FALSE(s.allows({.operation = operation})) << operation;
    }
    EXPECT_TRUE(s.allows({.operation = "process-exec", .path = "/bin/ls"}));
    EXPECT_TRUE(s.allows({.operation = "process-fork"}));
    EXPECT_TRUE(s.allows({.operation = "pseudo-tty"}));
    EXPECT_TRUE(s.allows({.operation = "file-ioctl", .path = "/dev/ttys001"}));
    EXPECT_TRUE(s.may_look_up("com.apple.system.opendirectoryd.libinfo"));
    for (const char* service :
         {"com.apple.SecurityServer", "com.apple.securityd.xpc", "com.apple.coreservices.launchservicesd",
          "com.apple.pasteboard.1", "com.apple.windowserver.active"}) {
        EXPECT_FALSE(s.may_look_up(service)) << service << " is a way out";
    }
    for (const char* operation :
         {"appleevent-send", "mach-register", "iokit-open", "job-creation", "file-mount", "nvram-set", "system-fsctl",
          "user-preference-write", "mach-priv-task-port", "sysctl-write"}) {
        EXPECT_FALSE(s.allows({.operation = operation})) << operation;
    }
}

TEST(Seatbelt, FilesNotIsolated) {
    sandbox::Profile p;
    p.files_isolated = false;
    check(p, {{"/Users/ann/.ssh/config", true, true, true, "as the settings say"}});
    EXPECT_FALSE(sbpl_of(p).may_connect_ip()) << "the network is another matter";
}

TEST(Seatbelt, PathsThatCannotBeExpressedAreRefused) {
    sandbox::Profile p = ordinary_profile();
    const std::string deep = "/Users/ann/shop/" + std::string(1100, 'x');
    p.mounts.push_back(mount(deep, sandbox::MountAccess::hidden));
    const auto made = seatbelt_profile(p);
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error(), (Error{Errc::unsupported, "the path is too long for the macOS sandbox", deep}));
}

TEST(Seatbelt, OnePathHasOneParameter) {
    const auto made = seatbelt_profile(ordinary_profile());
    ASSERT_TRUE(made);
    std::vector<std::string> values;
    for (std::size_t i = 0; i < made->parameters.size(); ++i) {
        EXPECT_EQ(made->parameters[i].first, "P" + std::to_string(i));
        EXPECT_EQ(std::ranges::count(values, made->parameters[i].second), 0) << made->parameters[i].second;
        values.push_back(made->parameters[i].second);
    }
    EXPECT_EQ(made->text.find("/Users"), std::string::npos);
}

}  // namespace
}  // namespace postern::backend
