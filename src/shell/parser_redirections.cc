// Redirections and the heredocs they announce.
#include "shell/characters.h"
#include "shell/parser.h"

#include <utility>

namespace postern::shell {

// A redirection begins here: an operator, or digits directly before one. `<(` and `>(` are words.
bool Parser::at_redirection() {
    const int c = source_.peek();
    if (c == '<' || c == '>') return source_.peek_second() != '(';
    if (c == '&') return source_.peek_second() == '>';
    if (!is_digit(c)) return false;
    const std::size_t begin = source_.pos();
    while (is_digit(source_.peek())) source_.advance();
    const int op = source_.peek();
    const bool redirection = (op == '<' || op == '>') && source_.peek_second() != '(';
    source_.seek(begin);
    return redirection;
}

bool Parser::parse_redirection(Command& command, int fd) {
    const std::size_t begin = source_.pos();
    Redirection redirection;
    redirection.fd = fd;
    if (is_digit(source_.peek())) {
        redirection.fd = 0;
        while (is_digit(source_.peek())) {
            redirection.fd = (redirection.fd * 10 + (source_.peek() - '0')) % 1000000;
            source_.advance();
        }
    }
    bool strip_tabs = false;
    bool may_duplicate = false;
    if (source_.take('&')) {
        source_.advance();
        redirection.kind = source_.take('>') ? RedirectionKind::append : RedirectionKind::write;
    } else if (source_.take('>')) {
        redirection.kind = source_.take('>') ? RedirectionKind::append : RedirectionKind::write;
        if (redirection.kind == RedirectionKind::write) {
            may_duplicate = source_.take('&');
            if (!may_duplicate) source_.take('|');
        }
    } else {
        source_.advance();
        if (source_.take('<')) {
            redirection.kind = source_.take('<') ? RedirectionKind::here_string : RedirectionKind::heredoc;
            strip_tabs = redirection.kind == RedirectionKind::heredoc && source_.take('-');
        } else if (source_.take('>')) {
            redirection.kind = RedirectionKind::read_write;
        } else {
            may_duplicate = source_.take('&');
        }
    }
    skip_blanks();
    if (may_duplicate && source_.take('-')) {  // also after blanks: `>& -x` closes, and x is a word of its own
        redirection.kind = RedirectionKind::duplicate;
        redirection.target.text = "-";
        redirection.target.span = redirection.span = span_from(begin);
        command.redirections.push_back(std::move(redirection));
        return true;
    }
    RawWord raw;
    if (!read_word(raw, WordMode::plain)) {
        syntax_error("a redirection has no target");
        return false;
    }
    if (redirection.kind == RedirectionKind::heredoc) {
        // The delimiter is taken as written: quotes come off, nothing is expanded.
        heredocs_.push_back({.redirection = command.redirections.size(),
                             .delimiter = raw.text,
                             .literal = raw.quoted,
                             .strip_tabs = strip_tabs,
                             .place = place_});
        if (raw.dynamic != 0) doubt(Doubt::syntax, "a heredoc's delimiter contains an expansion", begin);
    } else {
        const bool text = redirection.kind == RedirectionKind::here_string;
        redirection.target = finish_single(std::move(raw), text ? Expand::tilde_only : Expand::all);
        if (may_duplicate && !redirection.target.literal()) {  // bash expands such a target twice
            collector_.note_second_expansion();
            const std::string_view written = source_.text().substr(begin, source_.pos() - begin);
            if (written.find_first_of("\\'") != std::string_view::npos &&
                (written.find('`') != std::string_view::npos || written.find("$(") != std::string_view::npos))
                doubt(Doubt::evaluated_text, "quoted text in a redirection's target may be expanded twice", begin);
        }
        const std::string_view target = redirection.target.text;
        const bool descriptor = target == "-" || target.find_first_not_of("0123456789-") == std::string_view::npos;
        const bool dynamic_descriptor = !target.empty() && target.find_first_not_of(kHole) == std::string_view::npos;
        if (may_duplicate && (descriptor || (dynamic_descriptor && redirection.fd >= 0)))
            redirection.kind = RedirectionKind::duplicate;
    }
    redirection.span = span_from(begin);
    command.redirections.push_back(std::move(redirection));
    return true;
}

void Parser::read_heredocs() {
    const std::vector<PendingHeredoc> pending = std::exchange(heredocs_, {});
    for (std::size_t i = 0; i < pending.size(); ++i) {
        read_heredoc(pending[i]);
        const bool last_of_command = i + 1 == pending.size() || pending[i + 1].command != pending[i].command;
        if (pending[i].command != kNoCommand && last_of_command) collector_.complete(pending[i].command);
    }
}

// The body ends at a line that is the delimiter. In a body that is expanded, backslash-newline joins lines first.
void Parser::read_heredoc(const PendingHeredoc& heredoc) {
    const std::string_view text = source_.text().substr(0, source_.end());
    const std::size_t begin = source_.pos();
    std::size_t at = begin;
    std::size_t body_end = text.size();
    std::size_t resume = text.size();
    std::string body;
    while (at < text.size()) {
        const std::size_t line_begin = at;
        std::string line;
        while (at < text.size() && text[at] != '\n') {
            if (!heredoc.literal && text[at] == '\\' && at + 1 < text.size()) {
                if (text[at + 1] != '\n') {
                    line += text[at];
                    line += text[at + 1];
                }
                at += 2;
                continue;
            }
            line += text[at++];
        }
        const bool complete = at < text.size();
        if (complete) ++at;
        if (heredoc.strip_tabs) line.erase(0, std::min(line.find_first_not_of('\t'), line.size()));
        if (line == heredoc.delimiter) {
            body_end = line_begin;
            resume = at;
            break;
        }
        body += line;
        if (complete) body += '\n';
    }
    if (first_body_end_ == 0) first_body_end_ = resume;
    if (heredoc.delimiter.empty() && substitutions_ > 0)
        doubt(Doubt::syntax, "a heredoc without delimiter inside a substitution", begin);
    const std::string_view written = text.substr(begin, body_end - begin);
    const auto holds = [written](std::string_view part) { return written.find(part) != std::string_view::npos; };
    if (!heredoc.literal && holds("\\\n") && holds("'") && (holds("$(") || holds("`")))
        doubt(Doubt::syntax, "a heredoc joins lines that a substitution in it may have quoted", begin);
    Word target;
    target.quoted = true;
    if (heredoc.literal) {
        target.text = std::move(body);
        if (target.text.find(kHole) != std::string::npos) target.dynamic = kParameter;
        collector_.note_text(target.text);
        source_.seek(resume);
    } else {
        RawWord raw;
        {
            const SourceText::Region region(source_, begin, body_end, resume);
            const PlaceId outer = std::exchange(place_, heredoc.place);
            const Nested nested(*this, place(PlaceKind::heredoc, begin));
            read_quoted_text(raw, Quoting::heredoc);
            place_ = outer;
        }
        collector_.note_text(raw.text);
        target = finish_single(std::move(raw), Expand::nothing);
    }
    if (heredoc.command == kNoCommand) return;
    auto& redirections = collector_.command(heredoc.command).redirections;
    if (heredoc.redirection >= redirections.size()) return;
    target.span =
        fixed_ != nullptr ? *fixed_ : Span{static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(body_end)};
    redirections[heredoc.redirection].target = std::move(target);
}

}  // namespace postern::shell
