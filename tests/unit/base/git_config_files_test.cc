// Our reading of configuration files, includes and the environment, against git's own.
#include "base/git_config_files.h"

#include "base/file.h"
#include "temp_dir.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <tuple>

namespace postern {
namespace {

using test::TempDir;
using Shown = std::multiset<std::tuple<std::string, std::string, std::string>>;  // file, key, value

GitSurroundings surroundings(const AbsPath& home) {
    return {.home = home,
            .read = [](const AbsPath& file) { return read_file_if_there(file); },
            .home_of = [](const std::string&) { return std::nullopt; }};
}

std::string quoted(const std::string& text) {
    return '\'' + text + '\'';
}

struct World {
    TempDir dir;
    std::vector<std::string> environment{};

    World() {
        run("mkdir -p home/.config/git work && cd work && git init -q . && rm -rf .git/hooks && : >.git/config");
    }
    AbsPath path(const std::string& name) const { return AbsPath::parse(dir.at().text() + '/' + name).value(); }
    std::string run(const std::string& script) const {
        std::string line = "cd " + quoted(dir.at().text()) +
                           " && env -i PATH=/usr/bin:/bin GIT_CONFIG_NOSYSTEM=1 HOME=" + quoted(path("home").text());
        for (const std::string& each : environment) line += ' ' + quoted_for_shell(each);
        line += " sh -c " + quoted_for_shell(script);
        FILE* out = ::popen(line.c_str(), "r");
        if (out == nullptr) std::abort();
        std::string all;
        std::array<char, 4096> part{};
        while (const std::size_t got = std::fread(part.data(), 1, part.size(), out)) all.append(part.data(), got);
        EXPECT_EQ(::pclose(out), 0) << script;
        return all;
    }
    static std::string quoted_for_shell(const std::string& text) {
        std::string out = "'";
        for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
        return out + '\'';
    }
    // What git sees in the repository, file by file.
    Shown as_git_reads() const {
        const std::string all = run("cd work && git config --list --show-origin --includes -z");
        std::vector<std::string> parts;
        for (std::size_t at = 0; at < all.size();) {
            parts.push_back(all.substr(at, all.find('\0', at) - at));
            at += parts.back().size() + 1;
        }
        Shown out;
        for (std::size_t i = 0; i + 1 < parts.size(); i += 2) {
            std::string file = parts[i].starts_with("file:") ? parts[i].substr(5) : "";
            if (!file.empty() && !file.starts_with('/')) file = path("work").text() + '/' + file;
            const std::size_t newline = parts[i + 1].find('\n');
            const std::string value = newline == std::string::npos ? "(none)" : parts[i + 1].substr(newline + 1);
            out.emplace(file.empty() ? "" : AbsPath::resolve(AbsPath::root(), file).value().text(),
                        parts[i + 1].substr(0, newline), value);
        }
        return out;
    }
    GitSettings as_we_read() const {
        const GitSurroundings around = surroundings(path("home"));
        GitSettings all = read_user_git_config(environment, around);
        GitSettings own = read_git_config({path("work/.git/config"), path("work/.git/config.worktree")}, around);
        for (GitSetting& each : own.entries) all.entries.push_back(std::move(each));
        for (AbsPath& each : own.files) all.files.push_back(std::move(each));
        for (Error& each : own.unknown) all.unknown.push_back(std::move(each));
        std::erase_if(all.entries,
                      [](const GitSetting& each) { return each.file && each.file->text() == "/etc/gitconfig"; });
        return all;
    }
    static Shown shown(const GitSettings& settings) {
        Shown out;
        for (const GitSetting& each : settings.entries) {
            out.emplace(each.file ? each.file->text() : "", each.entry.key, each.entry.value.value_or("(none)"));
        }
        return out;
    }
    void write(const std::string& name, const std::string& text) const { (void)dir.write(name, text); }
};

TEST(GitConfigFiles, AgreeWithGit) {
    World world;
    world.write("home/.gitconfig", "[user]\n\tname = x ; comment\n[include]\n\tpath = ~/more\n\tpath = gone\n");
    world.write("home/more", "[core]\n\thooksPath = \"a b\" # comment\n[include]\n\tpath = sub/deep\n");
    world.run("mkdir -p home/sub");
    world.write("home/sub/deep", "[core]\n\tattributesFile = one\\\n two\n[include]\n\tpath = ../last\n");
    world.write("home/last", "[alias]\n\tx = !true\n[core]\n\thookspath\n");
    world.write("home/.config/git/config", "[Core]\n\tExcludesFile = ~/ignored\n");
    world.write("work/.git/config",
                "[core]\n\trepositoryformatversion = 0\n\tbare = false\n[extensions]\n\tworktreeConfig = true\n"
                "[include]\n\tpath = ../project.config\n[INCLUDE]\n\tPATH = " +
                    world.path("absolute").text() + "\n");
    world.write("work/project.config", "[core]\n\thooksPath = tools/hooks;c\n");
    world.write("absolute", "[filter \"X.y\"]\n\tclean = c\n");
    world.write("work/.git/config.worktree", "[core]\n\tfsmonitor = f\n");
    world.environment = {"GIT_CONFIG_COUNT=2",
                         "GIT_CONFIG_KEY_0=Core.HooksPath",
                         "GIT_CONFIG_VALUE_0=/env hooks",
                         "GIT_CONFIG_KEY_1=include.path",
                         "GIT_CONFIG_VALUE_1=" + world.path("from-env").text(),
                         "GIT_CONFIG_PARAMETERS='core.pager'='it'\\''s' 'a.B.c=d e' 'x.y'"};
    world.write("from-env", "[credential]\n\thelper = h\n");
    const GitSettings ours = world.as_we_read();
    EXPECT_TRUE(ours.unknown.empty()) << ours.unknown.front().what;
    EXPECT_EQ(World::shown(ours), world.as_git_reads());
    EXPECT_NE(std::ranges::find(ours.files, world.path("home/gone")), ours.files.end()) << "absent ones count, too";
}

TEST(GitConfigFiles, ConditionsAreTakenToHold) {
    World world;
    world.write("work/.git/config",
                "[includeIf \"onbranch:other\"]\n\tpath = a\n[includeIf \"gitdir:/nowhere/\"]\n"
                "\tpath = b\n[includeIf \"hasconfig:remote.*.url:x\"]\n\tpath = c\n[includeIf "
                "\"gitdir:" +
                    world.path("work").text() + "/\"]\n\tpath = d\n");
    for (const char* name : {"a", "b", "c", "d"}) {
        world.write(std::string("work/.git/") + name, std::string("[core]\n\thooksPath = ") + name + "\n");
    }
    const Shown ours = World::shown(world.as_we_read()), gits = world.as_git_reads();
    EXPECT_TRUE(std::ranges::includes(ours, gits));
    EXPECT_EQ(gits.size() + 3, ours.size());
}

TEST(GitConfigFiles, WhatCannotBeReadIsUnknown) {
    World world;
    const auto unknown = [&] { return world.as_we_read().unknown.size(); };
    world.write("work/.git/config", "[core]\n" + std::string(2U << 20U, '#'));
    EXPECT_EQ(unknown(), 1U) << "too large";
    world.write("work/.git/config", "[core\n");
    EXPECT_EQ(unknown(), 1U) << "no configuration";
    world.write("work/.git/config", "[include]\n\tpath = directory\n");
    world.run("mkdir work/.git/directory");
    EXPECT_EQ(unknown(), 1U) << "no file";
    world.write("work/.git/config", "[include]\n\tpath = config\n");
    EXPECT_EQ(unknown(), 0U) << "a circle is read once";
    for (const std::string count : {"x", "-1", "1", "99999999999"}) {
        world.environment = {"GIT_CONFIG_COUNT=" + count};
        EXPECT_EQ(unknown(), 1U) << count;
    }
    world.environment = {"GIT_CONFIG_PARAMETERS=core.pager=x"};
    EXPECT_EQ(unknown(), 1U) << "not quoted";
    std::string many;
    for (int i = 0; i < 300; ++i) many += "[include]\n\tpath = many" + std::to_string(i) + "\n";
    world.environment.clear();
    world.write("work/.git/config", many);
    EXPECT_EQ(unknown(), 1U) << "too many";
}

TEST(GitConfigFiles, Paths) {
    const AbsPath home = AbsPath::parse("/home/me").value(), here = AbsPath::parse("/w").value();
    GitSurroundings around = surroundings(home);
    around.home_of = [](const std::string& user) {
        return user == "ann" ? std::optional(AbsPath::parse("/users/ann").value()) : std::nullopt;
    };
    const auto named = [&](std::string_view value) {
        const auto path = path_in_git_config(value, here, around);
        return path ? path->text() : "";
    };
    EXPECT_EQ(named("a/../b"), "/w/b");
    EXPECT_EQ(named("/a"), "/a");
    EXPECT_EQ(named("~/a"), "/home/me/a");
    EXPECT_EQ(named("~"), "/home/me");
    EXPECT_EQ(named("~ann/a"), "/users/ann/a");
    EXPECT_EQ(named("~nobody/a"), "");
    EXPECT_EQ(named("%(prefix)/a"), "");
    EXPECT_EQ(named(":(optional)a"), "/w/a");
    EXPECT_EQ(named(""), "");
}

}  // namespace
}  // namespace postern
