#include "programs/option_rows.h"

#include <algorithm>

namespace postern::programs {

std::string_view full_name(const OptionRow& option, std::string_view written) {
    std::string_view found = written;
    for (std::string_view rest = option.names; !rest.empty();) {
        const std::string_view name = rest.substr(0, rest.find(','));
        if (name == written) return name;
        if (name.size() > 1 && name.starts_with(written)) found = name;
        rest.remove_prefix(std::min(name.size() + 1, rest.size()));
    }
    return found;
}

bool may_bring_code(const OptionRow& option) {
    using enum WordRole;
    const WordRole role = option.value.role;
    return option.brings_code || role == runs || role == shell || role == shell_words || role == code ||
           role == code_file || role == loads || role == setting;
}

bool may_run_unnamed(const OptionRow& option) {
    const bool program = option.value.role == WordRole::runs || option.value.role == WordRole::shell;
    return option.brings_code || (program && option.takes == Takes::glued);
}

const OptionRow* find_code_beginning(const Row& row, std::string_view written) {
    const auto found = std::ranges::find_if(row.options, [&](const OptionRow& option) {
        return may_bring_code(option) && full_name(option, written) != written;
    });
    return found == row.options.end() ? nullptr : &*found;
}

}  // namespace postern::programs
