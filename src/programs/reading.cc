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

class Reader {
public:
    Reader(std::span<const Word> words, const Row& row, std::size_t at, ReadMode mode)
        : words_(words), row_(&row), at_(at), mode_(mode) {
        reading_.row = row_;
    }

    Reading run(std::string key) {
        while (row_->sub && enter_subcommand(key)) {
        }
        if (row_->sub) return finish();  // no subcommand, or one that the book does not have
        take_leading_operand();
        scan();
        give_roles(words_, operands_, mode_, reading_);
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
        const Row* row = words_[index].literal() ? find_row(key) : nullptr;
        if (row == nullptr && row_->begins && words_[index].literal()) row = find_beginning(key);
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

    void take_leading_operand() {
        if (!has_leading_operand(*row_) || at_ >= words_.size() || words_[at_].text.starts_with('-')) return;
        reading_.uses.push_back({.meaning = row_->operands.front().meaning, .word = words_[at_], .index = at_});
        ++at_;
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
            if (!(row_->settings && with_value && !has_hole(written))) unlisted(index, with_value);
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
            if (option == nullptr) return unlisted(index, false);
            const bool valued = option->takes == Takes::value || option->takes == Takes::glued;
            if (valued && from > 0 && i + 1 < text.size()) {
                return take(*option, part_of(words_[index], text[i + 1] == '=' ? i + 2 : i + 1), index);
            }
            take_next(*option);
            while (option->takes == Takes::digits && i + 1 < text.size() && is_digit(text[i + 1])) ++i;
        }
    }

    void unlisted(std::size_t index, bool with_value) {
        reading_.unexplained.push_back(index);
        reading_.unlisted.push_back(index);
        const bool wants = mode_.unlisted == UnlistedOptions::valued && !with_value && at_ < words_.size();
        if (wants && !words_[at_].text.starts_with('-')) reading_.unexplained.push_back(at_++);
    }

    // Takes the words after the option as its value, as far as it wants any.
    void take_next(const OptionRow& option) {
        if (option.takes == Takes::to_semicolon) return take_to_semicolon(option);
        const bool both = option.takes == Takes::both_values;
        const bool wants = option.takes == Takes::value || option.takes == Takes::two_values || both;
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
        if (option.ends) ended_ = true;
    }

    std::span<const Word> words_;
    const Row* row_;
    std::size_t at_;
    Reading reading_{};
    std::vector<std::size_t> operands_{};
    bool ended_ = false;
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
    if (row != nullptr) return Reader(words, *row, 1, mode).run(std::string(known));
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

}  // namespace postern::programs
