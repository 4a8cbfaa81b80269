// The rows of the book are written correctly, and no program stands in two of them.
#include "base/text.h"
#include "programs/row.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

namespace postern::programs {
namespace {

TEST(Book, EveryRowCanBeRead) {
    std::size_t rows = 0;
    for (const auto table : book()) {
        for (const ProgramRow& program : table) {
            EXPECT_EQ(take_apart(program).mistake, "") << program.names;
            ++rows;
        }
    }
    EXPECT_GT(rows, 9U);
}

TEST(Book, NoNameStandsInTwoRows) {
    std::map<std::string, std::string_view> seen;
    for (const auto table : book()) {
        for (const ProgramRow& program : table) {
            for (const std::string_view name : split(program.names, ' ')) {
                const auto [where, is_new] = seen.emplace(name, program.names);
                EXPECT_TRUE(is_new) << name << " is in \"" << where->second << "\" and in \"" << program.names << '"';
            }
        }
    }
}

TEST(Book, NoNameOfASubcommandIsTheSameAsTwoOthers) {
    for (const auto table : book()) {
        for (const ProgramRow& program : table) {
            std::set<std::string> seen;
            for (const std::string_view group : split(program.same, ' ')) {
                for (const std::string_view name : split(group, '=')) {
                    EXPECT_FALSE(name.empty()) << program.names;
                    EXPECT_TRUE(seen.emplace(name).second) << program.names << ": " << name;
                }
            }
        }
    }
}

TEST(Book, NoOptionIsListedTwice) {
    for (const auto table : book()) {
        for (const ProgramRow& program : table) {
            std::set<std::string_view> seen;
            for (const OptionRow& option : take_apart(program).options) {
                for (const std::string_view name : split(option.names, ',')) {
                    EXPECT_TRUE(seen.insert(name).second) << program.names << ": " << name;
                }
            }
        }
    }
}

TEST(Book, SubcommandsHaveTheirProgram) {
    for (const auto table : book()) {
        for (const ProgramRow& program : table) {
            for (const std::string_view name : split(program.names, ' ')) {
                const std::size_t slash = name.rfind('/');
                if (slash == name.npos) continue;
                const Row* const parent = find_row(name.substr(0, slash));
                ASSERT_NE(parent, nullptr) << name;
                EXPECT_TRUE(parent->sub) << name;
            }
        }
    }
}

}  // namespace
}  // namespace postern::programs
