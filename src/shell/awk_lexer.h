// Splits an awk program into tokens.
//
// mawk, gawk, busybox and the original awk disagree about a few texts: where a pattern with a slash in brackets ends,
// whether `0x1f` is one number. Such a text is not split at all, because what one of them takes for a pattern is code
// to another.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace postern::shell {

struct AwkToken {
    enum class Kind : std::uint8_t { end, newline, name, number, string, pattern, sign };
    Kind kind = Kind::end;
    std::string_view text{};  // without the quotes or slashes

    [[nodiscard]] bool is(std::string_view wanted) const noexcept {
        return (kind == Kind::sign || kind == Kind::name) && text == wanted;
    }
};

// Returns the tokens with one `end` behind them, or nullopt for a text that is not understood.
[[nodiscard]] std::optional<std::vector<AwkToken>> awk_tokens(std::string_view program);

// Returns the value of a string token, or nullopt if it has escapes that implementations read differently.
[[nodiscard]] std::optional<std::string> awk_string_value(std::string_view text);

}  // namespace postern::shell
