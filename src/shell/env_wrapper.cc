// Unwraps env: NAME=VALUE operands, and -S, which splits one word into many by rules of its own.
#include "shell/special_wrappers.h"

#include <optional>
#include <utility>

namespace postern::shell {
namespace {

constexpr Grammar kEnv{
    .shorts = "iu:C:S:v0a:",
    .longs =
        "ignore-environment unset= chdir= split-string= null argv0= debug block-signal=? default-signal=? "
        "ignore-signal=? list-signal-handling help version",
    .ends = "S split-string"};

// Splits text as `env -S` does: blanks separate, both quotes group, a backslash has its own list of escapes, `#` begins
// a comment.
class Splitter {
public:
    explicit Splitter(const Word& source) : source_(source), text_(source.text) {}

    // Returns the words, or nullopt if env would refuse the text.
    std::optional<std::vector<Word>> run() {
        for (at_ = 0; at_ < text_.size() && !stopped_; ++at_) {
            if (!step(text_[at_])) return std::nullopt;
        }
        if (quote_ != 0) return std::nullopt;
        flush();
        return std::move(words_);
    }

private:
    bool step(char c) {
        if (c == '\\' && (quote_ != '\'' || next_is("\\'"))) return escape();
        if (quote_ != 0 ? c == quote_ : c == '\'' || c == '"') {
            quote_ = quote_ != 0 ? '\0' : c;
            open_ = true;
        } else if (quote_ == 0 && (c == ' ' || (c >= '\t' && c <= '\r'))) {
            flush();
        } else if (quote_ == 0 && c == '#' && !open_) {
            stopped_ = true;
        } else if (c == '$' && quote_ != '\'') {
            return variable();
        } else {
            add(c);
        }
        return true;
    }

    bool next_is(std::string_view characters) const {
        return at_ + 1 < text_.size() && characters.find(text_[at_ + 1]) != std::string_view::npos;
    }

    bool escape() {
        if (at_ + 1 == text_.size()) return false;
        const char c = text_[++at_];
        static constexpr std::string_view kFrom = "fnrtv#$\\\"'";
        static constexpr std::string_view kTo = "\f\n\r\t\v#$\\\"'";
        if (c == 'c') {
            stopped_ = quote_ == 0;
            return stopped_;
        }
        if (c == '_') {
            if (quote_ == 0)
                flush();
            else
                add(' ');
            return true;
        }
        const std::size_t at = kFrom.find(c);
        if (at == std::string_view::npos) return false;
        add(kTo[at]);
        return true;
    }

    bool variable() {
        const std::size_t close = text_.find('}', at_);
        if (!next_is("{") || close == std::string_view::npos) return false;
        at_ = close;
        add(kHole);
        word_.dynamic = static_cast<std::uint8_t>(word_.dynamic | kParameter);
        return true;
    }

    void add(char c) {
        open_ = true;
        word_.text += c;
        if (c == kHole) word_.dynamic = static_cast<std::uint8_t>(word_.dynamic | source_.dynamic);
    }

    void flush() {
        if (open_) {
            word_.span = source_.span;
            word_.splits = source_.splits || (has_hole(word_.text) && word_.dynamic == source_.dynamic);
            words_.push_back(std::move(word_));
        }
        word_ = {};
        open_ = false;
    }

    const Word& source_;
    std::string_view text_;
    std::size_t at_ = 0;
    std::vector<Word> words_;
    Word word_;
    char quote_ = '\0';
    bool open_ = false;
    bool stopped_ = false;
};

void report_unsure(Invocation& call, const Scan& scan, const std::vector<Word>& words) {
    for (const std::size_t index : scan.unsure) {
        call.doubt(Doubt::option, "a word known only at run time could be an option of env", words[index]);
    }
    for (const Option& option : scan.options) {
        if (option.has_value && may_split(option.value))
            call.doubt(Doubt::option, "the value of an option of env may become several words", option.value);
        if (!option.known) call.doubt(Doubt::option, "env has an option that is not known here", words[option.index]);
    }
}

}  // namespace

void unwrap_env(Invocation& call) {
    std::vector<Word> split_words;
    const std::vector<Word>* current = &call.words;  // copied only if -S changes the words: chains of env are long
    constexpr int kRounds = 8;                       // limit for `env -S` inside `env -S`
    for (int round = 0; round < kRounds; ++round) {
        const std::vector<Word>& words = *current;
        const Scan scan = shell::scan(kEnv, words);
        report_unsure(call, scan, words);
        if (find_option(scan, "help version")) return;
        const Option* split = find_option(scan, "S split-string");
        if (!split) {
            std::size_t next = 0;
            std::vector<Assignment> assignments;
            // env takes any word with a `=` for an assignment, whatever the name.
            while (next < scan.operands.size() && (words[scan.operands[next]].text.find('=') != std::string::npos ||
                                                   words[scan.operands[next]].text == "-")) {
                const Word& word = words[scan.operands[next++]];
                if (word.text != "-") assignments.push_back(to_assignment(word));
            }
            if (next == scan.operands.size()) return;
            // `env A=1 cmd` is `A=1 cmd`.
            call.found.only_carries = round == 0 && scan.options.empty() && call.found.doubts.empty() &&
                                      assignments.size() == next && next > 0 && words[scan.operands[next]].literal();
            call.run({words.begin() + static_cast<std::ptrdiff_t>(scan.operands[next]), words.end()},
                     std::move(assignments));
            return;
        }
        if (!split->has_value) return;
        auto parts = Splitter(split->value).run();
        if (!parts) return call.doubt(Doubt::option, "env -S has text that cannot be split", split->value);
        // The split words replace the option and are scanned for options again.
        std::vector<Word> again{words.front()};
        again.insert(again.end(), parts->begin(), parts->end());
        for (const std::size_t operand : scan.operands) again.push_back(words[operand]);
        split_words = std::move(again);
        current = &split_words;
    }
    call.doubt(Doubt::option, "env -S is nested too deeply");
}

}  // namespace postern::shell
