#include "sandbox/environment.h"

#include "sandbox/environment_table.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>

namespace postern::sandbox {
namespace {

using Names = std::vector<std::string>;

struct Case {
    const char* entry;
    bool kept;
    const char* why;
};

TEST(Environment, EachVariableByItself) {
    const Case cases[] = {
        {"PATH=/usr/bin", true, "ordinary"},
        {"EDITOR=vim", true, "an everyday program"},
        {"PAGER=less", true, "an everyday program"},
        {"CC=clang", true, "an everyday program"},
        {"PYTHONPATH=/x", true, "a search path of one language"},
        {"NODE_PATH=/x", true, "a search path of one language"},
        {"PERL5LIB=/x", true, "a search path of one language"},
        {"LOCPATH=/x", true, "data, not code"},
        {"LD_PRELOAD=/x.so", false, "loads code"},
        {"LD_LIBRARY_PATH=.", false, "would reach the launcher"},
        {"LD_BIND_NOW=1", true, "no file"},
        {"LDFLAGS=-lm", true, "not LD_"},
        {"DYLD_INSERT_LIBRARIES=x", false, "loads code"},
        {"BASH_ENV=/x", false, "read at the start"},
        {"ENV=/x", false, "read at the start"},
        {"NODE_ENV=test", true, "the whole name"},
        {"BASH_FUNC_ls%%=() { rm; }", false, "a function"},
        {"IFS=x", false, "splits words otherwise"},
        {"CDPATH=/x", false, "cd goes elsewhere"},
        {"POSIXLY_CORRECT=", false, "another way of reading"},
        {"GIT_SSH_COMMAND=ssh -o X", false, "a program"},
        {"GIT_EDITOR=true", true, "does nothing"},
        {"GIT_EDITOR=true2", false, "another program"},
        {"GIT_EDITOR=true;rm", false, "more than nothing"},
        {"GIT_EDITOR=vim", false, "a program"},
        {"GIT_PAGER=cat", true, "does nothing"},
        {"GIT_CONFIG_COUNT=1", false, "settings"},
        {"GIT_CONFIG_GLOBAL=/x", false, "settings"},
        {"GIT_CONFIG_NOSYSTEM=1", true, "fewer settings"},
        {"GIT_DIR=/x", false, "another repository"},
        {"GIT_AUTHOR_NAME=Ann", true, "text"},
        {"GIT_BRANCH=main", true, "text, from a build server"},
        {"NODE_OPTIONS=--require /x.js", false, "code"},
        {"NODE_OPTIONS=--max-old-space-size=4096 --no-warnings", true, "known options"},
        {"NODE_OPTIONS=--max-old-space-size=4096 -r x", false, "one that is not"},
        {"PYTHONSTARTUP=/x", false, "code"},
        {"PYTHONBREAKPOINT=0", true, "off"},
        {"PYTHONBREAKPOINT=os.system", false, "code"},
        {"PYTHONUNBUFFERED=1", true, "ordinary"},
        {"PERL5OPT=-Mx", false, "code"},
        {"RUBYOPT=-W0", true, "warnings"},
        {"RUBYOPT=-rx", false, "code"},
        {"JAVA_TOOL_OPTIONS=-javaagent:x", false, "code"},
        {"MAKEFLAGS=-j8", true, "jobs"},
        {"MAKEFLAGS=-j8 --eval=x", false, "code"},
        {"RUSTC_WRAPPER=sccache", true, "a cache"},
        {"RUSTC_WRAPPER=/x", false, "a program"},
        {"npm_config_script_shell=/x", false, "a program, in small letters"},
        {"npm_config_registry=https://r.example", true, "an address"},
        {"SSH_AUTH_SOCK=/tmp/a", false, "a socket"},
        {"DBUS_SESSION_BUS_ADDRESS=unix:path=/x", false, "a socket"},
        {"XDG_RUNTIME_DIR=/run/user/1", false, "sockets"},
        {"TMUX=/tmp/t,1,0", false, "types into the terminal outside"},
        {"GH_TOKEN=x", false, "a secret"},
        {"gh_token=x", false, "in small letters"},
        {"MYTOKEN=x", false, "a secret"},
        {"TOKENIZERS_PARALLELISM=false", true, "a false friend"},
        {"MAX_OUTPUT_TOKENS=9000", true, "a false friend"},
        {"APP_SECRET_2=x", false, "a secret"},
        {"STRIPE_KEY=x", false, "a secret"},
        {"MONKEY=x", true, "a false friend"},
        {"XKB_DEFAULT_LAYOUT=de", true, "a false friend"},
        {"SSH_PUBLIC_KEY=x", true, "not secret"},
        {"OPENAI_API_KEY=x", false, "a secret"},
        {"DB_PASSWORD=x", false, "a secret"},
        {"USE_PASSWORD=1", true, "a switch"},
        {"DB_PASSWORD=", true, "nothing in it"},
        {"MYSQL_PWD=x", false, "a secret"},
        {"PWD=/x", true, "a false friend"},
        {"OLDPWD=/x", true, "a false friend"},
        {"GOOGLE_APPLICATION_CREDENTIALS=/x", false, "a secret"},
        {"AWS_SESSION_NAME=x", false, "the family"},
        {"AWS_REGION=eu-west-1", true, "no secret"},
        {"AWS_PROFILE=dev", true, "a name"},
        {"DATABASE_URL=postgres://u:p@h/d", false, "a password"},
        {"DATABASE_URL=postgres://h/d", true, "none"},
        {"REPO=ssh://git@github.com/x", true, "a user only"},
        {"HTTPS_PROXY=http://u:p@proxy:80", false, "a password"},
        {"HTTPS_PROXY=http://proxy:80", true, "a port only"},
        {"https_proxy=u:p@proxy:80", false, "a password without a scheme"},
        {"npm_config_https_proxy=http://token@proxy:80", false, "a user who may be a token"},
        {"LINK=http://h:80/a@b", true, "the sign is in the path"},
        {"AWS_ENDPOINT_URL=http://u:p@h", false, "a password in a harmless name"},
        {"THING=ghp_0123", false, "a well-known form"},
        {"NOT A NAME=x", true, "odd, but passed on as it is"},
    };
    for (const Case& c : cases) {
        const Environment got = filter_environment({.host = {c.entry}});
        EXPECT_EQ(got.kept.size(), c.kept ? 1U : 0U) << c.entry << ": " << c.why;
        EXPECT_EQ(got.dropped.size(), c.kept ? 0U : 1U) << c.entry << ": " << c.why;
    }
}

TEST(Environment, TheWholeOfIt) {
    const Environment got = filter_environment({
        .host = {"ZED=1", "LD_PRELOAD=x", "A_TOKEN=x", "PATH=/bin", "PATH=/evil", "B=2", "noequals", "=empty",
                 "POSTERN=0", "DISPLAY=:0", "my_var=v"},
        .drop = {"MY_*"},
        .set = {{"POSTERN", "1"}, {"B", "3"}, {"B", "4"}, {"LD_LIBRARY_PATH", "/given"}, {"", "x"}},
    });
    const Environment expected{
        .kept = {{"B", "4"}, {"LD_LIBRARY_PATH", "/given"}, {"PATH", "/bin"}, {"POSTERN", "1"}, {"ZED", "1"}},
        .dropped = {{"", "is not of the form NAME=value"},
                    {"A_TOKEN", "may hold a secret"},
                    {"DISPLAY", "leads to a service outside that the sandbox closes off"},
                    {"LD_PRELOAD", "tells the dynamic linker what to load into every program"},
                    {"my_var", "sandbox.credentials.envVars names it"},
                    {"noequals", "is not of the form NAME=value"}}};
    EXPECT_EQ(got, expected);
}

TEST(Environment, KeepingIsStrict) {
    const Names host = {"GH_TOKEN=t", "LD_PRELOAD=x", "SSH_AUTH_SOCK=s", "NPM_TOKEN=n"};
    const auto kept = [&](Names keep, Names drop = {}) {
        Names out;
        for (const Variable& v :
             filter_environment({.host = host, .keep = std::move(keep), .drop = std::move(drop)}).kept)
            out.push_back(v.name);
        return out;
    };
    EXPECT_EQ(kept({}), Names{});
    EXPECT_EQ(kept({"GH_*"}), Names{"GH_TOKEN"});
    EXPECT_EQ(kept({"gh_*"}), Names{}) << "letters as they are";
    EXPECT_EQ(kept({"*"}), (Names{"GH_TOKEN", "NPM_TOKEN", "SSH_AUTH_SOCK"})) << "no pattern brings code back";
    EXPECT_EQ(kept({"LD_*"}), Names{});
    EXPECT_EQ(kept({"LD_PRELOAD"}), Names{"LD_PRELOAD"});
    EXPECT_EQ(kept({"*"}, {"NPM_TOKEN"}), (Names{"GH_TOKEN", "SSH_AUTH_SOCK"})) << "dropping wins";
}

TEST(Environment, KeepsOrDropsAndChangesNothing) {
    const bool ok = rc::check("a partition of the names", [] {
        const auto letters = rc::gen::elementOf(std::string("AB_=*\n\xff"));
        const auto piece =
            rc::gen::element<std::string>("LD_", "TOKEN", "_KEY", "GIT_DIR", "X", "=", "http://u:p@", "a", "ENV");
        EnvironmentRequest request;
        for (int n = *rc::gen::inRange(0, 12); n > 0; --n) {
            std::string entry = *piece + *piece + *rc::gen::resize(3, rc::gen::container<std::string>(letters));
            if (*rc::gen::inRange(0, 3) != 0) entry += "=" + *piece + *piece;
            request.host.push_back(std::move(entry));
        }
        if (*rc::gen::inRange(0, 3) == 0) request.keep = {*piece + "*"};
        if (*rc::gen::inRange(0, 3) == 0) request.drop = {*piece + "*"};
        if (*rc::gen::inRange(0, 2) == 0) request.set = {{"X" + *piece, "v"}};
        const Environment got = filter_environment(request);

        RC_ASSERT(std::ranges::is_sorted(got.kept, {}, &Variable::name));
        RC_ASSERT(std::ranges::is_sorted(got.dropped, {}, &DroppedVariable::name));
        for (const DroppedVariable& d : got.dropped) {
            RC_ASSERT(!d.why.empty());
            RC_ASSERT(std::ranges::find(got.kept, d.name, &Variable::name) == got.kept.end());
        }
        for (const Variable& v : got.kept) {
            if (std::ranges::find(request.set, v) != request.set.end()) continue;
            RC_ASSERT(std::ranges::find(request.host, v.name + '=' + v.value) != request.host.end());
            if (request.keep.empty()) RC_ASSERT(suspect(v.name, v.value) == nullptr);
        }
        for (const std::string& entry : request.host) {
            const std::string name = entry.substr(0, entry.find('='));
            const bool kept = std::ranges::find(got.kept, name, &Variable::name) != got.kept.end();
            const bool dropped = std::ranges::find(got.dropped, name, &DroppedVariable::name) != got.dropped.end();
            RC_ASSERT(kept != dropped);
            const bool suspicious = entry.find('=') == entry.npos || name.empty() || !request.drop.empty() ||
                                    suspect(name, entry.substr(entry.find('=') + 1)) != nullptr;
            const bool first = std::ranges::find_if(request.host, [&](const std::string& e) {
                                   return e.substr(0, e.find('=')) == name;
                               }) == std::ranges::find(request.host, entry);
            if (first && !suspicious) RC_ASSERT(kept);
        }
    });
    EXPECT_TRUE(ok);
}

}  // namespace
}  // namespace postern::sandbox
