#include "programs/reading.h"

#include "base/ascii.h"
#include "base/text.h"
#include "programs/operands.h"

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

bool is_destination(const WordUse& use) {
    return use.meaning.kind == kDestination;
}

// Returns the name of the option that is written in full or begins like this.
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
    return option.brings_code || role == runs || role == shell || role == code || role == code_file || role == loads ||
           role == setting;
}

// Returns true for an option without a value with which something runs that no word names.
bool may_run_unnamed(const OptionRow& option) {
    const bool program = option.value.role == WordRole::runs || option.value.role == WordRole::shell;
    return option.brings_code || (program && option.takes == Takes::glued);
}

// Returns "gcc" for x86_64-linux-gnu-gcc: compilers for another machine are called so.
std::string_view without_target(std::string_view name) {
    constexpr std::string_view kCompilers[] = {"gcc", "g++", "cpp", "ld", "c++", "cc"};
    const std::string_view last = name.substr(name.rfind('-') + 1);
    return std::ranges::find(kCompilers, last) == std::end(kCompilers) ? name : last;
}

class Reader {
public:
    Reader(std::span<const Word> words, const Row& row, std::string_view name, ReadMode mode)
        : words_(words), row_(&row), key_(name), mode_(mode) {
        reading_.row = row_;
        reading_.uses.reserve(words.size());
    }

    Reading run() {
        while (row_->sub && enter_subcommand()) {
        }
        if (row_->sub) return finish();  // no subcommand, or one that the book does not have
        take_leading_operand();
        scan();
        give_roles(words_, operands_, mode_, reading_);
        use_working_directory();
        return finish();
    }

private:
    Reading finish() {
        reading_.operands = std::move(operands_);
        reading_.destroys = reading_.destroys || (row_->destroys && !reading_.only_informs);
        return std::move(reading_);
    }

    // Reads the options before the subcommand and goes on with its row. Returns false if there is none.
    bool enter_subcommand() {
        free_operands_ = 0;
        scan();
        if (operands_.empty()) return false;
        const std::size_t index = operands_.front();
        const std::string key = key_ + '/' + words_[index].text;
        const Row* row = words_[index].literal() ? find_row(key) : nullptr;
        if (row == nullptr && row_->begins && words_[index].literal()) row = find_beginning(key);
        if (row == nullptr) {
            read_unknown_subcommand(index);
            return false;
        }
        key_ = key;
        operands_.clear();
        reading_.uses.push_back({.word = words_[index], .index = index});
        outer_.push_back(row_);
        reading_.row = row_ = row;
        reading_.subcommand = index;
        reading_.subcommands.push_back(index);
        at_ = index + 1;
        ended_ = false;
        free_operands_ = row_->free_operands;
        return true;
    }

    // Behind a subcommand that the book does not have, nothing is explained. Options of the program may still stand there.
    void read_unknown_subcommand(std::size_t index) {
        operands_.resize(1);
        at_ = index + 1;
        ended_ = false;
        free_operands_ = 255;
        scan();
        for (std::size_t i = index; i < words_.size(); ++i) reading_.unexplained.push_back(i);
        std::ranges::sort(reading_.unexplained);
        const auto again = std::ranges::unique(reading_.unexplained);
        reading_.unexplained.erase(again.begin(), again.end());
    }

    void scan() {
        if (row_->bundle && at_ < words_.size() && is_bundle(words_[at_])) cluster(0);
        while (at_ < words_.size() && !ended_) word();
        for (; at_ < words_.size(); ++at_) operands_.push_back(at_);
    }

    void take_leading_operand() {
        if (!has_leading_operand(*row_) || at_ >= words_.size() || words_[at_].text.starts_with('-')) return;
        reading_.uses.push_back({.meaning = row_->operands.front().meaning, .word = words_[at_], .index = at_});
        ++at_;
    }

    static bool is_bundle(const Word& word) { return word.literal() && !word.text.empty() && word.text.front() != '-'; }

