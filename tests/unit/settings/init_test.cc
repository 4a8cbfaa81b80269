#include "settings/init.h"

#include "world.h"

#include <algorithm>
#include <set>

namespace postern::settings {
namespace {

const ProjectKind& kind(std::string_view name) {
    return *std::ranges::find(project_kinds(), name, &ProjectKind::name);
}

void expect_loads(const ProjectFacts& facts) {
    const World world;
    const Starter starter = starter_settings(facts);
    const Loaded loaded = world.with(kProject, starter.text).trusting().load();
    EXPECT_EQ(world.warnings(loaded), Strings{}) << starter.text;
    EXPECT_TRUE(loaded.settings.permissions.allow.empty()) << "an allow rule would count outside the sandbox as well";
    EXPECT_FALSE(loaded.settings.permissions.deny.empty());
    EXPECT_TRUE(loaded.settings.sandbox.network.allowed_domains.empty());
    EXPECT_EQ(starter.choices.size(), 2 + facts.kinds.size() + (facts.git ? 1 : 0));
}

TEST(Init, WhatItWritesLoads) {
    expect_loads({});
    expect_loads({.git = true, .kinds = {}});
    ProjectFacts all{.git = true, .kinds = {}};
    for (const ProjectKind& each : project_kinds()) {
        expect_loads({.git = false, .kinds = {&each}});
        all.kinds.push_back(&each);
    }
    expect_loads(all);
}

// Untrusted, it means the same: it opens nothing.
TEST(Init, NeedsNoTrust) {
    for (const ProjectKind& each : project_kinds()) {
        const World world;
        const Starter starter = starter_settings({.git = true, .kinds = {&each}});
        EXPECT_EQ(world.warnings(world.with(kProject, starter.text).load()), Strings{}) << each.name;
    }
}

TEST(Init, EachRowIsFoundByItsSigns) {
    std::set<std::string_view> names;
    for (const ProjectKind& each : project_kinds()) {
        EXPECT_TRUE(names.insert(each.name).second) << each.name << " stands twice";
        EXPECT_FALSE(each.everyday.empty()) << each.name;
        for (const std::string_view sign : each.signs) {
            const test::TempDir dir;
            dir.write(std::string(sign.starts_with('*') ? "x" : "") + std::string(sign.substr(sign.starts_with('*'))),
                      "");
            const ProjectFacts facts = read_facts(dir.at());
            ASSERT_EQ(facts.kinds.size(), 1U) << sign;
            EXPECT_EQ(facts.kinds.front()->name, each.name) << sign;
        }
    }
}

TEST(Init, ReadsTheFactsFromFileNames) {
    struct Case {
        std::vector<const char*> files;
        ProjectFacts facts;
        const char* why;
    };
    const Case cases[] = {
        {{}, {}, "nothing there"},
        {{"package.json", "package-lock.json"}, {false, {&kind("npm")}}, "npm's lock file"},
        {{"package.json", "yarn.lock"}, {false, {&kind("Yarn")}}, "Yarn's"},
        {{"package.json", "pnpm-lock.yaml"}, {false, {&kind("pnpm")}}, "pnpm's"},
        {{"pyproject.toml", "uv.lock"}, {false, {&kind("uv")}}, "uv's"},
        {{".git/HEAD", "Cargo.toml", "Makefile"}, {true, {&kind("Cargo"), &kind("Make")}}, "several"},
        {{"requirements.txt", "pyproject.toml"}, {false, {&kind("Python")}}, "named once"},
        {{"configure.ac", "Makefile"}, {false, {&kind("Autotools")}}, "a Makefile that configure made"},
        {{"pubspec.yaml", ".metadata"}, {false, {&kind("Flutter")}}, "Flutter's"},
        {{"tf", ".nimble"}, {}, "an ending alone is no sign"},
    };
    for (const Case& c : cases) {
        const test::TempDir dir;
        for (const char* file : c.files) dir.write(file, "");
        EXPECT_EQ(read_facts(dir.at()), c.facts) << c.why;
    }
}

}  // namespace
}  // namespace postern::settings
