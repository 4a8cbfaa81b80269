#include "programs/reading.h"

#include "base/ascii.h"
#include "base/text.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace postern::programs {
namespace {

bool has_hole(std::string_view text) {
    return text.find(kHole) != std::string_view::npos;
}

// Tells whether a word in the place of an operand may turn out to be an option.
bool may_be_option(const Word& word) {
    const bool several = word.splits && (word.dynamic & ~kGlob) != 0;  // names that a glob finds begin as it does
    return (word.starts_dynamic() && word.base == Base::none) || (several && has_hole(word.text));
}

// Returns the name of a program that is found by PATH or lies where PATH leads. Any other file may be anything, whatever
// its name is.
std::string_view name_of(std::string_view word) {
    const std::string_view name = base_name(word);
    const std::string_view directory = word.substr(0, word.size() - name.size());
    for (const std::string_view known : {"", "/bin/", "/usr/bin/", "/sbin/", "/usr/sbin/", "/usr/local/bin/"}) {
        if (directory == known) return name;
    }
    return {};
}

// Tells whether the word is NAME=VALUE.
bool is_assignment(const Word& word) {
    const std::size_t equals = word.text.find('=');
    if (equals == std::string::npos || equals == 0 || is_digit(word.text.front())) return false;
    return std::ranges::all_of(std::string_view(word.text).substr(0, equals),
                               [](char c) { return is_letter(c) || is_digit(c) || c == '_'; });
}

bool is_destination(const WordUse& use) {
    return use.meaning.kind == kDestination;
}

class Reader {
public:
    Reader(std::span<const Word> words, const Row& row, std::size_t at) : words_(words), row_(&row), at_(at) {
        reading_.row = row_;
    }

    Reading run(std::string key) {
        while (row_->sub && enter_subcommand(key)) {
        }
        if (row_->sub) return finish();  // no subcommand, or one that the book does not have
        scan();
        give_roles();
        use_working_directory();
        return finish();
    }

private:
    Reading finish() {
        reading_.destroys = reading_.destroys || (row_->destroys && !reading_.only_informs);
        return std::move(reading_);
    }

    // Reads the options before the subcommand and goes on with its row. Returns false if there is none.
    bool enter_subcommand(std::string& key) {
        scan();
        if (operands_.empty()) return false;
        const std::size_t index = operands_.front();
        operands_.clear();
        (key += '/') += words_[index].text;
        const Row* const row = words_[index].literal() ? find_row(key) : nullptr;
        if (row == nullptr) {
            for (std::size_t i = index; i < words_.size(); ++i) reading_.unexplained.push_back(i);
            return false;
        }
        reading_.uses.push_back({.word = words_[index], .index = index});
        reading_.row = row_ = row;
        reading_.subcommand = index;
        at_ = index + 1;
        ended_ = false;
        return true;
    }

    void scan() {
        if (row_->bundle && at_ < words_.size() && is_bundle(words_[at_])) cluster(0);
        while (at_ < words_.size() && !ended_) word();
        for (; at_ < words_.size(); ++at_) operands_.push_back(at_);
    }

    static bool is_bundle(const Word& word) { return word.literal() && !word.text.empty() && word.text.front() != '-'; }

    void word() {
        const std::string_view text = words_[at_].text;
        if (row_->plain) {
            operands_.push_back(at_++);
        } else if (text == "--" && !row_->expr) {
            ++at_;
            ended_ = true;
        } else if (text.size() > 2 && text.starts_with("--")) {
            long_option(2);
        } else if (text.size() > 1 && text.front() == '-') {
            dashed();
        } else if (row_->plus && text.size() > 1 && text.front() == '+') {
            cluster(1);
        } else {
            operand();
        }
    }

    // Tells whether a lone `-` here only ends the options, as it does for shells.
    [[nodiscard]] bool is_end_for_shell() const {
        if (words_[at_].text != "-" || !operands_.empty() || row_->operands.empty()) return false;
        const Meaning& first = row_->operands.front().meaning;
        return first.role == WordRole::code_file && first.kind.ends_with("sh");
    }

    void operand() {
        if (is_end_for_shell()) {
            ++at_;
            ended_ = true;
            return;
        }
        if (row_->free_operands != 255 && operands_.size() >= row_->free_operands) {
            ended_ = true;
            return;
        }
        const bool stands_for_more = row_->atfile && words_[at_].text.starts_with('@');
        const bool open = may_be_option(words_[at_]);
        if (open || stands_for_more) reading_.unexplained.push_back(at_);
        if (open) ++reading_.may_be_options;
        operands_.push_back(at_++);
    }

    void dashed() {
        const std::string_view text = words_[at_].text;
        const std::string_view name = text.substr(1, text.find('=') - 1);
        if (row_->single && name.size() > 1 && !has_hole(name) && find_long(*row_, name) != nullptr) {
            return long_option(1);
        }
        if (row_->numbers && text.find_first_not_of("0123456789", 1) == std::string_view::npos) {
            ++at_;
            return;
        }
        cluster(1);
    }

