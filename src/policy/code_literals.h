// The strings that stand in code of another language.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace postern::policy {

struct CodeLiteral {
    std::string text;
    std::size_t begin = 0;
    std::size_t end = 0;
};

// Returns the strings in the code: in quotes, and in perl's and ruby's qw(…), qx{…}, %x(…).
[[nodiscard]] std::vector<CodeLiteral> literals_of(std::string_view code);

}  // namespace postern::policy
