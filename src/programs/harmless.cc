// Which calls change nothing, as far as the roles of their words tell.
#include "programs/reading.h"

#include <algorithm>

namespace postern::programs {
namespace {

bool is_harmless_role(const Meaning& meaning) {
    const WordRole role = meaning.role;
    return role == WordRole::data || role == WordRole::informs || role == WordRole::reads || role == WordRole::walks;
}

// Returns true if no option and no operand of the row changes or runs anything, so that any word may be added to a call.
bool any_word_is_harmless(const Row& row) {
    const auto harmless = [](const OptionRow& option) {
        return !option.destroys && is_harmless_role(option.value) &&
               (!option.operands || is_harmless_role(*option.operands));
    };
    return row.keys.empty() && !row.atfile && std::ranges::all_of(row.options, harmless) &&
           std::ranges::all_of(row.operands, is_harmless_role, &OperandRow::meaning);
}

}  // namespace

bool is_harmless(const Reading& reading, WordJudge judge) {
    if (reading.row == nullptr || reading.destroys || reading.starts_shell) return false;
    const Row& row = *reading.row;
    if ((row.contacts || row.runs || !row.input.empty()) && !reading.only_informs) return false;
    const bool open = !reading.unexplained.empty();
    if (open && (reading.unexplained.size() > reading.may_be_options || !any_word_is_harmless(row))) return false;
    return std::ranges::all_of(reading.uses, [&](const WordUse& use) {
        return is_harmless_role(use.meaning) || (judge != nullptr && judge(use.meaning, use.word));
    });
}

}  // namespace postern::programs
