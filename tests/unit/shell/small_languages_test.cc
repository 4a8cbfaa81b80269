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
        {"{print > \"/dev/stderr\" x}", {false, kWrites, false, {}}},
        {"{printf \"%s\", $1 > f}", {false, kWrites, false, {}}},
        {"BEGIN{while ((getline x < \"f\") > 0) print x}", {false, false, kReads, {}}},
        {"BEGIN{ARGV[1] = \"f\"; ARGC = 2}", {false, false, kReads, {}}},
        {"BEGIN{system(\"rm x\")}", {kRuns, false, false, {"rm x"}}},
        {"BEGIN{system (c)}", {kRuns, false, false, {}}},
        {"BEGIN{system(\"r\" \"m\")}", {kRuns, false, false, {}}},
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

TEST(Awk, ReadsTheWholeGrammar) {
    const char* const programs[] = {
        "",
        "NF",
        "1",
        "!seen[$0]++",
        "length > 80",
        "length($0) > 80 && !/x/",
        "/start/,/end/",
        "NR==1, NR==5 {print; next} END {exit 1}",
        "BEGIN{FS=\",\"; OFS=\"\\t\"} {$1=$1; print}",
        "{for (i = NF; i > 0; i--) printf \"%s \", $i; print \"\"}",
        "{for (;;) break; for ((i, j) in a) delete a[i, j]; delete a}",
        "{if ($1 == \"a\") {print \"x\"} else if (b) print; else next}",
        "{if (a)\n  print\nelse\n  next\n}",
        "{do { i++ } while (i < 3); while (x && y) x--}",
        "{x = $1 > 3 ? \"a\" : \"b\"; print x ? y : z}",
        "function f(a,   b) { return a * 2 ^ -b }\n{print f($1), -f(2)}",
        "{print $NF, $(NF-1), $++i, a\" \"b, (x)(y)}",
        "{gsub(/[^a-z\\/]/, \"\"); split($0, a, \"/\"); print a[1]/a[2]}",
        "{switch (x) { case /a/: case -1: print; break; default: next }}",
        "match($0, /[0-9]+/) { print substr($0, RSTART, RLENGTH) }",
        "# comment\nBEGIN { x = 1e3 + .5 }  # more\n\n{ print \\\n  x }",
        "$0 ~ \"foo\" && /[[:space:]]$/ {c++} END {print c+0; printf(\"%d\\n\", c)}",
        "BEGIN { while ((getline line) > 0) n++; getline; getline x; print n }",
        "a;b\n;c{}",
    };
    for (const char* program : programs) EXPECT_EQ(awk_effects(program), Effects{}) << program;
}

TEST(Awk, DoesNotReadWhatIsReadDifferently) {
    const char* const programs[] = {
        "BEGIN{1system(\"rm\")}",
        "{x = 0x1f}",
        "BEGIN{a[/[/]/ system(\"x\")}",
        "/[[:alpha:]/]/",
        "/[]/]/",
        "/a[/ {print}",
        "{print \"a\\\nb\"}",
        "{if (x) /re/}",
        "length / 2 /",
        "{getline / 2}",
        "BEGIN { awk::x }",
        "{print 'x'}",
        "{print} }",
        "{print",
        "{a b c d",
        "(a",
        "{x = y ? z}",
        "# comment \\\nBEGIN{}",
        "BEGIN{SYMTAB[\"x\"]}",
        "\\$1",
        "{print \xff}",
    };
    for (const char* program : programs) EXPECT_TRUE(awk_effects(program).runs) << program;
}

TEST(Sed, EffectsOfPrograms) {
    const Case cases[] = {
        {"s/a/b/g", {}},
        {"1,40p;/x/,$d;$!N", {}},
        {"s|http://|https://|g;s,e,w,2", {}},
        {"s/a\\/e/b/", {}},
        {"s/[^/]*$//", {}},
        {"s/[^\\/]*$//", {}},
        {"/[[:space:]]/d", {}},
        {"\\,x,d", {}},
        {"0~3d;2,+4p;/a/I,~2p", {}},
        {":a;N;$!ba;s/\\n/,/g", {}},
        {"/x/{s/a/b/;p}", {}},
        {"y/abc/def/;=", {}},
        {"/a/i\\\n  e rm\n$a w file", {}},
        {"1i\\header", {}},
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
        {"", {}},
    };
    for (const Case& c : cases) EXPECT_EQ(sed_effects(c.program), c.effects) << c.program;
    EXPECT_TRUE(sed_effects(std::string_view("s/a/\0/", 6)).runs) << "a part known only at run time";
}

TEST(Sed, DoesNotReadWhatIsReadDifferently) {
    const char* const programs[] = {
        "s/a/b",
        "k",
        "s/a/b/k",
        "s/a/b/ e",
        "bx e rm",
        "tx w file",
        ":x;1i\\\n1e rm",
        ":x e rm",
        "v 4.2 e rm",
        "1i\\\\\n1e rm",
        "1i\\  \n1e rm",
        "s/[[:alpha:]/]/x/",
        "s/[]/]/x/",
        "s/[/]e rm/]/x/",
        "1{p",
        "p}",
        "a",
        "w",
        "p p",
        "s/a\nb/c/",
        "s\na\nb\n",
        "s/\xc3/b/",
    };
    for (const char* program : programs) EXPECT_TRUE(sed_effects(program).runs) << program;
}

}  // namespace
}  // namespace postern::shell
