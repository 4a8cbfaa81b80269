#include "settings/init.h"

#include "world.h"

namespace postern::settings {
namespace {

constexpr Tool kTools[] = {Tool::npm,   Tool::yarn,   Tool::pnpm,    Tool::cargo, Tool::python,
                           Tool::go,    Tool::make,   Tool::cmake,   Tool::meson, Tool::bundler,
                           Tool::maven, Tool::gradle, Tool::composer};

void expect_loads(const ProjectFacts& facts) {
    const World world;
    const Starter starter = starter_settings(facts);
    const Loaded loaded = world.with(kProject, starter.text).trusting().load();
    EXPECT_EQ(world.warnings(loaded), Strings{}) << starter.text;
    EXPECT_EQ(loaded.settings.permissions.allow.empty(), facts.tools.empty());
    EXPECT_FALSE(loaded.settings.permissions.deny.empty());
    EXPECT_TRUE(loaded.settings.sandbox.network.allowed_domains.empty());
    EXPECT_EQ(starter.choices.size(), 2 + facts.tools.size() + (facts.git ? 1 : 0));
}

TEST(Init, WhatItWritesLoads) {
    expect_loads({});
    expect_loads({.git = true, .tools = {}});
    for (const Tool tool : kTools) {
        expect_loads({.git = false, .tools = {tool}});
        expect_loads({.git = true, .tools = {tool}});
    }
    expect_loads({.git = true, .tools = {std::begin(kTools), std::end(kTools)}});
}

TEST(Init, ReadsTheFactsFromFileNames) {
    struct Case {
        std::vector<const char*> files;
        ProjectFacts facts;
        const char* why;
    };
    const Case cases[] = {
        {{}, {}, "nothing there"},
        {{"package.json"}, {false, {Tool::npm}}, "no lock file"},
        {{"package.json", "package-lock.json"}, {false, {Tool::npm}}, "npm's lock file"},
        {{"package.json", "yarn.lock"}, {false, {Tool::yarn}}, "Yarn's"},
        {{"package.json", "pnpm-lock.yaml"}, {false, {Tool::pnpm}}, "pnpm's"},
        {{".git/HEAD", "Cargo.toml", "Makefile"}, {true, {Tool::cargo, Tool::make}}, "several"},
        {{"setup.py"}, {false, {Tool::python}}, "an older Python project"},
        {{"requirements.txt", "pyproject.toml"}, {false, {Tool::python}}, "named once"},
        {{"go.mod"}, {false, {Tool::go}}, "Go"},
        {{"CMakeLists.txt", "meson.build"}, {false, {Tool::cmake, Tool::meson}}, "two build systems"},
        {{"Gemfile"}, {false, {Tool::bundler}}, "Ruby"},
        {{"pom.xml"}, {false, {Tool::maven}}, "Maven"},
        {{"build.gradle.kts"}, {false, {Tool::gradle}}, "Gradle in Kotlin"},
        {{"composer.json"}, {false, {Tool::composer}}, "PHP"},
    };
    for (const Case& c : cases) {
        const test::TempDir dir;
        for (const char* file : c.files) dir.write(file, "");
        EXPECT_EQ(read_facts(dir.at()), c.facts) << c.why;
    }
}

}  // namespace
}  // namespace postern::settings
