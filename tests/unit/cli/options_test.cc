#include "cli/options.h"

#include "cli/batch.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <wordexp.h>

namespace postern::cli {
namespace {

using Words = std::vector<std::string>;

Result<Parsed> parsed(const Words& words) {
    return parse(command_specs(), words);
}

std::string error_of(const Words& words) {
    const auto result = parsed(words);
    return result ? "no error" : result.error().what;
}

TEST(Options, Spellings) {
    const auto a = parsed({"check", "-qv", "-c", "ls -l", "--set", "a=1", "--set=b=2", "--cwd=/x"});
    ASSERT_TRUE(a) << a.error().what;
    EXPECT_EQ(a->value(Opt::command), "ls -l");
    EXPECT_EQ(a->values(Opt::set), (Words{"a=1", "b=2"}));
    EXPECT_EQ(a->value(Opt::cwd), "/x");
    EXPECT_TRUE(a->has(Opt::quiet) && a->has(Opt::verbose));
    EXPECT_FALSE(a->has(Opt::json));
    EXPECT_FALSE(a->program());
    EXPECT_EQ(parsed({"check", "-cls"})->value(Opt::command), "ls");
    EXPECT_EQ(parsed({"check", "-qc", "-v"})->value(Opt::command), "-v") << "the next word, whatever it looks like";
    EXPECT_EQ(parsed({"check", "-c", ""})->value(Opt::command), "");
}

TEST(Options, WhatFollowsTheDashesIsTheProgram) {
    const auto a = parsed({"check", "--json", "--", "rm", "-rf", "--", "--help"});
    ASSERT_TRUE(a);
    EXPECT_EQ(*a->program(), (Words{"rm", "-rf", "--", "--help"}));
    EXPECT_FALSE(a->has(Opt::help));
    EXPECT_EQ(parsed({"settings", "validate", "--", "-odd"})->operands(), Words{"-odd"});
}

TEST(Options, CommandsOfTwoWords) {
    EXPECT_EQ(parsed({"settings", "show", "--json"})->command().name, "settings show");
    EXPECT_EQ(error_of({"settings"}), "settings needs one of: show, validate, schema");
    EXPECT_NE(error_of({"settings", "what"}).find("there is: show, validate, schema"), std::string::npos);
}

TEST(Options, ErrorsNameTheNearest) {
    EXPECT_EQ(error_of({"check", "--jsn"}),
              "unknown option '--jsn'; did you mean --json? (see `postern check --help`)");
    EXPECT_EQ(error_of({"chek"}), "unknown command 'chek'; did you mean check?");
    EXPECT_EQ(error_of({"check", "-c"}), "-c needs STRING (see `postern check --help`)");
    EXPECT_EQ(error_of({"check", "-c", "a", "-c", "b"}), "-c is given twice");
    EXPECT_EQ(error_of({"check", "--json=x"}), "--json takes no value");
    EXPECT_EQ(error_of({"check", "--"}), "no command after --");
    EXPECT_EQ(error_of({"version", "x"}), "unexpected argument 'x' (see `postern version --help`)");
    EXPECT_NE(error_of({"check", "\x1b[2J"}).find("\\x1b"), std::string::npos);
    EXPECT_NE(error_of({"check", "--force"}).find("unknown option"), std::string::npos) << "of another command";
}

TEST(Options, RunTakesItsOwnAndLeavesTheCommandsAlone) {
    const auto run = parsed({"run", "--deny-read", "a", "--deny-read", "b", "--", "ls", "--json", "-q"});
    EXPECT_EQ(run->values(Opt::deny_read), (std::vector<std::string>{"a", "b"}));
    EXPECT_EQ(run->program(), (std::vector<std::string>{"ls", "--json", "-q"}));
    EXPECT_FALSE(run->has(Opt::json));
    EXPECT_NE(error_of({"run", "--tool", "Read"}).find("unknown option"), std::string::npos);
}

// Checks the table itself: no command with two options of one spelling, and a description for each.
TEST(Table, IsConsistent) {
    for (const OptionSpec& option : option_specs()) EXPECT_FALSE(option.help.empty());
    std::set<std::string_view> names;
    for (const CommandSpec& command : command_specs()) {
        EXPECT_TRUE(names.insert(command.name).second) << command.name;
        EXPECT_NE(command.run, nullptr);
        const std::string help = help_for(command);
        std::set<std::string> spellings;
        for (const Opt id : command.options) {
            const OptionSpec& option = spec_of(id);
            if (option.letter != 0) {
                EXPECT_TRUE(spellings.insert(std::string("-") + option.letter).second) << option.letter;
            }
            if (!option.name.empty()) {
                EXPECT_TRUE(spellings.insert(std::string(option.name)).second) << option.name;
            }
            const std::string shown =
                option.name.empty() ? std::string("-") + option.letter : "--" + std::string(option.name);
            EXPECT_NE(help.find(shown), std::string::npos) << command.name << ' ' << shown;
            EXPECT_NE(bash_completion().find(shown), std::string::npos) << shown;
        }
        // A large group shows its commands on its own page.
        const std::string_view first = command.name.substr(0, command.name.find(' '));
        EXPECT_NE(top_help().find("\n  " + std::string(first)), std::string::npos) << command.name;
        const std::string_view last = command.name.substr(command.name.rfind(' ') + 1);
        if (first != last) {
            const std::string group = overview(Words{std::string(first), "--help"}).value_or("");
            EXPECT_NE(group.find("\n  " + std::string(last)), std::string::npos) << command.name;
        }
    }
}

// The words behind `postern` in a line of shell text, which may stand in quotes or parentheses, or lead into a file.
Words words_of(std::string_view example) {
    const std::size_t begin = example.find("postern ");
    if (begin == std::string_view::npos) return {};
    std::string_view text = example.substr(begin + 8);
    const char before = begin == 0 ? ' ' : example[begin - 1];
    if (before == '\'') text = text.substr(0, text.find('\''));
    if (before == '(') text = text.substr(0, text.find(')'));
    text = text.substr(0, text.find(" > "));
    wordexp_t found{};
    Words words;
    EXPECT_EQ(::wordexp(std::string(text).c_str(), &found, WRDE_NOCMD), 0) << example;
    for (std::size_t i = 0; i < found.we_wordc; ++i) words.emplace_back(found.we_wordv[i]);
    ::wordfree(&found);
    return words;
}

// The examples in the help are of the command that shows them, and parse.
TEST(Table, ExamplesParse) {
    for (const CommandSpec& command : command_specs()) {
        EXPECT_TRUE(!command.examples.empty() || command.name == "version") << command.name;
        for (const std::string_view example : command.examples) {
            const auto result = parsed(words_of(example));
            ASSERT_TRUE(result) << example << ": " << result.error().what;
            EXPECT_EQ(result->command().name, command.name) << example;
        }
    }
}

TEST(Table, Overviews) {
    EXPECT_EQ(overview(Words{"--help"}), top_help());
    EXPECT_NE(overview(Words{"scrub", "-h"}).value_or("").find("restore"), std::string::npos);
    EXPECT_FALSE(overview(Words{"run", "--help"})) << "a command has its own page";
    EXPECT_FALSE(overview(Words{"run", "--", "ls", "--help"}));
    EXPECT_FALSE(overview(Words{}));
}

TEST(BatchLine, KeepsTheIdOfALineItRefuses) {
    std::string id;
    EXPECT_FALSE(parse_batch_line(R"({"id":"a\"b","command":7})", id));
    EXPECT_EQ(id, R"("a\"b")");
    id.clear();
    EXPECT_FALSE(parse_batch_line("{", id));
    EXPECT_EQ(id, "");
}

TEST(BatchLine, Forms) {
    std::string id;
    const auto text = parse_batch_line(R"({"command":"ls","cwd":"/x","unsandboxed":true})", id);
    ASSERT_TRUE(text);
    EXPECT_EQ(std::get<app::ShellText>(text->query.subject).text, "ls");
    EXPECT_EQ(text->cwd, "/x");
    EXPECT_TRUE(text->query.unsandboxed);
    const auto words = parse_batch_line(R"({"command":["ls","-l"],"tool":"Bash"})", id);
    ASSERT_TRUE(words);
    EXPECT_EQ(std::get<app::Program>(words->query.subject).argv, (Words{"ls", "-l"}));
    EXPECT_FALSE(parse_batch_line(R"({"command":"ls","path":"x"})", id));
    EXPECT_FALSE(parse_batch_line(R"({"command":null})", id));
    EXPECT_FALSE(parse_batch_line(R"({"command":"ls","unsandboxed":"yes"})", id));
}

}  // namespace
}  // namespace postern::cli
