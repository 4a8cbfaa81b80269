#include "shell/standard_input.h"

#include "shell/invocation.h"

#include <algorithm>

namespace postern::shell {
namespace {

bool all_literal(const Command& command) {
    return std::ranges::all_of(command.words, [](const Word& w) { return w.literal(); });
}

Word text_of(const Command& command, std::string text) {
    return literal_word(std::move(text), command.span);
}

std::optional<Word> echoed(const Command& echo) {
    std::size_t first = 1;
    bool escapes = false;
    bool newline = true;
    for (; first < echo.words.size(); ++first) {
        const std::string_view flag = echo.words[first].text;
        if (flag.size() < 2 || flag.front() != '-' || flag.find_first_not_of("neE", 1) != std::string_view::npos) break;
        for (const char letter : flag.substr(1)) {
            if (letter == 'n')
                newline = false;
            else
                escapes = letter == 'e';
        }
    }
    std::string text = first < echo.words.size() ? joined(echo.words, first, echo.words.size()).text : std::string{};
    if (escapes) {
        // echo writes octal as \0NNN and keeps \" and \'. Text where it differs from printf is not decoded.
        const bool differs = text.find("\\c") != std::string::npos || text.find("\\\"") != std::string::npos ||
                             text.find("\\'") != std::string::npos;
        const std::size_t digit = text.find_first_of("01234567", text.find('\\'));
        const auto decoded = decoded_escapes(text);
        if (!decoded || differs || (digit != std::string::npos && text[digit - 1] == '\\')) return std::nullopt;
        text = *decoded;
    }
    if (newline) text += '\n';
    return text_of(echo, std::move(text));
}

std::optional<Word> printed(const Command& printf) {
    const std::size_t first = printf.words.size() > 1 && printf.words[1].text == "--" ? 2 : 1;
    if (printf.words.size() <= first) return std::nullopt;
    const std::string_view format = printf.words[first].text;
    if (format == "%s\\n" || format == "%s" || format == "%s ") {
        std::string text;
        for (std::size_t i = first + 1; i < printf.words.size(); ++i) {
            text += printf.words[i].text;
            text += format == "%s" ? "" : format == "%s " ? " " : "\n";
        }
        return text_of(printf, std::move(text));
    }
    if (format.find('%') != std::string_view::npos || format.starts_with('-')) return std::nullopt;
    auto text = decoded_escapes(format);
    if (!text) return std::nullopt;
    return text_of(printf, *std::move(text));
}

const Redirection* input_of(const Command& command) {
    const Redirection* last = nullptr;
    for (const Redirection& r : command.redirections) {
        const bool writes = r.kind == RedirectionKind::write || r.kind == RedirectionKind::append;
        if (r.fd == 0 || (r.fd == -1 && !writes && r.kind != RedirectionKind::duplicate)) last = &r;
    }
    return last;
}

bool output_redirected(const Command& command) {
    return std::ranges::any_of(command.redirections, [](const Redirection& r) {
        const bool reads = r.kind == RedirectionKind::read || r.kind == RedirectionKind::heredoc ||
                           r.kind == RedirectionKind::here_string || r.kind == RedirectionKind::read_write;
        return r.fd == 1 || (r.fd == -1 && !reads);
    });
}

std::optional<Word> output_of(const Command& command) {
    if (command.words.empty() || command.calls_function || !all_literal(command) || output_redirected(command))
        return {};
    const std::string_view name = base_name(command.words.front().text);
    if (name == "echo") return echoed(command);
    if (name == "printf") return printed(command);
    if (name == "cat" && (command.words.size() == 1 || (command.words.size() == 2 && command.words[1].text == "-"))) {
        const Redirection* input = input_of(command);
        const bool text =
            input && (input->kind == RedirectionKind::heredoc || input->kind == RedirectionKind::here_string);
        if (text && !input->target.text.empty()) return input->target;
    }
    return std::nullopt;
}

}  // namespace

StandardInput standard_input(const Command& command, const Command* previous) {
    if (const Redirection* input = input_of(command)) {
        if (input->kind == RedirectionKind::heredoc || input->kind == RedirectionKind::here_string) {
            return {InputFrom::text, true, input->target};
        }
        if (input->kind == RedirectionKind::read) return {InputFrom::file, false, input->target};
        return {InputFrom::elsewhere, false, input->target};
    }
    if (previous) {
        if (auto text = output_of(*previous)) return {InputFrom::text, true, *std::move(text)};
        return {InputFrom::elsewhere, false, {}};
    }
    return {command.input == Input::inherited ? InputFrom::inherited : InputFrom::elsewhere, false, {}};
}

std::optional<std::string> decoded_escapes(std::string_view format) {
    static constexpr std::string_view kLetters = "abefnrtv\\\"'";
    static constexpr std::string_view kValues = "\a\b\033\f\n\r\t\v\\\"'";
    std::string text;
    for (std::size_t i = 0; i < format.size(); ++i) {
        if (format[i] != '\\' || i + 1 == format.size()) {
            text += format[i];
            continue;
        }
        const char kind = format[++i];
        const bool octal = kind >= '0' && kind <= '7';
        if (const std::size_t at = kLetters.find(kind); at != std::string_view::npos) {
            text += kValues[at];
        } else if (octal || kind == 'x') {
            const std::string_view digits = octal ? "01234567" : "0123456789abcdef";
            const std::size_t most = octal ? 3 : 2;
            if (!octal) ++i;
            unsigned value = 0;
            std::size_t count = 0;
            for (; count < most && i < format.size(); ++count, ++i) {
                const char lower = format[i] >= 'A' && format[i] <= 'F' ? static_cast<char>(format[i] + 32) : format[i];
                const std::size_t digit = digits.find(lower);
                if (digit == std::string_view::npos) break;
                value = value * static_cast<unsigned>(digits.size()) + static_cast<unsigned>(digit);
            }
            if (count == 0 || (value & 0xff) == 0) return std::nullopt;
            text += static_cast<char>(value & 0xff);
            --i;
        } else {
            return std::nullopt;
        }
    }
    return text;
}

}  // namespace postern::shell
