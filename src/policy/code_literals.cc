#include "policy/code_literals.h"

#include "base/ascii.h"

#include <algorithm>
#include <utility>

namespace postern::policy {
namespace {

constexpr std::size_t kMostLiterals = 256;

char closing_of(char open) {
    constexpr std::string_view kOpen = "([{<", kClose = ")]}>";
    const std::size_t at = kOpen.find(open);
    return at == std::string_view::npos ? open : kClose[at];
}

// Returns the end of the literal that begins with a quote or bracket at `at`.
std::size_t end_of_literal(std::string_view code, std::size_t at, std::string& text) {
    const char close = closing_of(code[at]);
    std::size_t i = at + 1;
    for (; i < code.size() && code[i] != close; ++i) {
        if (code[i] == '\\' && i + 1 < code.size()) ++i;
        text += code[i];
    }
    return std::min(i + 1, code.size());
}

}  // namespace

std::vector<CodeLiteral> literals_of(std::string_view code) {
    std::vector<CodeLiteral> out;
    for (std::size_t i = 0; i < code.size() && out.size() < kMostLiterals;) {
        const bool quote = code[i] == '"' || code[i] == '\'' || code[i] == '`';
        const std::string_view rest = code.substr(i);
        const bool word = i > 0 && (is_letter(code[i - 1]) || is_digit(code[i - 1]) || code[i - 1] == '_');
        const std::size_t operator_size = word ? 0
                                          : rest.starts_with("qx") || rest.starts_with("qw") || rest.starts_with("qq")
                                              ? 2
                                          : rest.starts_with("%x") || rest.starts_with("%w") ? 2
                                                                                             : 0;
        const bool bracket = operator_size != 0 && rest.size() > 2 &&
                             std::string_view("([{</|!").find(rest[operator_size]) != std::string_view::npos;
        if (!quote && !bracket) {
            ++i;
            continue;
        }
        CodeLiteral literal{.text = {}, .begin = i, .end = 0};
        i = end_of_literal(code, i + (quote ? 0 : operator_size), literal.text);
        literal.end = i;
        if (rest.starts_with("qw") || rest.starts_with("%w")) std::ranges::replace(literal.text, '\n', ' ');
        out.push_back(std::move(literal));
    }
    return out;
}

}  // namespace postern::policy
