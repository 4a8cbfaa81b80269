#include "scrub/permits.h"

#include "../base/temp_dir.h"
#include "base/hash.h"

#include <gtest/gtest.h>

namespace postern::scrub {
namespace {

using test::TempDir;

TEST(Permits, AreReadAsTheyWereGranted) {
    const TempDir directory;
    const AbsPath journal = directory.at("run.json");
    const AbsPath npmrc = AbsPath::parse("/p/.npmrc").value(), tasks = AbsPath::parse("/p/.vscode/tasks.json").value();
    const AbsPath odd = AbsPath::parse("/p/\xff\n").value();
    ASSERT_TRUE(add_permits(journal, {npmrc}, {{npmrc, content_hash("one")}, {npmrc, content_hash("two")}}));
    ASSERT_TRUE(add_permits(journal, {odd}, {{tasks, ""}, {odd, content_hash("")}}));
    Watch watch{.held = {npmrc, odd, tasks}};
    read_permits(journal, watch);
    EXPECT_EQ(watch.held, std::vector{tasks});
    EXPECT_TRUE(is_permitted(watch, npmrc, "one"));
    EXPECT_TRUE(is_permitted(watch, npmrc, "two"));
    EXPECT_FALSE(is_permitted(watch, npmrc, "three"));
    EXPECT_FALSE(is_permitted(watch, npmrc, std::nullopt));
    EXPECT_TRUE(is_permitted(watch, tasks, std::nullopt));
    EXPECT_TRUE(is_permitted(watch, odd, ""));
    EXPECT_TRUE(permits_below(watch, tasks.parent()));
    EXPECT_FALSE(permits_below(watch, AbsPath::parse("/p/.idea").value()));
    remove_permits(journal);
    Watch later{.held = {npmrc}};
    read_permits(journal, later);
    EXPECT_EQ(later, Watch{.held = {npmrc}});
}

TEST(Permits, ALineThatWasCutOffGrantsNothing) {
    TempDir directory;
    const AbsPath journal = directory.at("run.json");
    directory.write("run.json.permits", "{\"lifted\":[\"/p/a\"],\"contents\":[{\"path\":\"/p/a\",\"ha");
    Watch watch{.held = {AbsPath::parse("/p/a").value()}};
    read_permits(journal, watch);
    EXPECT_TRUE(watch.permitted.empty());
    EXPECT_EQ(watch.held.size(), 1U);
}

}  // namespace
}  // namespace postern::scrub
