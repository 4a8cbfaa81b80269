#include "programs/operands.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace postern::programs {
namespace {

bool is_command(const Meaning& meaning) {
    return meaning.role == WordRole::command || meaning.role == WordRole::shell_words;
}

// Tells whether the word is NAME=VALUE with a name known in full.
bool is_assignment(const Word& word) {
    const std::string_view name = std::string_view(word.text).substr(0, word.text.find('='));
    return name.size() < word.text.size() && !name.empty() && name.find(kHole) == std::string_view::npos;
}

class OperandReader {
public:
    OperandReader(std::span<const Word> words, ReadMode mode, Reading& reading)
        : words_(words), mode_(mode), row_(*reading.row), reading_(reading) {
        for (const OptionRow* option : reading_.given) {
            if (option->operands) {
                const bool tree = all_operands_ && all_operands_->tree;
                all_operands_ = option->operands;
                all_operands_->tree = all_operands_->tree || tree;
            }
            command_given_ = command_given_ || is_command(option->value);
        }
    }

    void run(std::span<const std::size_t> operands) {
        if (read_module()) return;
        std::vector<OperandRow> roles = remaining_roles();
        operands = operands.subspan(take_assignments(roles, operands));
        for (std::size_t i = 0; i < operands.size(); ++i) {
            const OperandRow* const role = role_of(roles, i, operands.size());
            const WordRole given = give(operands[i], role);
            if (given == WordRole::command) return read_inner(operands[i], role->meaning);
            if (given == WordRole::shell_words) return leave_open(operands[i] + 1);
        }
        reading_.starts_shell = !command_given_ && !reading_.only_informs && wants_command();
    }

private:
    // Returns the roles without those of operands that an option gave, or that stand before the options.
    [[nodiscard]] std::vector<OperandRow> remaining_roles() const {
        std::vector<OperandRow> out;
        const bool has_destination = std::ranges::any_of(  // by an option
            reading_.uses, [](const WordUse& use) { return use.meaning.kind == kDestination; });
        for (std::size_t i = 0; i < row_.operands.size(); ++i) {
            if (has_destination && row_.operands[i].meaning.kind == kDestination) continue;
            const bool replaced = std::ranges::any_of(
                reading_.given, [&](const OptionRow* option) { return option->stands_for == i + 1; });
            if (!replaced && !(i == 0 && has_leading_operand(row_))) out.push_back(row_.operands[i]);
        }
        return out;
    }

    // Returns the role of an operand: before the repeated one counted from the front, behind it from the back.
    static const OperandRow* role_of(const std::vector<OperandRow>& roles, std::size_t operand, std::size_t count) {
        const auto repeated = std::ranges::find_if(roles, &OperandRow::repeats);
        const auto front = static_cast<std::size_t>(repeated - roles.begin());
        const std::size_t back = repeated == roles.end() ? 0 : roles.size() - front - 1;
        if (operand < front) return &roles[operand];
        if (repeated == roles.end()) return nullptr;
        return count - operand <= back && count > front ? &roles[roles.size() - (count - operand)] : &*repeated;
    }

    // Takes the assignments before a command: `env A=1 ls`. Returns how many operands these are.
    std::size_t take_assignments(std::vector<OperandRow>& roles, std::span<const std::size_t> operands) {
        if (roles.size() < 2 || roles[0].meaning.role != WordRole::assignment || !roles[0].repeats ||
            roles[1].meaning.role != WordRole::command)
            return 0;
        std::size_t count = 0;
        for (; count < operands.size() && is_assignment(words_[operands[count]]); ++count) {
            give(operands[count], roles.data());
        }
        roles.erase(roles.begin());
        return count;
    }

    // Gives an operand its role, or that of an option or a key. Returns the role.
    WordRole give(std::size_t index, const OperandRow* role) {
        const Word& word = words_[index];
        const std::size_t equals = word.text.find('=');
        if (!row_.keys.empty() && equals != std::string::npos) {
            const auto key = std::ranges::find(row_.keys, std::string_view(word.text).substr(0, equals), &KeyRow::key);
            if (key != row_.keys.end()) {
                reading_.uses.push_back(
                    {.meaning = key->meaning, .word = part_of(word, equals + 1), .index = index, .option = key->key});
                return key->meaning.role;
            }
        }
        if (role == nullptr) {
            reading_.unexplained.push_back(index);
            return WordRole::data;
        }
        const bool sets = all_operands_ && all_operands_->role == WordRole::setting;
        const bool fixed = (role->meaning.role == WordRole::data && !sets) || role->meaning.role == WordRole::code ||
                           role->meaning.kind == kDestination || role->meaning.kind == kArchive;
        const Meaning meaning = all_operands_ && !fixed ? *all_operands_ : role->meaning;
        reading_.uses.push_back({.meaning = meaning, .word = word, .index = index});
        return meaning.role;
    }

    // Tells whether the program starts a shell if it is given no command.
    [[nodiscard]] bool wants_command() const {
        if (row_.operands.empty() || row_.operands.back().meaning.role != WordRole::command) return false;
        return all_operands_ ? all_operands_->role == WordRole::command : row_.operands.back().optional;
    }

    // Reads the words of a command inside the call.
    void read_inner(std::size_t first, const Meaning& meaning) {
        if (mode_.inside < 0) return;
        if (mode_.inside == kMostInside) return leave_open(first + 1);
        std::string_view name = program_of(words_[first], ProgramPlaces::trusted);
        if (meaning.kind == "npm") name = name.substr(0, name.find('@', 1));  // `npx tsc@5`
        add(read_as(words_.subspan(first), name, {mode_.inside + 1}), first);
    }

    // Reads the words behind `-m MODULE` with the row of the module. Returns false if there is none.
    bool read_module() {
        const auto module = std::ranges::find_if(reading_.uses, [](const WordUse& use) {
            return use.meaning.role == WordRole::command && !use.option.empty();
        });
        if (module == reading_.uses.end() || mode_.inside == kOuterModule || mode_.inside == kMostInside) return false;
        const std::size_t index = module->index;
        const Row* const row = find_row(std::string(module->meaning.kind) + ':' + module->word.text);
        if (row == nullptr) return false;
        const int inside = mode_.inside == kOuterOnly ? kOuterModule : mode_.inside + 1;
        Reading inner = read_as(words_.subspan(index), first_name(*row), {inside, mode_.unlisted});
        if (inside < 0) reading_.row = inner.row;
        reading_.destroys = reading_.destroys || inner.destroys;
        add(std::move(inner), index);
        return true;
    }

    void add(Reading inner, std::size_t first) {
        for (WordUse& use : inner.uses) {
            use.index += first;
            reading_.uses.push_back(std::move(use));
        }
        for (const std::size_t index : inner.unexplained) reading_.unexplained.push_back(first + index);
        for (const std::size_t index : inner.unlisted) reading_.unlisted.push_back(first + index);
    }

    void leave_open(std::size_t first) {
        for (std::size_t i = first; i < words_.size(); ++i) reading_.unexplained.push_back(i);
    }

    std::span<const Word> words_;
    ReadMode mode_;
    const Row& row_;
    Reading& reading_;
    std::optional<Meaning> all_operands_{};
    bool command_given_ = false;
};

}  // namespace

bool has_leading_operand(const Row& row) noexcept {
    return row.operands.size() > 1 && row.operands[0].optional && row.operands[1].meaning.role == WordRole::command;
}

void give_roles(std::span<const Word> words, std::span<const std::size_t> operands, ReadMode mode, Reading& reading) {
    OperandReader(words, mode, reading).run(operands);
}

}  // namespace postern::programs
