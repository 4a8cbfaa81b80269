#include "shell/known_values.h"

#include "shell/characters.h"
#include "shell/invocation.h"
#include "shell/known_input.h"
#include "shell/shells.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>

namespace postern::shell {
namespace {

constexpr std::size_t kMostTexts = 8;
constexpr int kMostSubstitutions = 32;  // in one text
constexpr std::size_t kLongestText = 1u << 16;
constexpr std::size_t kLongestValue = 1u << 12;
constexpr std::size_t kMostSettings = 64;  // of one name
constexpr char kHome = '\1';               // in a value: the home directory
constexpr char kAnything = '\3';           // in a value: a pattern that matches any name
constexpr char kNextWord = '\2';           // between the words of "$@" and "${x[@]}"

// One place where a name gets a value. Several values: a loop, or calls with different arguments.
struct Setting {
    std::uint32_t at = 0;
    std::vector<std::string> values;
};

// Returns the word as a value, or nullopt if its text is not known or could not be written into any quotes.
std::optional<std::string> value_of(const Word& word) {
    std::string text = word.text;
    const bool home = word.base == Base::home;
    if (home) text[0] = kHome;
    if (word.dynamic == kGlob) std::ranges::replace(text, kHole, kAnything);
    if (!home && !word.literal() && word.dynamic != kGlob) return std::nullopt;
    if (text.size() > kLongestValue || text.find_first_of(std::string_view("\0'", 2)) != std::string::npos)
        return std::nullopt;
    return text;
}

class Settings {
public:
    explicit Settings(const Analysis& analysis) : analysis_(analysis) {
        for (const Assignment& loop : analysis.loops) add_all(loop.name, loop.span.begin, loop.elements);
        for (std::uint32_t i = 0; i < analysis.commands.size(); ++i) note(i);
    }

    [[nodiscard]] bool empty() const { return names_.empty(); }
    [[nodiscard]] std::size_t passes() const { return std::min(passes_, kMostTexts); }

    // Returns the value that was given last before `at`; in a function's body it may be given only later.
    [[nodiscard]] const std::string* find(const std::string& name, std::size_t at, std::size_t pass) const {
        const auto found = names_.find(name);
        if (found == names_.end()) return nullptr;
        const Setting* best = &found->second.front();
        for (const Setting& setting : found->second) {
            if (setting.at <= at) best = &setting;
        }
        return &best->values[std::min(pass, best->values.size() - 1)];
    }

private:
    void add(const std::string& name, std::uint32_t at, std::optional<std::string> value) {
        if (!value || name.empty()) return;
        std::vector<Setting>& settings = names_[name];
        if (settings.size() < kMostSettings) settings.push_back({at, {*std::move(value)}});
    }

    void add_all(const std::string& name, std::uint32_t at, const std::vector<Word>& words) {
        Setting setting{.at = at, .values = {}};
        for (const Word& word : words) {
            if (auto value = value_of(word)) setting.values.push_back(*std::move(value));
        }
        if (setting.values.empty()) return;
        passes_ = std::max(passes_, setting.values.size());
        names_[name].push_back(std::move(setting));
    }

    // Adds $1, $2 … and "$@". Where they are set stands in no order with the text that uses them.
    void add_arguments(const std::vector<Word>& words, std::size_t first, std::size_t number) {
        std::string all;
        for (std::size_t i = first; i < words.size(); ++i, ++number) {
            const auto value = value_of(words[i]);
            if (!value) continue;
            more(std::to_string(number), *value);
            if (number == 0) continue;
            if (!all.empty()) all += kNextWord;
            all += *value;
        }
        if (all.empty()) return;
        more("@", all);
        more("*", all);
    }

    void more(const std::string& name, const std::string& value) {
        std::vector<Setting>& settings = names_[name];
        if (settings.empty()) settings.push_back({0, {}});
        settings.front().values.push_back(value);
        passes_ = std::max(passes_, settings.front().values.size());
    }

