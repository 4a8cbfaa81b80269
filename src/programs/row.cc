#include "programs/row.h"

#include "base/ascii.h"
#include "base/text.h"
#include "programs/tables.h"

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <unordered_map>

namespace postern::programs {
namespace {

struct RoleName {
    std::string_view name;
    WordRole role;
};
constexpr auto kRoles = std::to_array<RoleName>({
    {"-", WordRole::data},          {"R", WordRole::reads},   {"R@", WordRole::lists},
    {"W", WordRole::writes},        {"M", WordRole::changes}, {"L", WordRole::walks},
    {"D", WordRole::fills},         {"CD", WordRole::enters}, {"@R", WordRole::sends},
    {"X", WordRole::runs},          {"S", WordRole::shell},   {"cmd", WordRole::command},
    {"sh", WordRole::shell_words},  {"C", WordRole::code},    {"F", WordRole::code_file},
    {"P", WordRole::loads},         {"K", WordRole::setting}, {"A", WordRole::assignment},
    {"U", WordRole::url},           {"H", WordRole::host},    {"HR", WordRole::remote_read},
    {"HW", WordRole::remote_write}, {"rest", WordRole::data}, {"any", WordRole::anything},
});

std::optional<Meaning> meaning_of(std::string_view text) {
    const bool tree = text.ends_with('/');
    if (tree) text.remove_suffix(1);
    const std::size_t colon = text.find(':');
    const auto* const found = std::ranges::find(kRoles, text.substr(0, colon), &RoleName::name);
    if (found == kRoles.end()) return std::nullopt;
    return Meaning{found->role, colon == text.npos ? std::string_view{} : text.substr(colon + 1), tree};
}

// Splits `text` before the first of the characters.
std::string_view cut(std::string_view& text, std::string_view at) {
    const std::size_t end = std::min(text.find_first_of(at), text.size());
    const std::string_view head = text.substr(0, end);
    text.remove_prefix(end);
    return head;
}

Takes take_arity(std::string_view& text) {
    constexpr std::pair<std::string_view, Takes> kArities[] = {{"=?", Takes::glued},        {"=#", Takes::digits},
                                                               {"==", Takes::two_values},   {"=2", Takes::both_values},
                                                               {"=;", Takes::to_semicolon}, {"=", Takes::value}};
    for (const auto& [sign, takes] : kArities) {
        if (!text.starts_with(sign)) continue;
        text.remove_prefix(sign.size());
        return takes;
    }
    return Takes::nothing;
}

std::optional<OptionRow> parse_option(std::string_view text) {
    OptionRow out;
    out.can_be_negated = text.starts_with('!') && text.size() > 1;
    if (out.can_be_negated) text.remove_prefix(1);
    std::string_view names = cut(text, "=>");
    for (; names.size() > 1 && std::string_view(".$^&%<").find(names.back()) != names.npos; names.remove_suffix(1)) {
        if (names.back() == '.') out.value.role = WordRole::informs;
        if (names.back() == '$') out.destroys = true;
        if (names.back() == '^') out.ends = true;
        if (names.back() == '&') out.makes = true;
        if (names.back() == '%') out.brings_code = true;
        if (names.back() == '<') out.reads_input = true;
    }
    const std::size_t plus = names.find('+', 1);
    if (plus != names.npos && plus + 1 < names.size() && names[plus + 1] != '+') {
        out.includes = names.substr(plus + 1);
        names = names.substr(0, plus);
    }
    out.names = names;
    if (names.empty() || names.front() == ',' || names.back() == ',' || names.find(",,") != names.npos)
        return std::nullopt;
    out.takes = take_arity(text);
    std::string_view role = cut(text, ">");
    if (!role.empty() && is_digit(role.back())) {
        out.stands_for = static_cast<std::uint8_t>(role.back() - '0');
        role.remove_suffix(1);
    }
    out.open = role == "!" && out.takes != Takes::nothing;
    if (out.takes != Takes::nothing && !out.open) {
        const auto meaning = meaning_of(role);
        if (!meaning) return std::nullopt;
        out.value = *meaning;
    } else if (!role.empty() && !out.open) {
        return std::nullopt;
    }
    if (text.empty()) return out;
    text.remove_prefix(1);
    out.operands = meaning_of(text);
    return out.operands ? std::optional(out) : std::nullopt;
}

std::optional<OperandRow> parse_operand(std::string_view text) {
    OperandRow out{.repeats = text.ends_with('*'), .optional = text.ends_with('?')};
    if (out.repeats || out.optional) text.remove_suffix(1);
    out.repeats = out.repeats || text.starts_with("cmd") || text == "sh" || text == "rest";
    const auto meaning = meaning_of(text);
    if (!meaning) return std::nullopt;
    out.meaning = *meaning;
    return out;
}

void parse_keys(std::string_view text, Row& row) {
    for (const std::string_view entry : split(text, ',')) {
        const std::size_t equals = entry.find('=');
        const auto meaning = equals == entry.npos ? std::nullopt : meaning_of(entry.substr(equals + 1));
        if (!meaning) {
            row.mistake = entry;
        } else {
            row.keys.push_back({entry.substr(0, equals), *meaning});
        }
    }
}

void take_habit(std::string_view habit, Row& row) {
    const std::pair<std::string_view, bool*> kFlags[] = {
        {"exact", &row.exact},     {"single", &row.single}, {"bundle", &row.bundle},     {"plus", &row.plus},
        {"numbers", &row.numbers}, {"sub", &row.sub},       {"settings", &row.settings}, {"plain", &row.plain},
        {"expr", &row.expr},       {"atfile", &row.atfile}, {"begins", &row.begins}};
    const auto* const flag = std::ranges::find(kFlags, habit, &std::pair<std::string_view, bool*>::first);
    if (flag != std::end(kFlags)) {
        *flag->second = true;
    } else if (habit == "posix" || habit == "one") {
        row.free_operands = habit == "one" ? 1 : 0;
    } else {
        row.mistake = habit;
    }
}

// Calls `each` with every comma-separated name until it returns true.
template <class Function>
bool any_name(std::string_view names, Function each) {
    while (!names.empty()) {
        const std::size_t end = std::min(names.find(','), names.size());
        if (each(names.substr(0, end))) return true;
        names.remove_prefix(std::min(end + 1, names.size()));
    }
    return false;
}

using Index = std::unordered_map<std::string_view, const ProgramRow*>;

// Lets a map of strings be asked with a view.
struct NameHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view name) const noexcept { return std::hash<std::string_view>{}(name); }
};

