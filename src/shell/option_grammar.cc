#include "shell/option_grammar.h"

#include "base/ascii.h"

#include <algorithm>
#include <utility>

namespace postern::shell {
namespace {

enum class Takes : std::uint8_t { unknown, nothing, value, glued, digits, two_values };

struct LongName {
    std::string_view name;
    Takes takes = Takes::unknown;
};

Takes short_takes(std::string_view shorts, char letter) {
    const std::size_t at = letter == ':' || letter == '#' ? std::string_view::npos : shorts.find(letter);
    if (at == std::string_view::npos) return Takes::unknown;
    if (shorts.substr(at + 1, 2) == "::") return Takes::glued;
    const std::string_view mark = shorts.substr(at + 1, 1);
    return mark == ":" ? Takes::value : mark == "#" ? Takes::digits : Takes::nothing;
}

LongName parsed(std::string_view entry) {
    const std::size_t equals = entry.find('=');
    const std::string_view name = entry.substr(0, equals);
    if (equals == std::string_view::npos) return {name, Takes::nothing};
    const std::string_view how = entry.substr(equals);
    return {name, how == "=?" ? Takes::glued : how == "==" ? Takes::two_values : Takes::value};
}

// Returns the long option written in full, else the first that begins like this. GNU programs accept any unambiguous
// beginning.
LongName long_name(const Grammar& grammar, std::string_view written) {
    LongName found;
    bool whole = false;
    for_each_name(grammar.longs, [&](std::string_view entry) {
        if (whole) return;
        const LongName candidate = parsed(entry);
        whole = candidate.name == written;
        if (whole || (found.takes == Takes::unknown && !grammar.exact && candidate.name.starts_with(written))) {
            found = candidate;
        }
    });
    return found;
}

using programs::part_of;

class Scanner {
public:
    Scanner(const Grammar& grammar, std::span<const Word> words, std::size_t begin)
        : grammar_(grammar), words_(words), at_(begin) {}

    Scan run() {
        if (grammar_.bundle && at_ < words_.size() && is_bundle(words_[at_])) cluster(at_, 0);
        while (at_ < words_.size() && !ended_) word();
        for (; at_ < words_.size(); ++at_) scan_.operands.push_back(at_);
        return std::move(scan_);
    }

private:
    static bool is_bundle(const Word& word) { return word.literal() && !word.text.empty() && word.text.front() != '-'; }

    void word() {
        const Word& word = words_[at_];
        const std::string_view text = word.text;
        if (word.starts_dynamic()) scan_.unsure.push_back(at_);
        if (text == "--") {
            scan_.after_dashes = ++at_;
            ended_ = true;
        } else if (text.size() > 2 && text.starts_with("--")) {
            long_option(2);
        } else if (text.size() > 1 && text.front() == '-') {
            dashed();
        } else if (grammar_.plus && text.size() > 1 && text.front() == '+') {
            cluster(at_, 1);
        } else {
            operand();
        }
    }

    void operand() {
        if (grammar_.free_operands != kAnyNumber && scan_.operands.size() >= grammar_.free_operands) {
            ended_ = true;
        } else {
            scan_.operands.push_back(at_++);
        }
    }

    void dashed() {
        const std::string_view text = words_[at_].text;
        if (grammar_.single_dash) {
            const std::string_view name = text.substr(1, text.find('=') - 1);
            for_each_name(grammar_.longs,
                          [&](std::string_view entry) { whole_ = whole_ || parsed(entry).name == name; });
            if (std::exchange(whole_, false)) return long_option(1);
        }
        if (grammar_.numbers && text.find_first_not_of("0123456789", 1) == std::string_view::npos) {
            scan_.options.push_back({.name = text.substr(1), .known = true, .value = {}, .index = at_++});
            return;
        }
        cluster(at_, 1);
    }

    void long_option(std::size_t dashes) {
        const std::size_t index = at_++;
        const std::string_view text = words_[index].text;
        const std::size_t equals = text.find('=', dashes);
        const std::string_view written = text.substr(dashes, equals - dashes);
        if (equals == std::string_view::npos || text.find(kHole) < equals) {
            if (text.find(kHole) != std::string_view::npos) scan_.unsure.push_back(index);
        }
        const LongName name = long_name(grammar_, written);
        Option option{.name = name.takes == Takes::unknown ? written : name.name,
                      .known = name.takes != Takes::unknown,
                      .has_value = equals != std::string_view::npos,
                      .value = {},
                      .index = index};
        if (option.has_value) option.value = part_of(words_[index], equals + 1);
        finish(std::move(option), name.takes);
    }

    // Reads the letters of words[index] from `from` on. Values come from the rest of the word or from the words after
    // it.
    void cluster(std::size_t index, std::size_t from) {
        const std::string_view text = words_[index].text;
        const bool bundled = from == 0;
        at_ = index + 1;
        for (std::size_t i = from; i < text.size(); ++i) {
            if (text[i] == kHole) {
                scan_.unsure.push_back(index);
                return;
            }
            const Takes takes = short_takes(grammar_.shorts, text[i]);
            Option option{.name = text.substr(i, 1), .known = takes != Takes::unknown, .value = {}, .index = index};
            const bool valued = takes == Takes::value || takes == Takes::glued;
            if (valued && !bundled && i + 1 < text.size()) {
                option.has_value = true;
                option.value = part_of(words_[index], i + 1);
                return finish(std::move(option), takes);
            }
            finish(std::move(option), takes);
            while (takes == Takes::digits && i + 1 < text.size() && is_digit(text[i + 1])) ++i;
        }
    }

    void finish(Option option, Takes takes) {
        const bool wants = takes == Takes::value || takes == Takes::two_values;
        if (wants && !option.has_value && at_ < words_.size()) {
            option.has_value = true;
            option.value = words_[at_++];
        }
        if (takes == Takes::two_values && at_ < words_.size()) ++at_;
        if (listed(grammar_.ends, option.name)) ended_ = true;
        scan_.options.push_back(std::move(option));
    }

    const Grammar& grammar_;
    std::span<const Word> words_;
    std::size_t at_;
    Scan scan_;
    bool ended_ = false;
    bool whole_ = false;
};

}  // namespace

Scan scan(const Grammar& grammar, std::span<const Word> words, std::size_t begin) {
    return Scanner(grammar, words, begin).run();
}

const Option* find_option(const Scan& scan, std::string_view names) noexcept {
    const auto found = std::ranges::find_if(scan.options, [&](const Option& o) { return listed(names, o.name); });
    return found == scan.options.end() ? nullptr : &*found;
}

}  // namespace postern::shell
