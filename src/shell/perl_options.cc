#include "shell/perl_options.h"

#include "base/text.h"
#include "shell/characters.h"
#include "shell/shells.h"

#include <algorithm>

namespace postern::shell {
namespace {

bool is_module(std::string_view name) {
    if (name.starts_with('-')) name.remove_prefix(1);
    return !name.empty() && is_name_start(name.front()) &&
           std::ranges::all_of(name, [](char c) { return is_name_char(c) || c == ':'; });
}

class PerlSwitches {
public:
    explicit PerlSwitches(Invocation& call) : call_(call) {}

    void run() {
        std::size_t at = 1;
        for (; at < call_.words.size() && !informs_; ++at) {
            const Word& word = call_.words[at];
            if (word.text == "--") {
                ++at;
                break;
            }
            if (may_be_option(word) && may_split(word))
                call_.doubt(Doubt::option, "a word known only at run time could be an option of " + call_.name, word);
            if (word.text.size() < 2 || word.text.front() != '-') break;
            letters(at);
        }
        if (!informs_) operands(at);
    }

private:
    void code(std::string_view name, const Word& at) {
        call_.doubt(Doubt::inline_code, call_.name + " runs code given in option " + std::string(name), at);
    }

    void letters(std::size_t& at) {
        const Word& word = call_.words[at];
        const std::string_view text = word.text;
        for (std::size_t i = 1; i < text.size() && !informs_;) {
            const char letter = text[i];
            const std::string_view rest = text.substr(i + 1);
            if (letter == kHole) return call_.doubt(Doubt::option, "options of perl are known only at run time", word);
            if (letter == 'e' || letter == 'E') {
                given_ = true;
                if (rest.empty() && at + 1 < call_.words.size()) ++at;
                return code({&text[i], 1}, call_.words[at]);
            }
            if (letter == 'I' && rest.empty() && at + 1 < call_.words.size()) return void(++at);
            const std::size_t used = value(letter, rest, word);
            if (used == kUnreadable) return code({&text[i], 1}, word);
            i += 1 + used;
        }
    }

    static constexpr std::size_t kUnreadable = static_cast<std::size_t>(-1);

    // Returns how much of `rest` belongs to the switch, or kUnreadable if it holds code or could.
    std::size_t value(char letter, std::string_view rest, const Word& word) {
        switch (letter) {
            case 'M':
            case 'm': return word.literal() && is_module(rest) ? rest.size() : kUnreadable;
            case 'd': {
                const std::string_view kind = rest.starts_with('t') ? rest.substr(1) : rest;
                return kind.starts_with(':') && is_module(kind.substr(1)) ? rest.size() : kUnreadable;
            }
            case 'F': return rest.find_first_of("/'\"") == 0 ? kUnreadable : plain_value(rest, word);
            case 'V': given_ = true; [[fallthrough]];
            case 'x':
            case 'I':
            case 'i':
            case 'D': return plain_value(rest, word);
            case 'C': return rest.substr(0, rest.find_first_not_of("0123456789IOEioADSLa")).size();
            case '0': return rest.starts_with('x') || rest.starts_with('X') ? kUnreadable : digits(rest);
            case 'l': return digits(rest);
            case 'v':
            case 'h': return informs_ = true, 0;
            default:
                return std::string_view("acfgnpsStTuUwWX").find(letter) != std::string_view::npos ? 0 : kUnreadable;
        }
    }

    // Behind a blank, perl goes on with more switches.
    static std::size_t plain_value(std::string_view value, const Word& word) {
        const bool plain = word.literal() && value.find_first_of(" \t\n;{}()") == std::string_view::npos;
        return plain ? value.size() : kUnreadable;
    }

    static std::size_t digits(std::string_view text) {
        return std::min(text.find_first_not_of("0123456789"), text.size());
    }

    // `-` and no operand at all stand for a program on standard input.
    void operands(std::size_t first) {
        if (!given_) {
            if (first >= call_.words.size()) return call_.reads_code_from_input(false);
            const Word& script = call_.words[first++];
            if (script.text == "-" || script.text == "/dev/stdin") {
                call_.reads_code_from_input(false);
            } else if (is_hidden_script(script)) {
                call_.doubt(Doubt::script_input, "perl runs a script that is known only at run time", script);
            }
        }
        for (; first < call_.words.size(); ++first) file(call_.words[first]);
    }

    // Programs that read `<>` open each operand, and `command |` is a command there.
    void file(const Word& word) {
        std::string_view text = trimmed(word.text, kSpace);
        if (!text.starts_with('|') && !text.ends_with('|')) return;
        text = trimmed(text, " \t\r\n\v\f|");
        call_.code(literal_word(std::string(text), word.span));
        call_.doubt(Doubt::inline_code, "perl may run this operand as a command", word);
    }

    static constexpr std::string_view kSpace = " \t\r\n\v\f";
    Invocation& call_;
    bool given_ = false;    // the program is in an option, or none is needed
    bool informs_ = false;  // perl prints something and ends
};

}  // namespace

void unwrap_perl(Invocation& call) {
    PerlSwitches(call).run();
}

}  // namespace postern::shell
