#include "sandbox/start_variables.h"

#include <gtest/gtest.h>

namespace postern::sandbox {
namespace {

std::vector<std::string> named(const std::string& variable) {
    std::vector<std::string> out;
    for (const StartPath& each : paths_named_by({variable}, *AbsPath::parse("/w"))) out.push_back(each.path.text());
    return out;
}

using Paths = std::vector<std::string>;

TEST(StartVariables, NameFilesThatAreReadAtEveryStart) {
    EXPECT_EQ(named("BASH_ENV=/w/env"), Paths{"/w/env"});
    EXPECT_EQ(named("ENV=./x"), Paths{"/w/x"});
    EXPECT_EQ(named("LD_PRELOAD=/w/a.so:b/c.so libm.so"), (Paths{"/w/a.so", "/w/b/c.so"}));
    EXPECT_EQ(named("NODE_OPTIONS=--max-old-space-size=4096 --require /w/n.js --import=file:///w/m.mjs -r ./k.js"),
              (Paths{"/w/n.js", "/w/m.mjs", "/w/k.js"}));
    EXPECT_EQ(named("RUBYOPT=-r/w/r.rb -W0"), Paths{"/w/r.rb"});
    EXPECT_EQ(named("ZDOTDIR=/w/z").front(), "/w/z/.zshenv");
    EXPECT_EQ(named("GIT_TEMPLATE_DIR=/w/t"), Paths{"/w/t"});
}

TEST(StartVariables, AWordIsNoFile) {
    for (const char* variable : {"ENV=production", "BASH_ENV=", "ENV", "EDITOR=/w/ed", "PATH=/w/bin",
                                 "NODE_OPTIONS=--inspect --max-old-space-size=4096", "LD_PRELOAD=libx.so"})
        EXPECT_EQ(named(variable), Paths{}) << variable;
}

}  // namespace
}  // namespace postern::sandbox