    void long_option(std::size_t dashes) {
        const std::size_t index = at_++;
        const std::string_view text = words_[index].text;
        const std::size_t equals = text.find('=', dashes);
        const std::string_view written = text.substr(dashes, equals - dashes);
        const OptionRow* const option = has_hole(written) ? nullptr : find_long(*row_, written);
        const bool with_value = equals != std::string_view::npos;
        if (option == nullptr) {
            if (!(row_->settings && with_value && !has_hole(written))) reading_.unexplained.push_back(index);
            return;
        }
        if (option->can_be_negated && written.starts_with("no-")) return;  // takes the option back, and no value
        if (with_value && option->takes == Takes::nothing && option->value.role != WordRole::informs) {
            reading_.unexplained.push_back(index);
            return;
        }
        if (with_value) {
            take(*option, part_of(words_[index], equals + 1), index);
        } else {
            take_next(*option);
        }
    }

    // Reads the letters of the word from `from` on. A value is the rest of the word, or the next one.
    void cluster(std::size_t from) {
        const std::size_t index = at_++;
        const std::string_view text = words_[index].text;
        for (std::size_t i = from; i < text.size(); ++i) {
            const OptionRow* const option = text[i] == kHole ? nullptr : find_short(*row_, text[i]);
            if (option == nullptr) {
                reading_.unexplained.push_back(index);
                return;
            }
            const bool valued = option->takes == Takes::value || option->takes == Takes::glued;
            if (valued && from > 0 && i + 1 < text.size()) {
                return take(*option, part_of(words_[index], text[i + 1] == '=' ? i + 2 : i + 1), index);
            }
            take_next(*option);
            while (option->takes == Takes::digits && i + 1 < text.size() && is_digit(text[i + 1])) ++i;
        }
    }

    // Takes the words after the option as its value, as far as it wants any.
    void take_next(const OptionRow& option) {
        if (option.takes == Takes::to_semicolon) return take_to_semicolon(option);
        const bool wants = option.takes == Takes::value || option.takes == Takes::two_values;
        if (!wants) return note(option);
        if (option.takes == Takes::two_values && at_ < words_.size()) ++at_;
        if (at_ >= words_.size()) return note(option);
        const std::size_t value = at_++;
        // An expansion that is not quoted may be no word at all, or several. A value that looks like an option is one to
        // some programs.
        const std::string_view text = words_[value].text;
        const bool looks_like_option = text.size() > 1 && text.front() == '-';
        if ((words_[value].splits && has_hole(text)) || looks_like_option) reading_.unexplained.push_back(value);
        take(option, words_[value], value);
    }

    void take_to_semicolon(const OptionRow& option) {
        note(option);
        for (bool first = true; at_ < words_.size(); first = false) {
            const std::string_view text = words_[at_].text;
            if (text == ";" || (text == "+" && words_[at_ - 1].text == "{}")) {
                ++at_;
                return;
            }
            reading_.uses.push_back({.meaning = first ? option.value : Meaning{}, .word = words_[at_], .index = at_});
            ++at_;
        }
    }

    void take(const OptionRow& option, Word value, std::size_t index) {
        reading_.uses.push_back(
            {.meaning = option.value, .word = std::move(value), .index = index, .option = first_name(option)});
        note(option);
    }

    void note(const OptionRow& option) {
        if (option.value.role == WordRole::informs && operands_.empty()) reading_.only_informs = true;
        reading_.destroys = reading_.destroys || option.destroys;
        if (option.makes) making_ = Meaning{.role = WordRole::writes, .tree = option.operands && option.operands->tree};
        if (option.ends) ended_ = true;
        if (option.operands) {
            const bool tree = all_operands_ && all_operands_->tree;
            all_operands_ = option.operands;
            all_operands_->tree = all_operands_->tree || tree;
        }
        if (option.stands_for > 0) replaced_.push_back(option.stands_for);
    }

    // Gives each operand its role: those before the repeated one from the front, those behind it from the back.
    void give_roles() {
        std::vector<OperandRow> roles;
        const bool has_destination = std::ranges::any_of(reading_.uses, is_destination);  // by an option
        for (std::size_t i = 0; i < row_->operands.size(); ++i) {
            if (has_destination && row_->operands[i].meaning.kind == kDestination) continue;
            if (std::ranges::find(replaced_, i + 1) == replaced_.end()) roles.push_back(row_->operands[i]);
        }
        const auto repeated = std::ranges::find_if(roles, &OperandRow::repeats);
        const auto front = static_cast<std::size_t>(repeated - roles.begin());
        const std::size_t back = repeated == roles.end() ? 0 : roles.size() - front - 1;
        for (std::size_t i = 0; i < operands_.size(); ++i) {
            const std::size_t from_end = operands_.size() - i;
            const OperandRow* role = nullptr;
            if (i < front) {
                role = &roles[i];
            } else if (repeated != roles.end() && from_end <= back && operands_.size() > front) {
                role = &roles[roles.size() - from_end];
            } else if (repeated != roles.end()) {
                role = &*repeated;
            }
            const bool inner = role != nullptr && role->meaning.role == WordRole::command && !all_operands_;
            if (inner && is_assignment(words_[operands_[i]])) {  // `env A=1 ls`
                reading_.uses.push_back({.meaning = {WordRole::assignment, "variable"},
                                         .word = words_[operands_[i]],
                                         .index = operands_[i]});
                continue;
            }
            give(operands_[i], role);
            if (inner) return read_inner(operands_[i], role->meaning);
            if (role != nullptr && role->meaning.role == WordRole::shell_words) return leave_open(operands_[i] + 1);
        }
    }

