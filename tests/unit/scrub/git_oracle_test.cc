// Our reading of configuration files against git's own, on chosen and on random texts.
#include "scrub/git_config_rules.h"

#include "world.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <random>

namespace postern::scrub::test {
namespace {

// What `git config --list` makes of the file: nothing if it refuses.
std::optional<std::vector<ConfigEntry>> as_git_reads(const World& world, const std::string& text) {
    world.dir.write("work/c", text);
    if (world.shell("git config -f c --list -z > ../out 2>/dev/null") != 0) return std::nullopt;
    std::vector<ConfigEntry> out;
    std::string all = world.dir.read("out");
    std::string_view rest = all;
    while (!rest.empty()) {
        const std::string_view item = rest.substr(0, rest.find('\0'));
        rest.remove_prefix(item.size() + 1);
        const std::size_t newline = item.find('\n');
        ConfigEntry entry{.key = std::string(item.substr(0, newline)), .value = std::nullopt};
        if (newline != std::string_view::npos) entry.value = item.substr(newline + 1);
        out.push_back(std::move(entry));
    }
    return out;
}

void agree(const World& world, const std::string& text) {
    auto ours = parse_git_config(text);
    auto gits = as_git_reads(world, text);
    // Blanks inside a value: newer versions keep tabs, older ones make spaces of them.
    for (auto* entries : {&ours, &gits}) {
        if (!*entries) continue;
        for (ConfigEntry& entry : **entries) {
            if (entry.value)
                std::ranges::replace_if(
                    *entry.value, [](char c) { return c == '\t' || c == '\r'; }, ' ');
        }
    }
    EXPECT_EQ(ours, gits) << "text: " << ::testing::PrintToString(text);
}

TEST(GitOracle, AgreesOnChosenTexts) {
    const World world;
    for (const std::string text : {"",
                                   "[a]\nb=c",
                                   "[a]b",
                                   "[a]\n b = c d  \n",
                                   "[A \"B\"]\nC = D\n",
                                   "[a.B]\nc = d\n",
                                   "[a]\nb = \"c \\\n d\"\n",
                                   "[a]\nb = c\\\n",
                                   "[a]\nb = c \\\n\\\n d",
                                   "[a]\nb = \"\"\n",
                                   "[a]\nb =\n",
                                   "[a]\nb\n",
                                   "[a]\nb ;x\n",
                                   "[a]\nb = c;d\n",
                                   "[a]\nb = \"c;d\";e\n",
                                   "[a] b = c\n[d] e = f",
                                   "[a \"\"]\nb=c",
                                   "[a\t\"x\"]b=c",
                                   "[-]\nb=c",
                                   "[a]\n-b=c",
                                   "[a]\nb-c=d",
                                   "[a]\nb_c=d",
                                   "[a]\rb=c",
                                   "[a]\nb=c\rd\n",
                                   "[a]\r\n\tb\t=\tc\r\n",
                                   "[a]\nb=\\\r\nc",
                                   "[a]\nb = \" c",
                                   "[.]\nb=c",
                                   "[a.]\nb=c",
                                   "[a \"x]y\"]\nb=c",
                                   "[a \"x\\]\"]\nb=c",
                                   "[ a]\nb=c",
                                   "[a ]\nb=c",
                                   "[]\nb=c",
                                   "[a]\nb\\\nc=d",
                                   "[a]\n\vb=c",
                                   "[a]\nb = \xff\xfe\n",
                                   "[a \"\xc3\xa9\"]\nb=c",
                                   "[a]\nb =  \"x\"  \n",
                                   "[a]#x\nb=c#y\n",
                                   "[a]\nb = x\\#y",
                                   "[a]b=c]d",
                                   "[a]\nb=c\n[",
                                   "[a]\nb=c\n[d"}) {
        agree(world, text);
    }
}

TEST(GitOracle, AgreesOnRandomTexts) {
    const World world;
    const char* seed = std::getenv("SEED");
    std::mt19937 random(seed != nullptr ? static_cast<unsigned>(std::atoi(seed)) : 7U);
    const std::vector<std::string> parts = {
        "[", "]", "a", "core", ".", "\"",   "\\",  "\n",    "\r",    "\r\n",        " ",       "\t",   "=",  "#",
        ";", "x", "B", "1",    "-", "\\\n", "\\n", "\"s\"", "[a]\n", "[a \"b\"]\n", "k = v\n", "\xff", "\f", "_"};
    const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(4);
    int tried = 0;
    while (tried < 1500 && std::chrono::steady_clock::now() < until && !::testing::Test::HasFailure()) {
        std::string text = random() % 3 != 0 ? "[a]\n" : "";
        for (auto n = random() % 14; n > 0; --n) text += parts[random() % parts.size()];
        agree(world, text);
        ++tried;
    }
    RecordProperty("texts", tried);
}

}  // namespace
}  // namespace postern::scrub::test