    void word() {
        const std::string_view text = words_[at_].text;
        if (words_[at_].starts_dynamic() && !row_->plain) reading_.unsure.push_back(at_);
        if (row_->plain) {
            operands_.push_back(at_++);
        } else if (text == "--" && !row_->expr) {
            reading_.after_dashes = ++at_;
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
        if (free_operands_ != 255 && operands_.size() >= free_operands_) {
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
        if (row_->single && name.size() > 1 && !has_hole(name)) {
            const auto find = [&](const Row& row) { return find_long(row, name); };
            if (find(*row_) != nullptr || (row_->sub && option_of_subcommand(find) != nullptr)) return long_option(1);
        }
        if (row_->numbers && text.find_first_not_of("0123456789", 1) == std::string_view::npos) {
            ++at_;
            return;
        }
        cluster(1);
    }

    // Returns the option that `find` finds in the row, or in that of a program around the subcommand. Most take their own
    // options behind it, too, but that explains nothing.
    template <class Find>
    const OptionRow* known_option(std::size_t index, Find find) {
        if (const OptionRow* const option = find(*row_)) return option;
        uncertain_ = true;
        if (reading_.unlisted.empty() || reading_.unlisted.back() != index) unlisted(index);
        for (auto row = outer_.rbegin(); row != outer_.rend(); ++row) {
            if (const OptionRow* const option = find(**row)) return option;
        }
        return row_->sub ? option_of_subcommand(find) : nullptr;
    }

    void unlisted(std::size_t index) {
        reading_.unexplained.push_back(index);
        reading_.unlisted.push_back(index);
        const bool wants = mode_.unlisted == UnlistedOptions::valued && at_ < words_.size() &&
                           words_[index].text.find('=') == std::string::npos;
        if (wants && !words_[at_].text.starts_with('-')) reading_.unexplained.push_back(at_++);
    }

    // Returns an option that some subcommand has and that can bring code: many programs take it before the subcommand, too.
    template <class Find>
    const OptionRow* option_of_subcommand(Find find) {
        for (const Row* const row : subcommands_of(key_)) {
            const OptionRow* const option = find(*row);
            if (option != nullptr && may_bring_code(*option)) return option;
        }
        return nullptr;
    }

    void long_option(std::size_t dashes) {
        uncertain_ = false;
        const std::size_t index = at_++;
        const std::string_view text = words_[index].text;
        const std::size_t equals = text.find('=', dashes);
        const std::string_view written = text.substr(dashes, equals - dashes);
        const bool with_value = equals != std::string_view::npos;
        if (has_hole(written)) {
            reading_.unsure.push_back(index);
            return reading_.unexplained.push_back(index);
        }
        if (row_->settings && with_value && find_long(*row_, written) == nullptr) return;
        const OptionRow* const option = known_option(index, [&](const Row& row) { return find_long(row, written); });
        reading_.options.push_back({option, option == nullptr ? written : full_name(*option, written), index});
        peeked_ = 0;
        if (option == nullptr) return;
        if (option->can_be_negated && written.starts_with("no-")) {  // takes the option back, and no value
            reading_.options.pop_back();
            return;
        }
        if (with_value && option->takes == Takes::nothing && option->value.role != WordRole::informs) {
            return reading_.unexplained.push_back(index);
        }
        if (with_value) {
            take(*option, part_of(words_[index], equals + 1), index);
        } else {
            take_next(*option);
        }
    }

    // Reads the letters of the word from `from` on. A value is the rest of the word, or the next one. What the letters
    // behind an unknown one mean is uncertain.
    void cluster(std::size_t from) {
        uncertain_ = false;
        peeked_ = 0;
        const std::size_t index = at_++;
        const std::string_view text = words_[index].text;
        for (std::size_t i = from; i < text.size(); ++i) {
            if (text[i] == kHole) {
                reading_.unsure.push_back(index);
                return reading_.unexplained.push_back(index);
            }
            const OptionRow* const option =
                known_option(index, [&](const Row& row) { return find_short(row, text[i]); });
            reading_.options.push_back({option, text.substr(i, 1), index});
            if (option == nullptr && row_->single) {  // no letters, but a long name that the row does not have
                if (has_hole(text)) reading_.unsure.push_back(index);
                return;
            }
            if (option == nullptr) continue;
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
        if (uncertain_) return peek(option);
        if (option.takes == Takes::to_semicolon) return take_to_semicolon(option);
        const bool both = option.takes == Takes::both_values;
        const bool wants = option.takes == Takes::value || option.takes == Takes::two_values || both;
        if (!wants && may_run_unnamed(option)) reading_.unexplained.push_back(reading_.options.back().index);
        if (!wants) return note(option);
        if (both && at_ < words_.size()) take(option, words_[at_], at_);
        if ((both || option.takes == Takes::two_values) && at_ < words_.size()) ++at_;
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
        if (at_ < words_.size()) reading_.options.back().value = words_[at_];
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

    // Notes the value of an uncertain option. The word keeps its own meaning.
    void peek(const OptionRow& option) {
        const bool wants =
            option.takes != Takes::nothing && option.takes != Takes::glued && option.takes != Takes::digits;
        if (wants && at_ + peeked_ < words_.size()) reading_.options.back().value = words_[at_ + peeked_++];
    }

    void take(const OptionRow& option, Word value, std::size_t index) {
        reading_.options.back().value = value;
        if (uncertain_) return;
        if (option.open) reading_.unexplained.push_back(index);
        if (option.open) return note(option);
        reading_.uses.push_back(
            {.meaning = option.value, .word = std::move(value), .index = index, .option = first_name(option)});
        note(option);
    }

    void note(const OptionRow& option) {
        reading_.given.push_back(&option);
        if (option.value.role == WordRole::informs && operands_.empty()) reading_.only_informs = true;
        reading_.destroys = reading_.destroys || option.destroys;
        if (option.makes) making_ = Meaning{.role = WordRole::writes, .tree = option.operands && option.operands->tree};
        if (option.ends) ended_ = true;
        if (option.operands) {
            const bool tree = all_operands_ && all_operands_->tree;
            all_operands_ = option.operands;
            all_operands_->tree = all_operands_->tree || tree;
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

    std::span<const Word> words_;
    const Row* row_;
    std::string key_;                  // the name of the row
    std::vector<const Row*> outer_{};  // of the program and its subcommands, before `row_`
    std::size_t at_ = 1;
    std::uint8_t free_operands_ = row_->free_operands;
    Reading reading_{};
    std::vector<std::size_t> operands_{};
    std::optional<Meaning> all_operands_{};
    bool ended_ = false;
    std::optional<Meaning> making_{};  // an option that decides about files made here
    bool uncertain_ = false;  // the option is of a row around the subcommand, or stands behind an unknown letter
    std::size_t peeked_ = 0;  // words that uncertain options may take
    ReadMode mode_;
};

}  // namespace

std::string_view program_of(const Word& word, ProgramPlaces places) {
    const std::string_view name = places == ProgramPlaces::any ? base_name(word.text) : name_of(word.text);
    return has_hole(name) ? std::string_view{} : name;
}

Reading read_as(std::span<const Word> words, std::string_view name, ReadMode mode) {
    std::string_view known = name;
    const Row* row = find_row(known);
    if (row == nullptr) row = find_row(known = without_version(name));
    if (row == nullptr) row = find_row(known = without_target(known));
    if (row != nullptr) return Reader(words, *row, known, mode).run();
    Reading none;
    for (std::size_t i = 1; i < words.size(); ++i) none.unexplained.push_back(i);
    return none;
}

Reading read(std::span<const Word> words, ProgramPlaces places) {
    return words.empty() ? Reading{} : read_as(words, program_of(words.front(), places), {});
}

bool gives(const Reading& reading, std::string_view option) {
    return std::ranges::any_of(reading.given, [&](const OptionRow* row) { return first_name(*row) == option; });
}

Reading read_outer(std::span<const Word> words, ProgramPlaces places, UnlistedOptions unlisted) {
    return words.empty() ? Reading{} : read_as(words, program_of(words.front(), places), {kOuterOnly, unlisted});
}

std::vector<std::size_t> act_of(const Reading& reading) {
    std::vector<std::size_t> act = reading.subcommands;
    if (reading.row == nullptr || reading.operands.empty()) return act;
    const std::vector<OperandRow>& operands = reading.row->operands;
    const bool names_tasks = act.empty() && reading.row->runs && !operands.empty() && operands.front().repeats &&
                             operands.front().meaning.role == WordRole::data;
    if (reading.row->sub || names_tasks) act.push_back(reading.operands.front());
    return act;
}

}  // namespace postern::programs