Index make_index() {
    Index index;
    for (const std::span<const ProgramRow> table : book()) {
        for (const ProgramRow& program : table) {
            for_each_name(program.names, [&](std::string_view name) { index.emplace(name, &program); });
        }
    }
    return index;
}

const ProgramRow* look_through_book(std::string_view name) {
    for (const std::span<const ProgramRow> table : book()) {
        for (const ProgramRow& program : table) {
            if (listed(program.names, name)) return &program;
        }
    }
    return nullptr;
}

// A short line asks for a few names, for which looking through the book costs less than an index of it.
const ProgramRow* find_program(std::string_view name) {
    constexpr std::size_t kFew = 16;
    static std::unordered_map<std::string, const ProgramRow*, NameHash, std::equal_to<>> asked;
    const auto known = asked.find(name);
    if (known != asked.end()) return known->second;
    if (asked.size() < kFew) return asked.emplace(name, look_through_book(name)).first->second;
    static const Index index = make_index();
    const auto found = index.find(name);
    return found == index.end() ? nullptr : found->second;
}

const Row* kept_row(const ProgramRow& program) {
    static std::unordered_map<const ProgramRow*, std::unique_ptr<const Row>> rows;
    std::unique_ptr<const Row>& row = rows[&program];
    if (!row) row = std::make_unique<const Row>(take_apart(program));
    return row.get();
}

