// Commands and paths for the tests of this folder.
#pragma once

#include "base/abs_path.h"
#include "shell/analysis.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace postern::policy {

// Returns the first simple command of the text.
inline shell::Command command_of(std::string_view text) {
    const shell::Analysis analysis = shell::analyse(text);
    EXPECT_FALSE(analysis.commands.empty()) << text;
    return analysis.commands.empty() ? shell::Command{} : analysis.commands.front();
}

inline AbsPath path(std::string_view text) {
    const auto parsed = AbsPath::parse(text);
    EXPECT_TRUE(parsed) << text;
    return parsed ? *parsed : AbsPath::root();
}

}  // namespace postern::policy
