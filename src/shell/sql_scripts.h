// Reads what database clients are given: SQL, and the clients' own commands (`.tables`, `\dt`).
//
// SQL itself starts nothing, but each database has statements and functions that use files, load libraries or start
// programs. A text is plain if every statement is of a kind that cannot, and calls no such function.
#pragma once

#include <string_view>

namespace postern::shell {

[[nodiscard]] bool is_plain_sqlite(std::string_view script);
[[nodiscard]] bool is_plain_psql(std::string_view script);
[[nodiscard]] bool is_plain_mysql(std::string_view script);

}  // namespace postern::shell
