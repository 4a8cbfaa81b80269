#include "sandbox/private_places.h"

#include "fake_host.h"
#include "sandbox/cache_table.h"
#include "sandbox/resolve.h"

#include <gtest/gtest.h>

#include <functional>
#include <set>

namespace postern::sandbox {
namespace {

// A project in home, and the directories of Postern's own.
struct World {
    SandboxSpec spec{.cwd = path("/home/u/p"),
                     .home = path("/home/u"),
                     .stores = path("/home/u/.local/state/postern"),
                     .project = path("/home/u/p"),
                     .writable = {{path("/home/u/p"), "the working directory"}}};
    FakeHost host{};
    host::Facts facts{.temporary = path("/tmp/postern-1"),
                      .caches = path("/home/u/.cache/postern"),
                      .sandbox = {.fresh_proc = true, .exec_guard = true}};

    World() {
        host.directory("/home/u/p")
            .directory("/tmp/postern-1")
            .directory("/var/tmp")
            .directory("/home/u/.cache/postern");
    }
    Profile profile() const {
        const auto out = resolve(spec, facts, host);
        EXPECT_TRUE(out) << out.error().what;
        return out ? *out : Profile{};
    }
    // Returns the mounts at and below a directory, in their order.
    std::string mounts(std::string_view top) const {
        static constexpr const char* kNames[] = {"ro", "rw", "pin", "hide", "reopen", "private", "kept"};
        std::string out;
        for (const Mount& mount : profile().mounts) {
            if (!path(top).contains(mount.path)) continue;
            out += (out.empty() ? "" : "; ") + std::string(kNames[static_cast<int>(mount.access)]) + ' ' +
                   mount.path.text();
        }
        return out;
    }
    AbsPath store(std::string_view at) const {
        for (const Mount& mount : profile().mounts) {
            if (mount.path == path(at) && mount.source) return *mount.source;
        }
        ADD_FAILURE() << "nothing is kept at " << at;
        return AbsPath::root();
    }
    std::string variable(std::string_view name) const {
        for (const Variable& each : profile().environment) {
            if (each.name == name) return each.value;
        }
        return "(none)";
    }
};

TEST(PrivatePlaces, WhatIsSeenBelowTmp) {
    struct Case {
        const char* why;
        std::function<void(World&)> given;
        const char* mounts;
    };
    const Case cases[] = {
        {"as it is", [](World&) {}, "kept /tmp"},
        {"a project",
         [](World& w) {
             w.host.directory("/tmp/demo");
             w.spec.cwd = w.spec.project = path("/tmp/demo");
             w.spec.writable = {{path("/tmp/demo"), "cwd"}};
         },
         "kept /tmp; rw /tmp/demo"},
        {"a deeper one: what lies between cannot be renamed",
         [](World& w) {
             w.host.directory("/tmp/a/b/demo");
             w.spec.cwd = w.spec.project = path("/tmp/a/b/demo");
             w.spec.writable = {{path("/tmp/a/b/demo"), "cwd"}};
         },
         "kept /tmp; hide /tmp/a; rw /tmp/a/b/demo"},
        {"a working directory that cannot be written",
         [](World& w) {
             w.host.directory("/tmp/ro");
             w.spec.cwd = path("/tmp/ro");
             w.spec.writable.clear();
         },
         "kept /tmp; reopen /tmp/ro"},
        {"allowWrite of all",
         [](World& w) {
             w.spec.writable.push_back({path("/tmp"), "allowWrite"});
         },
         "rw /tmp; hide /tmp/postern-1"},
        {"allowWrite of a part",
         [](World& w) {
             w.host.directory("/tmp/x");
             w.spec.writable.push_back({path("/tmp/x"), "allowWrite"});
         },
         "kept /tmp; rw /tmp/x"},
        {"denyWrite: as the host has it",
         [](World& w) {
             w.spec.deny_write.push_back({path("/tmp"), "denyWrite"});
         },
         "hide /tmp/postern-1"},
        {"denyRead of the host's",
         [](World& w) {
             w.spec.deny_read.push_back({path("/tmp"), "denyRead"});
         },
         "kept /tmp"},
        {"denyRead in a project below",
         [](World& w) {
             w.host.file("/tmp/demo/.env").file("/tmp/other/.env");
             w.spec.cwd = w.spec.project = path("/tmp/demo");
             w.spec.writable = {{path("/tmp/demo"), "cwd"}};
             w.spec.deny_read = {{path("/tmp/demo/.env"), "d"}, {path("/tmp/other/.env"), "d"}};
         },
         "kept /tmp; rw /tmp/demo; hide /tmp/demo/.env"},
        {"allowRead",
         [](World& w) {
             w.host.file("/tmp/log");
             w.spec.allow_read.push_back({path("/tmp/log"), "allowRead"});
         },
         "kept /tmp; reopen /tmp/log"},
        {"home, with what is hidden in it",
         [](World& w) {
             w.host.directory("/tmp/h/.ssh");
             w.spec.home = path("/tmp/h");
             w.spec.deny_read.push_back({path("/tmp/h/.ssh"), "d"});
         },
         "kept /tmp; reopen /tmp/h; hide /tmp/h/.ssh"},
        {"programs",
         [](World& w) {
             w.host.directory("/tmp/bin");
             w.facts.environment = {"PATH=/usr/bin:/tmp/bin:/tmp/none:relative"};
         },
         "kept /tmp; reopen /tmp/bin"},
    };
    for (const Case& c : cases) {
        World world;
        c.given(world);
        EXPECT_EQ(world.mounts("/tmp"), c.mounts) << c.why;
        EXPECT_EQ(world.variable("TMPDIR"), "/tmp") << c.why;
    }
}

TEST(PrivatePlaces, WhoSharesAStore) {
    const World one;
    World same, project, option, read;
    project.spec.project = path("/home/u/q");
    option.host.directory("/tmp/x");
    option.spec.writable.push_back({path("/tmp/x"), "--allow-write"});
    read.host.file("/tmp/x");
    read.spec.allow_read.push_back({path("/tmp/x"), "allowRead"});
    EXPECT_EQ(one.store("/tmp"), same.store("/tmp"));
    EXPECT_NE(one.store("/tmp"), project.store("/tmp"));
    EXPECT_NE(one.store("/tmp"), option.store("/tmp")) << "one could put a link where the other has its mount";
    EXPECT_EQ(one.store("/tmp"), read.store("/tmp")) << "nothing would be lost";
    EXPECT_NE(one.store("/tmp"), one.store("/var/tmp"));
    EXPECT_NE(one.store("/home/u/.cache"), project.store("/home/u/.cache"));
    World shared, with_other = project;
    shared.spec.caches = with_other.spec.caches = settings::Caches::user;
    EXPECT_EQ(shared.store("/home/u/.cache"), with_other.store("/home/u/.cache"));
}

TEST(PrivatePlaces, Caches) {
    World world;
    EXPECT_EQ(world.mounts("/home/u/.cache"), "kept /home/u/.cache");
    EXPECT_EQ(world.variable("CARGO_HOME"), "/home/u/.cache/cargo");
    EXPECT_EQ(world.variable("GOCACHE"), "(none)") << "found by itself";
    EXPECT_EQ(world.variable("RUSTUP_HOME"), "/home/u/.cache/rustup");
    world.host.directory("/home/u/.rustup");
    EXPECT_EQ(world.variable("RUSTUP_HOME"), "(none)") << "installed in home";
    world.facts.environment = {"GOCACHE=/data/go", "CARGO_HOME=/home/u/p/.cargo", "NPM_CONFIG_CACHE=/data/npm"};
    EXPECT_EQ(world.variable("GOCACHE"), "/home/u/.cache/go-build") << "cannot be written";
    EXPECT_EQ(world.variable("CARGO_HOME"), "/home/u/p/.cargo") << "can be";
    EXPECT_EQ(world.variable("NPM_CONFIG_CACHE"), "/home/u/.cache/npm");
    EXPECT_EQ(world.variable("npm_config_cache"), "(none)");
    world.spec.caches = settings::Caches::off;
    EXPECT_EQ(world.mounts("/home/u/.cache"), "hide /home/u/.cache/postern");
    EXPECT_EQ(world.variable("GOCACHE"), "/data/go");
}

TEST(PrivatePlaces, TheTableIsInOrder) {
    std::set<std::string_view> variables;
    for (const CacheRow& row : cache_table()) {
        EXPECT_TRUE(variables.insert(row.variable).second) << row.variable << " stands twice";
        EXPECT_NE(row.value.find("{}"), std::string_view::npos) << row.variable;
        EXPECT_EQ(row.usual.empty(), row.use != CacheUse::installed) << row.variable;
    }
}

TEST(PrivatePlaces, WhereNothingCanBeMounted) {
    World world;
    world.facts.moves_paths = false;
    const Profile profile = world.profile();
    EXPECT_TRUE(path("/tmp/postern-1").contains(profile.temporary));
    EXPECT_EQ(world.variable("TMPDIR"), profile.temporary.text());
    EXPECT_TRUE(can_write_inside(profile, profile.temporary));
    EXPECT_FALSE(can_write_inside(profile, path("/tmp/x")));
}

}  // namespace
}  // namespace postern::sandbox
