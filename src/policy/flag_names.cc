#include "policy/flag_names.h"

#include "base/text.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace postern::policy {
namespace {

using programs::OptionRow;
using programs::Row;

struct Signal {
    std::string_view number;
    std::string_view name;
};
constexpr auto kSignals = std::to_array<Signal>({{"1", "HUP"},
                                                 {"2", "INT"},
                                                 {"3", "QUIT"},
                                                 {"6", "ABRT"},
                                                 {"9", "KILL"},
                                                 {"15", "TERM"},
                                                 {"18", "CONT"},
                                                 {"19", "STOP"}});

std::string_view signal_number(std::string_view written) {
    if (written.starts_with("SIG")) written.remove_prefix(3);
    for (const Signal& s : kSignals) {
        if (written == s.number || written == s.name) return s.number;
    }
    return {};
}

// Appends the long names of an option, and of those that it stands for; its letters if it has no long name.
void append_all(const OptionRow& option, std::vector<std::string>& names) {
    const std::size_t before = names.size();
    for (const std::string_view name : split(option.names, ',')) {
        if (name.size() > 1) names.emplace_back(2, '-').append(name);
    }
    for (const std::string_view name : split(option.includes, '+')) names.emplace_back(2, '-').append(name);
    if (names.size() > before) return;
    for (const std::string_view letter : split(option.names, ',')) names.emplace_back(1, '-').append(letter);
}

// Calls `each` with every long name, and with those that take an option back.
template <class Function>
void for_each_long_name(const Row& row, Function each) {
    for (const OptionRow& option : row.options) {
        for (const std::string_view name : split(option.names, ',')) {
            if (name.size() < 2) continue;
            each(option, std::string(name), true);
            if (option.can_be_negated) each(option, "no-" + std::string(name), false);
        }
    }
}

}  // namespace

FlagNames::FlagNames(std::string_view program, std::span<const std::string_view> operands) {
    const auto known = [](std::string_view name) {
        const Row* const row = programs::find_row(name);
        return row != nullptr ? row : programs::find_row(without_version(name));
    };
    std::string key(program);
    const Row* row = known(program);
    for (const std::string_view operand : operands) {
        if (row == nullptr) break;
        rows_.insert(rows_.begin(), row);
        if (!row->sub) return;
        row = programs::find_row(key += '/' + std::string(operand));
    }
    if (row != nullptr) rows_.insert(rows_.begin(), row);
}

const OptionRow* FlagNames::find_letter(char letter) const noexcept {
    for (const Row* const row : rows_) {
        if (const OptionRow* const option = find_short(*row, letter)) return option;
    }
    return nullptr;
}

bool FlagNames::splits(std::string_view argument) const noexcept {
    if (!rows_.empty()) return !rows_.front()->single;
    // Options of programs that are not in the book are split only if they look like a cluster.
    return argument.size() <= 5 &&
           std::ranges::all_of(argument.substr(1), [](unsigned char c) { return std::isalpha(c) != 0; });
}

void FlagNames::append_long(std::string_view written, std::vector<std::string>& names) const {
    bool exact = false;
    for (const Row* const row : rows_) {
        for_each_long_name(*row,
                           [&](const OptionRow&, const std::string& name, bool) { exact = exact || name == written; });
    }
    for (const Row* const row : rows_) {
        for_each_long_name(*row, [&](const OptionRow& option, const std::string& name, bool itself) {
            if (exact ? name != written : !may_abbreviate("--" + std::string(written), "--" + name)) return;
            if (itself) {
                append_all(option, names);
            } else {
                names.push_back("--" + name);
            }
        });
    }
}

void FlagNames::append_letters(std::string_view letters, std::vector<std::string>& names) const {
    for (const char letter : letters) {
        const OptionRow* const option = find_letter(letter);
        if (option == nullptr) {
            names.emplace_back(1, '-') += letter;
            continue;
        }
        append_all(*option, names);
        if (option->takes != programs::Takes::nothing) break;
    }
}

void FlagNames::append_names(std::string_view argument, std::vector<std::string>& names) const {
    if (argument.starts_with("--")) {
        const std::string_view name = argument.substr(2, std::min(argument.find('='), argument.size()) - 2);
        names.emplace_back(2, '-').append(name);
        append_long(name, names);
        return;
    }
    // A program that has one signal as an option has all of them, by name and by number.
    const bool signals = !rows_.empty() && rows_.front()->single && find_long(*rows_.front(), "KILL") != nullptr;
    if (signals && !signal_number(argument.substr(1)).empty()) {
        names.emplace_back(1, '-').append(signal_number(argument.substr(1)));
        return;
    }
    if (argument.size() > 2 && !splits(argument)) {
        names.emplace_back(argument);
        if (!rows_.empty()) append_long(argument.substr(1, std::min(argument.find('='), argument.size()) - 1), names);
        return;
    }
    append_letters(argument.substr(1), names);
}

bool may_abbreviate(std::string_view written, std::string_view name) noexcept {
    return written == name || (written.size() >= 4 && written.starts_with("--") && name.starts_with(written));
}

}  // namespace postern::policy
