#include "base/json.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>

namespace postern {
namespace {

using nlohmann::json;
using namespace std::string_literals;

TEST(Json, BuildsTheSameValueAsTheLibrary) {
    const char* const texts[] = {
        "null",
        "true",
        "-3",
        "18446744073709551615",
        "1.5e3",
        "\"a\\u00e9\\ud83d\\ude00\"",
        "[]",
        "{}",
        R"([1,[2,[],{"a":[{"b":{}}]}],"x"])",
        R"({"a":{"b":1,"c":[true,null]},"b":{"b":2},"":[{}]})",
        "  {\"a\" : 1}\n",
    };
    for (const char* text : texts) {
        const auto value = parse_json(text, "t");
        ASSERT_TRUE(value) << text << ": " << value.error().what;
        EXPECT_EQ(*value, json::parse(text)) << text;
    }
}

struct Refusal {
    std::string text;
    const char* what;   // part of the message
    const char* where;  // all of it
    const char* why;
};

TEST(Json, RefusesAndSaysWhere) {
    const Refusal cases[] = {
        {R"({"deny":["x"],"deny":[]})", "duplicate key \"deny\"", "t#/deny", "the last one would win in silence"},
        {R"({"a":[{"b":1},{"c":{"d":1,"d":1}}]})", "duplicate key \"d\"", "t#/a/1/c/d", "nested"},
        {R"({"a/b":{"~":1,"~":2}})", "duplicate key", "t#/a~1b/~0", "pointer tokens are escaped"},
        {R"({"a":1,"\u0061":2})", "duplicate key \"a\"", "t#/a", "the same key in another spelling"},
        {"[1,\n 2,,3]", "unexpected ','", "t:2:4", "line and column"},
        {"", "input", "t:1:1", "nothing at all"},
        {"{} {}", "unexpected '{'", "t:1:4", "something after the value"},
        {"{\"a\":1\n", "unexpected end of input", "t:2:1", "cut short"},
        {"[1e999]", "number overflow", "t:1:6", "not a number we can hold"},
        {"[1]\0[2]"s, "NUL byte", "t:1:4", "the library would take it for the end"},
        {R"({"a":["x\u0000y"]})", "NUL character", "t#/a/0", "escaped NUL in a string"},
        {R"({"a":{"x\u0000":1}})", "NUL character", "t#/a", "escaped NUL in a key"},
        {"[\"\xff\"]", "not UTF-8", "t:1:3", "stray byte"},
        {"[\"\xc0\xaf\"]", "not UTF-8", "t:1:3", "overlong slash"},
        {"[\"\xed\xa0\x80\"]", "not UTF-8", "t:1:3", "encoded surrogate"},
        {R"(["\ud800"])", "surrogate", "t:1:9", "lone surrogate escape"},
        {"// c\n{}", "invalid literal", "t:1:1", "comments are not JSON"},
        {"[1,]", "unexpected ']'", "t:1:4", "a trailing comma is not JSON"},
        {"{'a':1}", "invalid literal", "t:1:2", "single quotes"},
    };
    for (const Refusal& c : cases) {
        const auto value = parse_json(c.text, "t");
        ASSERT_FALSE(value) << c.why;
        EXPECT_EQ(value.error().code, Errc::parse) << c.why;
        EXPECT_NE(value.error().what.find(c.what), std::string::npos) << c.why << ": " << value.error().what;
        EXPECT_EQ(value.error().where, c.where) << c.why;
    }
}

TEST(Json, LimitsDepthWithoutRecursion) {
    const auto nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
    EXPECT_TRUE(parse_json(nested(kMaxJsonDepth), "t"));
    const auto deeper = parse_json(nested(kMaxJsonDepth + 1), "t");
    ASSERT_FALSE(deeper);
    EXPECT_EQ(deeper.error().what, "nested more than 64 levels deep");
    EXPECT_FALSE(parse_json(std::string(500000, '['), "t"));
}

struct Dialect {
    const char* text;
    const char* same_as;  // null: refused
    const char* why;
};

TEST(Json, CommentedDialect) {
    const Dialect cases[] = {
        {"// c\n[1, /* 2, */ 3]", "[1,3]", "both kinds of comments"},
        {"[1,2,]", "[1,2]", "comma after the last element"},
        {"{\"a\":[1,],}", R"({"a":[1]})", "nested, object too"},
        {"[1, // last,\n]", "[1]", "a comment between comma and bracket"},
        {"[\"a,]\", \"b\\\",]\",]", R"(["a,]","b\",]"])", "commas in strings stay"},
        {"[\"//\", \"/*\", 1]", R"(["//","/*",1])", "comment signs in strings stay"},
        {"[,]", nullptr, "a comma that follows nothing"},
        {"[1,,]", nullptr, "two commas"},
        {"{,}", nullptr, "the same in an object"},
        {"{\"a\":,}", nullptr, "no value"},
        {"[1] /* open", nullptr, "a comment without an end"},
        {"{\"a\":1, /* x */ \"a\":2,}", nullptr, "duplicate keys here too"},
        {"[1 // \xff\n]", nullptr, "comments are UTF-8 as well"},
    };
    for (const Dialect& c : cases) {
        const auto value = parse_json(c.text, "t", JsonDialect::commented);
        ASSERT_EQ(value.has_value(), c.same_as != nullptr) << c.why;
        if (value) {
            EXPECT_EQ(*value, json::parse(c.same_as)) << c.why;
        }
    }
}

TEST(Json, SyntaxErrorAfterATrailingCommaKeepsItsPlace) {
    const auto value = parse_json("[[1,],\n x]", "t", JsonDialect::commented);
    ASSERT_FALSE(value);
    EXPECT_EQ(value.error().where, "t:2:2");
}

}  // namespace
}  // namespace postern
