#include "shell/known_input.h"

#include "shell/find_words.h"
#include "shell/invocation.h"
#include "shell/option_grammar.h"
#include "shell/standard_input.h"

#include <algorithm>
#include <string>
#include <utility>

namespace postern::shell {
namespace {

constexpr int kLongestPipe = 8;
constexpr std::size_t kMostWords = 64;

std::vector<Word> split(const Word& word) {
    std::vector<Word> out;
    const std::string_view text = word.text;
    if (!word.literal() || word.base != Base::none) {
        if (word.base != Base::none || word.dynamic == kGlob) out.push_back(word);
        return out;
    }
    for (std::size_t at = text.find_first_not_of(" \t\n"); at != std::string_view::npos && out.size() < kMostWords;) {
        const std::size_t end = std::min(text.find_first_of(" \t\n", at), text.size());
        out.push_back(literal_word(std::string(text.substr(at, end - at)), word.span));
        at = text.find_first_not_of(" \t\n", end);
    }
    return out;
}

void append(std::vector<Word>& out, std::vector<Word> more) {
    for (Word& word : more) {
        if (out.size() < kMostWords) out.push_back(std::move(word));
    }
}

std::vector<Word> from(const std::vector<Word>& words, std::size_t first) {
    std::vector<Word> out;
    for (std::size_t i = first; i < words.size(); ++i) append(out, split(words[i]));
    return out;
}

std::vector<Word> echoed(const Command& echo) {
    std::size_t first = 1;
    while (first < echo.words.size() && listed("-n -e -E -ne -en", echo.words[first].text)) ++first;
    return from(echo.words, first);
}

// The arguments of a format with conversions, or the text of one without. What stands around a conversion belongs to
// the first argument.
std::vector<Word> formatted(const Command& printf) {
    const std::size_t first = printf.words.size() > 1 && printf.words[1].text == "--" ? 2 : 1;
    if (printf.words.size() <= first || !printf.words[first].literal()) return {};
    std::string format = printf.words[first].text;
    for (std::size_t nul = format.find("\\0"); nul != std::string::npos; nul = format.find("\\0", nul))
        format.replace(nul, 2, "\\n");
    const auto text = decoded_escapes(format);
    if (!text) return {};
    const std::size_t conversion = text->find("%s");
    if (conversion == std::string::npos) return split(literal_word(*text, printf.span));
    std::vector<Word> out = from(printf.words, first + 1);
    if (!out.empty() && out.front().literal()) {
        std::string whole = *text;
        whole.replace(conversion, 2, out.front().text);
        std::vector<Word> around = split(literal_word(std::move(whole), printf.span));
        out.erase(out.begin());
        append(around, std::move(out));
        return around;
    }
    return out;
}

// Without -d these are names without their directory.
std::vector<Word> listed_names(const Command& ls) {
    std::vector<Word> operands;
    bool directories = false;
    for (std::size_t i = 1; i < ls.words.size(); ++i) {
        const std::string_view text = ls.words[i].text;
        if (!text.starts_with('-'))
            operands.push_back(ls.words[i]);
        else
            directories = directories || (!text.starts_with("--") && text.find('d') != std::string_view::npos);
    }
    if (directories) return operands;
    Word all = literal_word(std::string(1, kHole), ls.span);
    all.dynamic = kGlob;
    return {all};
}

std::vector<Word> read_by(const Analysis& analysis, std::uint32_t index, int depth);

std::vector<Word> printed_by(const Analysis& analysis, std::uint32_t index, int depth) {
    const Command& command = analysis.commands[index];
    const std::string_view name = command.program();
    if (name == "echo") return echoed(command);
    if (name == "printf") return formatted(command);
    if (name == "ls") return listed_names(command);
    if (listed("which realpath readlink type", name) || (name == "command" && command.words.size() > 2))
        return command.words.size() > 1 ? std::vector<Word>{command.words.back()} : std::vector<Word>{};
    if (name == "find") {
        FindWords find = read_find(command);
        const bool selected = find.actions.empty() ? find.selected : find.actions.front().selected;
        return selected ? std::vector<Word>{} : std::move(find.starts);
    }
    if (listed("cat tee sort uniq head tail tac shuf", name)) return read_by(analysis, index, depth + 1);
    return {};
}

// Tells whether the command stands somewhere in this place.
bool stands_in(const Analysis& analysis, const Command& command, PlaceId place) {
    for (PlaceId at = command.place; at != 0; at = analysis.places[at].parent) {
        if (at == place) return true;
    }
    return false;
}

// What the command in a `<(…)` in this part of the line prints.
std::vector<Word> from_process(const Analysis& analysis, const Span& part, int depth) {
    for (std::uint32_t i = 0; i < analysis.commands.size(); ++i) {
        const Command& inner = analysis.commands[i];
        const bool inside = part.begin <= inner.span.begin && inner.span.end <= part.end;
        if (inside && analysis.places[inner.place].kind == PlaceKind::process_substitution)
            return printed_by(analysis, i, depth + 1);
    }
    return {};
}

std::vector<Word> from_redirection(const Analysis& analysis, const Command& command, int depth) {
    for (const Redirection& r : command.redirections) {
        if (r.fd > 0) continue;
        if (r.kind == RedirectionKind::heredoc || r.kind == RedirectionKind::here_string) return split(r.target);
        if (r.kind != RedirectionKind::read || (r.target.dynamic & kProcess) == 0) continue;
        if (auto words = from_process(analysis, r.span, depth); !words.empty()) return words;
    }
    return {};
}

// `xargs -a <(echo x)` reads a file that an option names.
std::vector<Word> from_option(const Analysis& analysis, const Command& command, int depth) {
    if (!listed("xargs gxargs parallel", command.program())) return {};
    for (std::size_t i = 1; i < command.words.size(); ++i) {
        if ((command.words[i].dynamic & kProcess) == 0) continue;
        if (auto words = from_process(analysis, command.words[i].span, depth); !words.empty()) return words;
    }
    return {};
}

// Input of a loop or group: what is piped into it, or a redirection behind it.
std::vector<Word> around(const Analysis& analysis, std::uint32_t index, int depth) {
    for (PlaceId at = analysis.commands[index].place; at != 0; at = analysis.places[at].parent) {
        if (analysis.places[at].kind != PlaceKind::pipeline) continue;
        for (std::uint32_t i = index; i-- > 0;) {
            const Command& before = analysis.commands[i];
            if (before.place == at) return printed_by(analysis, i, depth + 1);
            if (!stands_in(analysis, before, at)) break;
        }
    }
    for (std::size_t i = index + 1; i < analysis.commands.size(); ++i) {
        const Command& behind = analysis.commands[i];
        if (!behind.words.empty() || behind.redirections.empty()) continue;
        if (auto words = from_redirection(analysis, behind, depth); !words.empty()) return words;
    }
    return {};
}

std::vector<Word> read_by(const Analysis& analysis, std::uint32_t index, int depth) {
    if (depth > kLongestPipe) return {};
    for (std::uint32_t at = index; at != kNoCommand; at = analysis.commands[at].via) {
        const Command& command = analysis.commands[at];
        if (auto words = from_redirection(analysis, command, depth); !words.empty()) return words;
        if (auto words = from_option(analysis, command, depth); !words.empty()) return words;
        if (command.piped_from != kNoCommand) return printed_by(analysis, command.piped_from, depth + 1);
    }
    return around(analysis, index, depth);
}

}  // namespace

std::vector<Word> words_printed_by(const Analysis& analysis) {
    if (analysis.commands.empty()) return {};
    const auto last = static_cast<std::uint32_t>(analysis.commands.size() - 1);
    std::size_t length = 1;
    for (std::uint32_t at = analysis.commands[last].piped_from; at != kNoCommand && length < analysis.commands.size();
         at = analysis.commands[at].piped_from)
        ++length;
    return length == analysis.commands.size() ? printed_by(analysis, last, 0) : std::vector<Word>{};
}

std::vector<Word> words_read_by(const Analysis& analysis, std::uint32_t index) {
    return read_by(analysis, index, 0);
}

}  // namespace postern::shell