    void note(std::uint32_t index) {
        const Command& command = analysis_.commands[index];
        for (const Assignment& assignment : command.assignments) note(assignment);
        if (command.words.size() < 2) return;
        const std::string_view name = command.program();
        if (listed("export declare typeset local readonly", name)) {
            for (const Word& word : command.words) {
                if (is_assignment(word)) note(to_assignment(word));
            }
        } else if (command.calls_function) {
            add_arguments(command.words, 1, 1);
        } else if (name == "set" && command.words[1].text == "--") {
            add_arguments(command.words, 2, 1);
        } else if (name == "read") {
            add_all(command.words.back().text, command.span.begin, words_read_by(analysis_, index));
        } else if (name == "printf" && command.words[1].text == "-v" && command.words.size() > 3) {
            add(command.words[2].text, command.span.begin, value_of(command.words.back()));
        } else if (is_shell(name)) {
            for (std::size_t i = 1; i + 2 < command.words.size(); ++i) {
                const std::string_view text = command.words[i].text;
                if (text.starts_with('-') && !text.starts_with("--") && text.ends_with('c'))
                    return add_arguments(command.words, i + 2, 0);
            }
        }
    }

    void note(const Assignment& assignment) {
        if (assignment.elements.empty()) {
            add(assignment.name, assignment.span.begin, value_of(assignment.value));
            return;
        }
        std::string all;
        for (std::size_t i = 0; i < assignment.elements.size(); ++i) {
            const auto value = value_of(assignment.elements[i]);
            if (!value) return;
            add(assignment.name + "[" + std::to_string(i) + "]", assignment.span.begin, value);
            if (i == 0) add(assignment.name, assignment.span.begin, value);
            if (i > 0) all += kNextWord;
            all += *value;
        }
        for (const char* every : {"[@]", "[*]"}) add(assignment.name + every, assignment.span.begin, all);
    }

    const Analysis& analysis_;
    std::unordered_map<std::string, std::vector<Setting>> names_;
    std::size_t passes_ = 1;
};

// Copies the text and puts values in. Text in single quotes is read like code, because it may be that of `sh -c`.
class Writer {
public:
    // `tries` bounds how many substitutions are looked into, here and in those inside each other.
    Writer(std::string_view text, std::string_view home, const Settings& settings, std::size_t pass, int& tries)
        : text_(text), home_(home), settings_(settings), pass_(pass), tries_(tries) {}

    std::optional<std::string> run() {
        while (at_ < text_.size()) step();
        if (!changed_ || out_.size() > 4 * kLongestText) return std::nullopt;
        return std::move(out_);
    }

private:
    struct Frame {
        bool quoted = false;         // in double quotes
        bool single = false;         // between single quotes, which is read as code
        bool single_quoted = false;  // in double quotes there
        int parentheses = 0;
    };

    bool& quoted() { return frames_.back().single ? frames_.back().single_quoted : frames_.back().quoted; }
    char next(std::size_t n = 1) const { return at_ + n < text_.size() ? text_[at_ + n] : '\0'; }
    void copy(std::size_t count) {
        out_ += text_.substr(at_, count);
        at_ += count;
    }
    bool at_word_start() const {
        return at_ == 0 || std::string_view(" \t\n;|&(=:'\"").find(text_[at_ - 1]) != std::string_view::npos;
    }

    void step() {
        const char c = text_[at_];
        if (c == '\\') return copy(2);
        if (c == '\'' && (frames_.back().single || !frames_.back().quoted)) {
            frames_.back().single = !frames_.back().single;
            frames_.back().single_quoted = false;
            return copy(1);
        }
        if (c == '"') {
            quoted() = !quoted();
            return copy(1);
        }
        if (c == '$') return dollar();
        if (c == '`') return backtick();
        if (!quoted()) {
            if (c == '~' && at_word_start()) return tilde();
            if (c == '#' && at_word_start() && at_ > 0)
                return copy(std::min(text_.find('\n', at_), text_.size()) - at_);
            if (c == '(') ++frames_.back().parentheses;
            if (c == ')' && --frames_.back().parentheses < 0 && frames_.size() > 1) frames_.pop_back();
        }
        copy(1);
    }