    // Adds the working directory where it stands for something that no word names.
    void use_working_directory() {
        if (reading_.only_informs) return;
        const auto add = [&](const Meaning& meaning) {
            const Word directory{.text = ".", .span = words_.back().span};
            reading_.uses.push_back({.meaning = meaning, .word = directory, .index = words_.size() - 1});
        };
        const auto fills = [](const WordUse& use) { return use.meaning.role == WordRole::fills; };
        if (row_->makes.has_value() != making_.has_value() && std::ranges::none_of(reading_.uses, fills))
            add(row_->makes ? *row_->makes : *making_);
        if (!row_->here) return;
        const auto destination = std::ranges::find_if(reading_.uses, is_destination);
        if (destination != reading_.uses.end() && destination->option.empty() && operands_.size() == 1) {
            destination->meaning.kind = {};  // `ln -s ../x` makes ./x
            add({.role = WordRole::writes, .kind = kDestination});
        }
        const auto repeated = std::ranges::find_if(row_->operands, &OperandRow::repeats);
        if (repeated == row_->operands.end()) return;
        const Meaning meaning = all_operands_.value_or(repeated->meaning);
        const auto is_one = [&](const WordUse& use) { return use.option.empty() && use.meaning == meaning; };
        if (meaning.tree && std::ranges::none_of(reading_.uses, is_one)) add(meaning);
    }

    // Reads the words of a command inside the call. A module of an interpreter is no program of that name.
    void read_inner(std::size_t first, const Meaning& meaning) {
        if (!meaning.kind.empty()) return leave_open(first + 1);
        Reading inner = read(words_.subspan(first));
        for (WordUse& use : inner.uses) {
            use.index += first;
            reading_.uses.push_back(std::move(use));
        }
        for (const std::size_t index : inner.unexplained) reading_.unexplained.push_back(first + index);
    }

    void leave_open(std::size_t first) {
        for (std::size_t i = first; i < words_.size(); ++i) reading_.unexplained.push_back(i);
    }

    void give(std::size_t index, const OperandRow* role) {
        const Word& word = words_[index];
        const std::size_t equals = word.text.find('=');
        if (!row_->keys.empty() && equals != std::string::npos) {
            const auto key = std::ranges::find(row_->keys, std::string_view(word.text).substr(0, equals), &KeyRow::key);
            if (key != row_->keys.end()) {
                reading_.uses.push_back(
                    {.meaning = key->meaning, .word = part_of(word, equals + 1), .index = index, .option = key->key});
                return;
            }
        }
        if (role == nullptr) {
            reading_.unexplained.push_back(index);
            return;
        }
        const bool fixed = role->meaning.role == WordRole::data || role->meaning.role == WordRole::code ||
                           role->meaning.kind == kDestination || role->meaning.kind == kArchive;
        const Meaning meaning = all_operands_ && !fixed ? *all_operands_ : role->meaning;
        reading_.uses.push_back({.meaning = meaning, .word = word, .index = index});
    }

    std::span<const Word> words_;
    const Row* row_;
    std::size_t at_;
    Reading reading_{};
    std::vector<std::size_t> operands_{};
    std::vector<std::size_t> replaced_{};  // operands that an option gave
    std::optional<Meaning> all_operands_{};
    bool ended_ = false;
    std::optional<Meaning> making_{};  // an option that decides about files made here
};

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

Reading read(std::span<const Word> words, ProgramPlaces places) {
    Reading none;
    for (std::size_t i = 1; i < words.size(); ++i) none.unexplained.push_back(i);
    if (words.empty() || has_hole(words.front().text)) return none;
    const std::string_view name =
        places == ProgramPlaces::any ? base_name(words.front().text) : name_of(words.front().text);
    std::string_view known = name;
    const Row* row = find_row(known);
    if (row == nullptr) row = find_row(known = without_version(name));
    if (row == nullptr) return none;
    return Reader(words, *row, 1).run(std::string(known));
}

bool is_harmless(const Reading& reading, WordJudge judge) {
    if (reading.row == nullptr || reading.destroys) return false;
    const Row& row = *reading.row;
    if ((row.contacts || row.runs) && !reading.only_informs) return false;
    const bool open = !reading.unexplained.empty();
    if (open && (reading.unexplained.size() > reading.may_be_options || !any_word_is_harmless(row))) return false;
    return std::ranges::all_of(reading.uses, [&](const WordUse& use) {
        return is_harmless_role(use.meaning) || (judge != nullptr && judge(use.meaning, use.word));
    });
}

}  // namespace postern::programs