bool holds(std::span<const ProgramRow> table, const Row& row) noexcept {
    return row.program >= &table.front() && row.program <= &table.back();
}

}  // namespace

Row take_apart(const ProgramRow& program) {
    Row row{.program = &program};
    for_each_name(program.habits, [&](std::string_view habit) { take_habit(habit, row); });
    if (row.sub) row.free_operands = 0;
    for_each_name(program.options, [&](std::string_view text) {
        auto option = parse_option(text);
        if (option) {
            row.options.push_back(*option);
        } else {
            row.mistake = text;
        }
    });
    for_each_name(program.operands, [&](std::string_view text) {
        if (text.starts_with('{') && text.ends_with('}')) return parse_keys(text.substr(1, text.size() - 2), row);
        const auto operand = parse_operand(text);
        if (operand) {
            row.operands.push_back(*operand);
        } else {
            row.mistake = text;
        }
    });
    for_each_name(program.more, [&](std::string_view word) {
        if (word == "destroys") {
            row.destroys = true;
        } else if (word == "contacts") {
            row.contacts = true;
        } else if (word == "runs") {
            row.runs = true;
        } else if (word == "carries") {
            row.carries = true;
        } else if (word == "here") {
            row.here = true;
        } else if (word == "makes" || word == "unpacks") {
            row.makes = {.role = WordRole::writes, .tree = word == "unpacks"};
        } else if (word.starts_with("input:")) {
            row.input = word.substr(6);
        } else {
            row.mistake = word;
        }
    });
    return row;
}

const Row* find_row(std::string_view name) {
    const ProgramRow* const program = find_program(name);
    return program == nullptr ? nullptr : kept_row(*program);
}

const Row* find_beginning(std::string_view beginning) {
    for (const std::span<const ProgramRow> table : book()) {
        for (const ProgramRow& program : table) {
            bool found = false;
            for_each_name(program.names, [&](std::string_view name) { found = found || name.starts_with(beginning); });
            if (found) return kept_row(program);
        }
    }
    return nullptr;
}

bool is_build_tool(const Row& row) noexcept {
    return holds(development_programs(), row) || holds(javascript_programs(), row);
}

bool is_system_tool(std::string_view program) {
    const Row* const row = find_row(program);
    return row != nullptr && holds(system_programs(), *row);
}

std::span<const Row* const> subcommands_of(const std::string& name) {
    static std::unordered_map<std::string, std::vector<const Row*>> known;
    const auto [found, is_new] = known.try_emplace(name);
    if (!is_new) return found->second;
    const std::string prefix = name + '/';
    for (const std::span<const ProgramRow> table : book()) {
        for (const ProgramRow& program : table) {
            std::string_view first;
            for_each_name(program.names, [&](std::string_view alias) {
                if (first.empty() && alias.starts_with(prefix)) first = alias;
            });
            if (!first.empty()) found->second.push_back(find_row(first));
        }
    }
    return found->second;
}

const OptionRow* find_long(const Row& row, std::string_view written) noexcept {
    const OptionRow* beginning = nullptr;
    bool several = false;
    const std::string_view taken_back = written.starts_with("no-") ? written.substr(3) : std::string_view{};
    for (const OptionRow& option : row.options) {
        const bool whole = any_name(option.names, [&](std::string_view name) {
            if (name.size() < 2) return false;
            if (name == written || (option.can_be_negated && name == taken_back)) return true;
            if (row.exact || !name.starts_with(written)) return false;
            several = several || (beginning != nullptr && beginning != &option);
            beginning = &option;
            return false;
        });
        if (whole) return &option;
    }
    return several ? nullptr : beginning;
}

const OptionRow* find_short(const Row& row, char letter) noexcept {
    const std::string_view wanted(&letter, 1);
    const auto has_letter = [&](const OptionRow& option) {
        return any_name(option.names, [&](std::string_view name) { return name == wanted; });
    };
    const auto found = std::ranges::find_if(row.options, has_letter);
    return found == row.options.end() ? nullptr : &*found;
}

}  // namespace postern::programs
