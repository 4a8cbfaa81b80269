// Splits SQL into statements and their words.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace postern::shell {

enum class Sql : std::uint8_t { sqlite, postgres, mysql };

struct SqlToken {
    enum class Kind : std::uint8_t { name, quoted_name, value, sign };
    Kind kind = Kind::sign;
    std::string text{};  // names in lower case; one character for a sign
};

using SqlStatement = std::vector<SqlToken>;

// Returns the statements, or nullopt for a text whose quotes and comments are not read alike under all settings.
[[nodiscard]] std::optional<std::vector<SqlStatement>> sql_statements(std::string_view text, Sql dialect);

}  // namespace postern::shell