    // ~user is the home of somebody, ~+ the working directory.
    void tilde() {
        std::size_t end = at_ + 1;
        while (end < text_.size() && (is_name_char(text_[end]) || text_[end] == '-')) ++end;
        const std::string_view name = text_.substr(at_ + 1, end - at_ - 1);
        if (next() == '+' && end == at_ + 1) return replace(2, "${PWD}");
        if (name.empty() || !is_name_start(name.front())) return copy(1);
        replace(end - at_, (name == "root" ? "/" : "/home/") + std::string(name));
    }

    void replace(std::size_t count, std::string_view text) {
        out_ += text;
        at_ += count;
        changed_ = true;
    }

    void dollar() {
        const char c = next();
        if (c == '\'' && !quoted()) {  // $'…' holds no expansions
            const std::size_t close = text_.find('\'', at_ + 2);
            return copy((close == std::string_view::npos ? text_.size() : close + 1) - at_);
        }
        if (c == '(') {
            const std::size_t close = next(2) == '(' ? std::string_view::npos : closing(at_ + 2, '(', ')');
            if (close != std::string_view::npos && substitution(text_.substr(at_ + 2, close - at_ - 2), close + 1))
                return;
            frames_.push_back({});
            return copy(2);
        }
        if (c == '{') {
            const std::size_t close = closing(at_ + 2, '{', '}');
            if (close == std::string_view::npos || !parameter(text_.substr(at_ + 2, close - at_ - 2), close + 1))
                copy(2);
            return;
        }
        std::size_t end = at_ + 1;
        while (end < text_.size() && is_name_char(text_[end]) && (end == at_ + 1 || !is_digit(text_[at_ + 1]))) ++end;
        if (end == at_ + 1 && (c == '@' || c == '*')) ++end;
        if (end == at_ + 1 || !parameter(text_.substr(at_ + 1, end - at_ - 1), end)) copy(1);
    }

    std::size_t closing(std::size_t from, char open, char close) const {
        int depth = 1;
        for (std::size_t i = from; i < text_.size() && i < from + kLongestValue; ++i) {
            if (text_[i] == '\\')
                ++i;
            else if (text_[i] == open)
                ++depth;
            else if (text_[i] == close && --depth == 0)
                return i;
        }
        return std::string_view::npos;
    }

    void backtick() {
        const std::size_t close = text_.find('`', at_ + 1);
        if (close == std::string_view::npos || !substitution(text_.substr(at_ + 1, close - at_ - 1), close + 1))
            copy(1);
    }

    // Puts in the output of a command that prints its own words.
    bool substitution(std::string_view code, std::size_t end) {
        if (code.size() > kLongestValue || --tries_ < 0) return false;
        if (code == "pwd") {
            at_ = end;
            replace(0, "${PWD}");
            return true;
        }
        const std::string inner = Writer(code, home_, settings_, pass_, tries_).run().value_or(std::string(code));
        const Analysis analysis = analyse(inner);
        const auto printed = words_printed_by(analysis);
        std::string value;
        for (const Word& word : printed) {
            const auto one = value_of(word);
            if (!one) return false;
            (value += value.empty() ? "" : " ") += *one;
        }
        if (printed.empty()) return false;
        at_ = end;
        put(value);
        return true;
    }

