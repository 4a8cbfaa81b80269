#include "shell/small_languages.h"

#include <gtest/gtest.h>

namespace postern::shell {
namespace {

struct Case {
    const char* program;
    Effects effects;
};

constexpr bool kRuns = true;
constexpr bool kWrites = true;
constexpr bool kReads = true;

TEST(Awk, EffectsOfPrograms) {
    const Case cases[] = {
        {"{print $1}", {}},
        {"/rm|system/ {print NR\": \"$0}", {}},
        {"NR==FNR{a[$1];next} $1 in a", {}},
        {"$1 > 3 || $2 >= 4 {s += $1/$2} END {print s/NR}", {}},
        {"{print (a > b)}", {}},
        {"{print \"system(\\\"rm\\\")\"} # system(\"rm\")", {}},
        {"{print > \"/dev/stderr\"}", {}},
        {"{print > \"out\"}", {false, kWrites, false, {}}},
        {"{print >> $1\".txt\"}", {false, kWrites, false, {}}},
        {"{printf \"%s\", $1 > f}", {false, kWrites, false, {}}},
        {"BEGIN{while ((getline x < \"f\") > 0) print x}", {false, false, kReads, {}}},
        {"BEGIN{system(\"rm x\")}", {kRuns, false, false, {"rm x"}}},
        {"BEGIN{system (c)}", {kRuns, false, false, {}}},
        {"{print | \"sort\"}", {kRuns, false, false, {"sort"}}},
        {"{print |& cmd}", {kRuns, false, false, {}}},
        {"BEGIN{\"date\" | getline d}", {kRuns, false, false, {"date"}}},
        {"@include \"x\"", {kRuns, false, false, {}}},
        {"{print \"open", {kRuns, false, false, {}}},
        {"/open", {kRuns, false, false, {}}},
        {"{x = /[/]/ ? 1 : 2; y = a / b / c}", {}},
    };
    for (const Case& c : cases) EXPECT_EQ(awk_effects(c.program), c.effects) << c.program;
    EXPECT_TRUE(awk_effects(std::string_view("/\0/{print}", 10)).runs) << "a part known only at run time";
}

TEST(Sed, EffectsOfPrograms) {
    const Case cases[] = {
        {"s/a/b/g", {}},
        {"1,40p;/x/,$d;$!N", {}},
        {"s|http://|https://|g;s,e,w,2", {}},
        {"s/a\\/e/b/", {}},
        {"\\,x,d", {}},
        {"0~3d;2,+4p;/a/I,~2p", {}},
        {":a;N;$!ba;s/\\n/,/g", {}},
        {"/x/{s/a/b/;p}", {}},
        {"y/abc/def/;=", {}},
        {"/a/i\\\n  e rm\n$a w file", {}},
        {"# w file\np", {}},
        {"w /dev/stdout", {}},
        {"w out", {false, kWrites, false, {}}},
        {"s/a/b/w out", {false, kWrites, false, {}}},
        {"s/a/b/gpw out", {false, kWrites, false, {}}},
        {"/x/r other", {false, false, kReads, {}}},
        {"1e rm x", {kRuns, false, false, {"rm x"}}},
        {"e", {kRuns, false, false, {}}},
        {"s/.*/rm x/e", {kRuns, false, false, {"rm x"}}},
        {"s#.*#rm x#ge", {kRuns, false, false, {"rm x"}}},
        {"/a/{p;e rm\n}", {kRuns, false, false, {"rm"}}},
        {"s/a/b", {kRuns, false, false, {}}},
        {"k", {kRuns, false, false, {}}},
        {"s/a/b/k", {kRuns, false, false, {}}},
        {"", {}},
    };
    for (const Case& c : cases) EXPECT_EQ(sed_effects(c.program), c.effects) << c.program;
    EXPECT_TRUE(sed_effects(std::string_view("s/a/\0/", 6)).runs) << "a part known only at run time";
}

}  // namespace
}  // namespace postern::shell
