// Prints the book of programs for check_help.py: one line of JSON per row.
#include "base/text.h"
#include "programs/row.h"

#include <nlohmann/json.hpp>

#include <iostream>

namespace postern::programs {
namespace {

constexpr std::string_view kTakes[] = {"nothing",    "value",       "glued",       "digits",
                                       "two values", "both values", "to semicolon"};

std::vector<std::string_view> words(std::string_view text) {
    std::vector<std::string_view> out;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        if (end > 0) out.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return out;
}

nlohmann::json option_json(const OptionRow& option) {
    return {{"names", split(option.names, ',')},
            {"takes", kTakes[static_cast<std::size_t>(option.takes)]},
            {"role", static_cast<int>(option.value.role)},
            {"kind", option.value.kind},
            {"negated", option.can_be_negated},
            {"destroys", option.destroys}};
}

nlohmann::json row_json(const ProgramRow& program) {
    const Row row = take_apart(program);
    nlohmann::json options = nlohmann::json::array();
    for (const OptionRow& option : row.options) {
        if (!option.open) options.push_back(option_json(option));
    }
    return {{"names", words(program.names)},
            {"habits", words(program.habits)},
            {"options", std::move(options)},
            {"operands", words(program.operands)}};
}

}  // namespace
}  // namespace postern::programs

int main() {
    for (const auto table : postern::programs::book()) {
        for (const auto& program : table) std::cout << postern::programs::row_json(program).dump() << '\n';
    }
    return std::cout.flush() ? 0 : 1;
}
