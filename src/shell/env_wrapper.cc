// Unwraps env: NAME=VALUE operands, and -S, which splits one word into many by rules of its own.
#include "shell/special_wrappers.h"
#include "shell/wrappers.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace postern::shell {
namespace {

using programs::Reading;
using programs::WordUse;

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

// Tells whether env takes the word for the option -i, or for an assignment though it has no name.
bool is_no_command(std::string_view word) {
    return word == "-" || word.find('=') != std::string_view::npos;
}

}  // namespace

void unwrap_env(Invocation& call) {
    std::vector<Word> changed;
    const std::vector<Word>* current = &call.words;  // copied only if -S changes the words: chains of env are long
    constexpr int kRounds = 8;                       // limit for `env -S` inside `env -S`
    for (int round = 0; round < kRounds; ++round) {
        const std::vector<Word>& words = *current;
        const auto from = [&](std::size_t index) { return words.begin() + static_cast<std::ptrdiff_t>(index); };
        Invocation step{call.command, call.previous, words, call.name, call.found};
        const Reading reading = programs::read_outer(words, programs::ProgramPlaces::any);
        report_unsure(step, reading);
        if (reading.only_informs) return;
        const auto split =
            std::ranges::find_if(reading.uses, [](const WordUse& use) { return use.meaning.kind == "env"; });
        const WordUse* const command = inner_command(reading);
        std::vector<Word> again{words.front()};
        if (split != reading.uses.end()) {
            auto parts = Splitter(split->word).run();
            if (!parts) return call.doubt(Doubt::option, "env -S has text that cannot be split", split->word);
            // The split words replace the option and are read for options again.
            again.insert(again.end(), parts->begin(), parts->end());
            again.insert(again.end(), from(split->index + 1), words.end());
        } else if (command != nullptr && is_no_command(command->word.text)) {
            again.insert(again.end(), from(1), from(command->index));
            again.insert(again.end(), from(command->index + 1), words.end());
        } else {
            if (command == nullptr) return;
            std::vector<Assignment> assignments = assignments_of(reading);
            // `env A=1 cmd` is `A=1 cmd`.
            call.found.only_carries = round == 0 && reading.given.empty() && call.found.doubts.empty() &&
                                      assignments.size() + 1 == command->index && !assignments.empty() &&
                                      command->word.literal();
            return call.run({from(command->index), words.end()}, std::move(assignments));
        }
        changed = std::move(again);
        current = &changed;
    }
    call.doubt(Doubt::option, "env -S is nested too deeply");
}

}  // namespace postern::shell
