#include "shell/option_grammar.h"

#include "command_text.h"

#include <gtest/gtest.h>

namespace postern::shell {
namespace {

// Shows -name or -name=value for every option, then `|`, the operands, `?` and the unsure words.
std::string scanned(const Grammar& grammar, std::string_view line) {
    const std::vector<Word> words = words_of(line);
    const Scan scan = shell::scan(grammar, words);
    std::string out;
    for (const Option& option : scan.options) {
        out += (option.known ? "-" : "!") + shown(option.name) +
               (option.has_value ? "=" + shown(option.value.text) : "") + " ";
    }
    out += "|";
    for (const std::size_t operand : scan.operands) out += " " + shown(words[operand].text);
    if (!scan.unsure.empty()) out += " ?";
    for (const std::size_t index : scan.unsure) out += " " + shown(words[index].text);
    return out;
}

TEST(OptionGrammar, ReadsWordsAsGetoptDoes) {
    const Grammar stops{.shorts = "ab:c::d#", .longs = "all chdir= color=? pair=="};
    const Grammar permutes{.shorts = "ab:", .longs = "all", .free_operands = kAnyNumber};
    const Grammar one{.shorts = "ab:", .free_operands = 1};
    const Grammar single{.shorts = "w", .longs = "wrapper= exec=", .single_dash = true};
    const Grammar numbers{.shorts = "n:", .numbers = true};
    const Grammar bundle{.shorts = "cf:I:", .free_operands = kAnyNumber, .bundle = true};
    const Grammar plus{.shorts = "x", .plus = true};
    const Grammar ends{.shorts = "c:u", .ends = "c"};
    const Grammar exact{.longs = "exec=", .exact = true};
    struct Case {
        const Grammar& grammar;
        const char* line;
        const char* found;
    };
    const Case cases[] = {
        {stops, "p -a x -a", "-a | x -a"},
        {stops, "p -ab v x", "-a -b=v | x"},
        {stops, "p -abv x", "-a -b=v | x"},
        {stops, "p -c x", "-c | x"},
        {stops, "p -cv x", "-c=v | x"},
        {stops, "p -d12a x", "-d -a | x"},
        {stops, "p -b", "-b |"},
        {stops, "p -z x", "!z | x"},
        {stops, "p -- -a", "| -a"},
        {stops, "p - x", "| - x"},
        {stops, "p --all --chdir d x", "-all -chdir=d | x"},
        {stops, "p --chd=d --col x", "-chdir=d -color | x"},
        {stops, "p --pair a b x", "-pair=a | x"},
        {stops, "p --new=1 x", "!new=1 | x"},
        {stops, "p \"$x\" -a", "| <> -a ? <>"},
        {stops, "p -a$x y", "-a | y ? -a<>"},
        {stops, "p --$x y", "!<> | y ? --<>"},
        {stops, "p --chdir=$x y", "-chdir=<> | y"},
        {stops, "p -b \"$x\" y", "-b=<> | y"},
        {permutes, "p x -a y --all -- -b", "-a -all | x y -b"},
        {one, "p h -a c -b", "-a | h c -b"},
        {single, "p -wrapper v --exec=e -w x", "-wrapper=v -exec=e -w | x"},
        {numbers, "p -5 x", "-5 | x"},
        {bundle, "p cfI a b -c x", "-c -f=a -I=b -c | x"},
        {plus, "p +x -x y", "-x -x | y"},
        {ends, "p -uc v -u", "-u -c=v | -u"},
        {exact, "p --exe x", "!exe | x"},
    };
    for (const Case& c : cases) EXPECT_EQ(scanned(c.grammar, c.line), c.found) << c.line;
}

TEST(OptionGrammar, ListsAreOfWholeNames) {
    EXPECT_TRUE(listed("a bc d", "bc"));
    EXPECT_TRUE(listed("a", "a"));
    EXPECT_FALSE(listed("a bc d", "b"));
    EXPECT_FALSE(listed("a bc d", "c"));
    EXPECT_FALSE(listed("a bc d", ""));
    EXPECT_TRUE(listed("bcd bc", "bc"));
}

}  // namespace
}  // namespace postern::shell