    // Puts in the value of ${NAME OPERATOR WORD}.
    bool parameter(std::string_view inside, std::size_t end) {
        std::size_t length = inside.starts_with('@') || inside.starts_with('*') ? 1 : 0;
        while (length < inside.size() && is_name_char(inside[length])) ++length;
        if (length < inside.size() && inside[length] == '[')
            length = std::min(inside.find(']', length), inside.size() - 1) + 1;
        const auto value = operated(std::string(inside.substr(0, length)), inside.substr(length));
        if (!value) return false;
        const bool nothing_new = inside == "HOME" && begins_word() && !changed_;
        at_ = end;
        if (value->second) {
            replace(0, value->first);
        } else {
            put(value->first);
        }
        if (nothing_new) changed_ = false;
        return true;
    }

    // The analysis itself knows the home directory at the beginning of a word.
    bool begins_word() {
        const bool opened = at_ > 0 && text_[at_ - 1] == '"' && (at_ < 2 || text_[at_ - 2] != '\\');
        return (quoted() ? opened : at_word_start()) && frames_.size() == 1;
    }

    using Written = std::pair<std::string, bool>;  // the text, and whether it is code already

    std::optional<Written> operated(const std::string& name, std::string_view op) const {
        if (name == "IFS") return Written{" ", true};
        const bool path = listed("HOME PWD OLDPWD PATH SHELL", name);
        const bool whole = op == ":0" || op.starts_with('/');  // at most a part of it changes
        if (whole && name == "HOME" && settings_.find(name, at_, pass_) == nullptr)
            return Written{std::string(1, kHome), false};
        if (op == ":0:1" && path) return Written{"/", true};
        const std::string* known = settings_.find(name, at_, pass_);
        const std::string_view word =
            op.substr(op.starts_with(':') ? std::min<std::size_t>(2, op.size()) : !op.empty());
        const char kind = op.empty() ? '\0' : op[op.starts_with(':') && op.size() > 1 ? 1 : 0];
        if (kind == '+' && (known != nullptr || path)) return Written{word, true};
        if (known == nullptr && (op.empty() || kind == '?' || kind == '%' || kind == '-')) {
            if (name == "HOME") return Written{std::string(1, kHome), false};
            if (name == "PWD" && !op.empty()) return Written{"${PWD}", true};
        }
        if (known == nullptr) {
            if ((kind == '-' || kind == '=') && !name.empty() && !path) return Written{word, true};
            return std::nullopt;
        }
        if (op.empty() || kind == '?' || kind == '-' || kind == '=' || op == "%/") return Written{*known, false};
        return std::nullopt;
    }

    // Writes a value so that it is text, not syntax. In double quotes "$@" becomes a word for each part.
    void put(std::string_view value) {
        changed_ = true;
        const std::string_view special = quoted() ? "\"$`\\" : "\"$`\\;&|<>()#!";
        for (const char c : value) {
            if (c == kHome) {
                out_ += home_;
                continue;
            }
            if (c == kNextWord || c == kAnything) {
                const std::string unquoted(1, c == kNextWord ? ' ' : '*');
                out_ += quoted() ? '"' + unquoted + '"' : unquoted;
                continue;
            }
            if (special.find(c) != std::string_view::npos) out_ += '\\';
            out_ += c == '\n' && !quoted() ? ' ' : c;
        }
    }

    std::string_view text_;
    std::string_view home_;
    const Settings& settings_;
    std::size_t pass_;
    int& tries_;
    std::size_t at_ = 0;
    std::string out_;
    std::vector<Frame> frames_{Frame{}};
    bool changed_ = false;
};

}  // namespace

std::vector<std::string> with_known_values(std::string_view text, const Analysis& analysis, std::string_view home) {
    std::vector<std::string> out;
    if (text.size() > kLongestText || text.find_first_of("$`~") == std::string_view::npos) return out;
    const Settings settings(analysis);
    for (std::size_t pass = 0; pass < settings.passes(); ++pass) {
        int tries = kMostSubstitutions;
        auto written = Writer(text, home, settings, pass, tries).run();
        if (written && std::ranges::find(out, *written) == out.end()) out.push_back(*std::move(written));
    }
    return out;
}

}  // namespace postern::shell
