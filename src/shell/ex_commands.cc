#include "shell/ex_commands.h"

#include "base/quote.h"
#include "base/text.h"
#include "shell/characters.h"
#include "shell/option_grammar.h"

#include <algorithm>

namespace postern::shell {
namespace {

// Options of vim that change how text is shown or indented. Others name programs, expressions or files.
constexpr std::string_view kSwitches =
    "nu number rnu relativenumber wrap list hls hlsearch is incsearch ic ignorecase scs smartcase ru ruler et "
    "expandtab "
    "cul cursorline spell paste ro readonly cp compatible bin binary eol endofline fixeol swf swapfile ai autoindent "
    "si smartindent sc showcmd smd showmode more terse ma modifiable";
constexpr std::string_view kNumbers =
    "ts tabstop sw shiftwidth sts softtabstop tw textwidth so scrolloff ls laststatus";
constexpr std::string_view kTexts = "ff fileformat fenc fileencoding enc encoding";

bool has_control(std::string_view text) {
    return std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 0x7f; });
}

bool all_digits(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) { return is_digit(c); });
}

bool is_plain_setting(std::string_view setting) {
    const std::size_t equals = setting.find('=');
    const std::string_view name = setting.substr(0, equals);
    if (equals != std::string_view::npos) {
        const std::string_view value = setting.substr(equals + 1);
        const bool word = std::ranges::all_of(value, [](char c) { return is_name_char(c) || c == '-'; });
        return (listed(kNumbers, name) && all_digits(value)) || (listed(kTexts, name) && word);
    }
    return listed(kSwitches, name) ||
           (name.starts_with("no") && (listed(kSwitches, name.substr(2)) || name == "noml" || name == "nomodeline"));
}

// Reads one command of ed or ex, from its address on.
class LineCommand {
public:
    enum class Editor : std::uint8_t { ex, ed };
    LineCommand(Editor editor, std::string_view text) : editor_(editor), text_(text) {}

    bool is_plain() { return addresses() && command(); }

private:
    [[nodiscard]] char peek() const { return text_.empty() ? '\0' : text_.front(); }
    void skip(std::string_view set) { text_.remove_prefix(std::min(text_.find_first_not_of(set), text_.size())); }

    // Reads up to the delimiter, which may be missing at the end.
    bool delimited(char delimiter, std::string_view* part = nullptr) {
        std::size_t i = 0;
        for (; i < text_.size() && text_[i] != delimiter; ++i) {
            if (text_[i] == '\\' && ++i == text_.size()) return false;
        }
        if (part) *part = text_.substr(0, i);
        text_.remove_prefix(std::min(i + 1, text_.size()));
        return true;
    }

    bool addresses() {
        for (;;) {
            skip(" .$%,;+-0123456789");
            if (peek() == '\'' && text_.size() > 1 && (is_letter(text_[1]) || text_[1] == '<' || text_[1] == '>')) {
                text_.remove_prefix(2);
            } else if (peek() == '/' || peek() == '?') {
                const char end = peek();
                text_.remove_prefix(1);
                if (!delimited(end)) return false;
            } else {
                return true;
            }
        }
    }

    bool command() {
        const std::size_t end = std::min(text_.find_first_not_of(kLetters), text_.size());
        const std::string_view name = text_.substr(0, end);
        if (name.empty()) return text_.empty();
        if (name.front() == 's' && name.size() == 1) return substitute(1);
        if (name == "g" || name == "v") return global();
        text_.remove_prefix(end);
        if (editor_ == Editor::ed) return text_.empty() && listed(kEd, name);
        if (name == "set" || name == "se") return settings();
        if (peek() == '!' && listed(kLeave, name)) text_.remove_prefix(1);
        return trimmed(text_).empty() && (listed(kLeave, name) || listed(kEx, name));
    }

    bool settings() {
        if (!text_.starts_with(' ')) return false;
        bool plain = true;
        for_each_name(text_, [&](std::string_view setting) { plain = plain && is_plain_setting(setting); });
        return plain;
    }

    bool delimiter(char& found) {
        found = peek();
        if (found <= ' ' || found >= 0x7f || is_name_char(found) || found == '"' || found == '\\' || found == '|' ||
            found == '&' || found == '!' || found == '~')
            return false;
        text_.remove_prefix(1);
        return true;
    }

    // `\=` in front of a replacement makes vim evaluate it, and `~` stands for an earlier one.
    bool substitute(std::size_t name) {
        text_.remove_prefix(name);
        char end = '\0';
        std::string_view replacement;
        if (!delimiter(end) || !delimited(end) || !delimited(end, &replacement)) return false;
        if (replacement.find("\\=") != std::string_view::npos || replacement.find('~') != std::string_view::npos)
            return false;
        skip("giIen0123456789");
        return trimmed(text_).empty() || trimmed(text_) == "p";
    }

    bool global() {
        text_.remove_prefix(1);
        if (peek() == '!' && editor_ == Editor::ex) text_.remove_prefix(1);
        char end = '\0';
        if (!delimiter(end) || !delimited(end)) return false;
        if (text_.starts_with('g') || text_.starts_with('v')) return false;
        return addresses() && command();
    }

    static constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    static constexpr std::string_view kLeave =
        "q qa qall quit quita quitall wq wqa wqall x xa xall xit exit w wa wall write up update";
    static constexpr std::string_view kEx = "d delete p print nu number j join u undo noh nohlsearch";
    static constexpr std::string_view kEd = "p n l d j u q Q H h P w wq np pn";

    Editor editor_;
    std::string_view text_;
};

}  // namespace

bool is_plain_ex(std::string_view commands) {
    if (has_control(commands) || find_invalid_utf8(commands) < commands.size()) return false;
    // Everywhere `|` ends a command in one of the editors, also inside of patterns.
    return std::ranges::all_of(split(commands, '|'), [](std::string_view command) {
        command.remove_prefix(std::min(command.find_first_not_of(": "), command.size()));
        return LineCommand(LineCommand::Editor::ex, command).is_plain();
    });
}

bool is_plain_ed(std::string_view script) {
    if (find_invalid_utf8(script) < script.size() || script.find('\0') != std::string_view::npos) return false;
    bool inserting = false;
    for (const std::string_view line : split(script, '\n')) {
        if (inserting) {
            // Inserted text is no command, unless ed refused to insert; so it must not look like a start of a program.
            if (line.find('!') != std::string_view::npos) return false;
            inserting = line != ".";
            continue;
        }
        // These addresses exist in every buffer.
        inserting = listed("a i .a $a 0a .i $i", line);
        if (inserting) continue;
        if (has_control(line) || line.ends_with('\\') || !LineCommand(LineCommand::Editor::ed, line).is_plain())
            return false;
    }
    return true;
}

}  // namespace postern::shell
