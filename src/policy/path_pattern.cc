#include "policy/path_pattern.h"

#include "base/text.h"
#include "shell/analysis.h"

#include <algorithm>
#include <bit>
#include <cctype>
#include <utility>

namespace postern::policy {
namespace {

using shell::kHole;

constexpr std::size_t kMostComponents = 60;  // one bit each, and one for the end state

char folded(char c) {
    return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

tl::unexpected<Error> bad(std::string_view specifier, std::string_view why) {
    return fail(Errc::parse, "the path pattern \"" + std::string(specifier) + "\" " + std::string(why));
}

struct Start {
    AbsPath anchor;
    std::string_view rest;
    bool rooted;  // written with its anchor, so not searched at every depth
};

Result<Start> start_of(std::string_view specifier, const Anchors& anchors) {
    if (specifier.starts_with("//")) return Start{AbsPath::root(), specifier.substr(2), true};
    if (specifier.starts_with('/')) return Start{anchors.settings_dir, specifier.substr(1), true};
    if (specifier == "~" || specifier.starts_with("~/")) {
        return Start{anchors.home, specifier.substr(std::min<std::size_t>(2, specifier.size())), true};
    }
    if (specifier.starts_with('~'))
        return bad(specifier, "names another user's home; write the absolute path after //");
    return Start{anchors.cwd, specifier, false};
}

bool wild(std::string_view part) {
    return part.find_first_of("*?[\\") != std::string_view::npos;
}

// Removes `.` and `..`. A leading `..` moves the anchor up.
Status normalise(std::string_view specifier, Start& start, std::vector<std::string_view>& parts) {
    std::vector<std::string_view> out;
    for (const std::string_view part : parts) {
        if (part == ".") continue;
        if (part != "..") {
            out.push_back(part);
        } else if (out.empty()) {
            start.anchor = start.anchor.parent();
            start.rooted = true;
        } else if (wild(out.back())) {
            return bad(specifier, "has .. after a wildcard");
        } else {
            out.pop_back();
        }
    }
    parts = std::move(out);
    return {};
}

}  // namespace

Result<PathPattern> PathPattern::compile(std::string_view specifier, const Anchors& anchors, Effect effect,
                                         Case letters) {
    if (specifier.empty()) return bad(specifier, "is empty");
    if (specifier.find(kHole) != std::string_view::npos) return bad(specifier, "holds a NUL byte");
    if (specifier.starts_with('!')) {
        return bad(specifier, "begins with !, which rules do not have; write \\! for a name that begins so");
    }
    auto start = start_of(specifier, anchors);
    if (!start) return tl::unexpected(start.error());
    // A slash splits wherever it stands: neither a class nor an escape can hold one.
    std::vector<std::string_view> parts = split(start->rest, '/');
    std::erase(parts, "");
    if (auto ok = normalise(specifier, *start, parts); !ok) return tl::unexpected(ok.error());

    const bool generous = effect != Effect::allow;
    const bool dotted = start->rest.starts_with("./");
    bool directory = !parts.empty() && specifier.ends_with('/');
    while (!parts.empty() && parts.back() == "**") {
        directory = true;
        parts.pop_back();
    }
    const bool single = parts.size() == 1 && parts.front() != "**";
    const bool floats = single && !start->rooted && (generous || (!directory && !dotted));

    PathPattern p(std::move(start->anchor));
    p.letters_ = letters;
    if (floats) p.components_.push_back({.crosses = true});
    for (const std::string_view part : parts) {
        auto component = compile_component(part, letters);
        if (!component) return bad(specifier, component.error().what);
        const bool repeated = component->crosses && !p.components_.empty() && p.components_.back().crosses;
        if (!repeated) p.components_.push_back(std::move(*component));
    }
    if (directory && !generous) p.components_.push_back({.tokens = {Token{Token::Kind::star}}});
    if (p.components_.size() > kMostComponents) return bad(specifier, "has more than 60 components");
    return p;
}

Result<PathPattern::Component> PathPattern::compile_component(std::string_view text, Case letters) {
    using Kind = Token::Kind;
    Component out;
    if (text == "**") {
        out.crosses = true;
        return out;
    }
    out.tokens.reserve(text.size());
    const auto fold = [&](char c) { return letters == Case::insensitive ? folded(c) : c; };
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '*') {
            if (out.tokens.empty() || out.tokens.back().kind != Kind::star) out.tokens.push_back({Kind::star});
        } else if (c == '?') {
            out.tokens.push_back({Kind::any});
        } else if (c == '\\') {
            if (++i == text.size()) return fail(Errc::parse, "ends in a backslash");
            out.tokens.push_back({Kind::literal, fold(text[i])});
        } else if (c == '[') {
            Token token{Kind::one_of, 0, static_cast<std::uint32_t>(out.sets.size())};
            std::string& ranges = out.sets.emplace_back();
            std::size_t at = i + 1;
            if (at < text.size() && (text[at] == '!' || text[at] == '^')) token.kind = Kind::none_of, ++at;
            for (const std::size_t first = at; at < text.size() && (text[at] != ']' || at == first); ++at) {
                if (text[at] == '\\' && at + 1 < text.size()) ++at;
                char last = text[at];
                ranges += fold(last);
                if (at + 2 < text.size() && text[at + 1] == '-' && text[at + 2] != ']') last = text[at += 2];
                ranges += fold(last);
            }
            if (at >= text.size()) return fail(Errc::parse, "has [ without ]");
            out.tokens.push_back(token);
            i = at;
        } else {
            out.tokens.push_back({Kind::literal, fold(c)});
        }
    }
    return out;
}

bool PathPattern::fits(const Component& component, const Token& token, char c) const {
    if (letters_ == Case::insensitive) c = folded(c);
    const auto byte = [](char x) { return static_cast<unsigned char>(x); };
    switch (token.kind) {
        case Token::Kind::literal: return token.c == c;
        case Token::Kind::any:
        case Token::Kind::star: return true;
        case Token::Kind::one_of:
        case Token::Kind::none_of: break;
    }
    const std::string& ranges = component.sets[token.set];
    bool inside = false;
    for (std::size_t i = 0; i + 1 < ranges.size(); i += 2) {
        inside = inside || (byte(ranges[i]) <= byte(c) && byte(c) <= byte(ranges[i + 1]));
    }
    return inside == (token.kind == Token::Kind::one_of);
}

bool PathPattern::fits(const Component& component, std::string_view name) const {
    constexpr std::size_t kNone = std::string_view::npos;
    const auto& tokens = component.tokens;
    std::size_t p = 0, t = 0, star = kNone, mark = 0;
    while (t < name.size()) {
        if (p < tokens.size() && tokens[p].kind == Token::Kind::star) {
            star = p++;
            mark = t;
        } else if (p < tokens.size() && fits(component, tokens[p], name[t])) {
            ++p;
            ++t;
        } else if (star != kNone) {
            p = star + 1;
            t = ++mark;
        } else {
            return false;
        }
    }
    while (p < tokens.size() && tokens[p].kind == Token::Kind::star) ++p;
    return p == tokens.size();
}

// Returns true if some value of the holes makes the component match. With `prefix_only`, `name` is only the beginning
// of the component.
bool PathPattern::may_fit(const Component& component, std::string_view name, Hole hole, bool prefix_only) const {
    const auto& tokens = component.tokens;
    const std::size_t n = tokens.size();
    std::vector<char> now(n + 1, 0), next;
    const auto close = [&](std::vector<char>& states) {
        for (std::size_t i = 0; i < n; ++i) {
            if (states[i] && tokens[i].kind == Token::Kind::star) states[i + 1] = 1;
        }
    };
    now[0] = 1;
    close(now);
    for (std::size_t t = 0; t < name.size(); ++t) {
        next.assign(n + 1, 0);
        if (name[t] == kHole) {
            const bool no_dot = t == 0 && hole == Hole::visible && n > 0 && tokens[0].kind == Token::Kind::literal &&
                                tokens[0].c == '.';
            bool reached = false;
            for (std::size_t i = 0; i <= n; ++i) {
                reached = reached || now[i];
                next[i] = reached && (i == 0 || !no_dot);
            }
        } else {
            for (std::size_t i = 0; i < n; ++i) {
                if (!now[i] || !fits(component, tokens[i], name[t])) continue;
                next[tokens[i].kind == Token::Kind::star ? i : i + 1] = 1;
            }
        }
        close(next);
        now.swap(next);
    }
    return prefix_only ? std::ranges::find(now, 1) != now.end() : now[n] != 0;
}

std::uint64_t PathPattern::closure(std::uint64_t states) const {
    for (std::size_t i = 0; i < components_.size(); ++i) {
        if ((states >> i & 1) && components_[i].crosses) states |= std::uint64_t{1} << (i + 1);
    }
    return states;
}

// Removes the anchor from the front. The remaining text begins with '/' or is empty.
bool PathPattern::below_anchor(std::string_view& text) const {
    const std::string_view anchor = anchor_.text() == "/" ? std::string_view{} : std::string_view(anchor_.text());
    if (text.size() < anchor.size()) return false;
    for (std::size_t i = 0; i < anchor.size(); ++i) {
        const bool same = letters_ == Case::insensitive ? folded(anchor[i]) == folded(text[i]) : anchor[i] == text[i];
        if (!same) return false;
    }
    text.remove_prefix(anchor.size());
    return text.empty() || text.front() == '/';
}

bool PathPattern::matches(const AbsPath& path) const {
    return match(path.text(), Hole::component) == Match::yes;
}

bool PathPattern::matches_at_or_below(const AbsPath& directory) const {
    const std::string slash = directory.text() == "/" ? "" : "/";
    return matches(directory) || match(directory.text() + slash + kHole, Hole::anything) != Match::no;
}

std::size_t PathPattern::names_found_below(const AbsPath& directory) const {
    const auto last = std::ranges::find_if(components_.rbegin(), components_.rend(), &Component::crosses);
    const auto names = static_cast<std::size_t>(last - components_.rbegin());
    if (last == components_.rend() || names == 0) return 0;
    // The part before `**` must lie at or above the directory.
    PathPattern before(anchor_);
    before.components_.assign(components_.begin(), std::prev(last.base()));
    before.letters_ = letters_;
    const bool found = before.components_.empty() ? anchor_.contains(directory) : before.matches(directory);
    return found ? names : 0;
}

Match PathPattern::match(std::string_view text, Hole hole) const {
    if (text.starts_with(kHole)) return Match::maybe;
    const std::size_t first_hole = text.find(kHole);
    std::string_view rest = text;
    if (!below_anchor(rest)) {
        // A hole may still lead below the anchor: `/ho$x` for a rule under /home.
        if (first_hole == std::string_view::npos) return Match::no;
        const std::string_view known = text.substr(0, first_hole);
        const std::string_view anchor = anchor_.text();
        if (known.size() > anchor.size() || anchor.substr(0, known.size()) != known) return Match::no;
        const bool deep_enough =
            hole == Hole::anything || std::ranges::count(text, '/') >= std::ranges::count(anchor, '/');
        return deep_enough ? Match::maybe : Match::no;
    }
    const std::uint64_t done = std::uint64_t{1} << components_.size();
    std::uint64_t now = closure(1);
    bool sure = true;
    while (!(now & done) && !rest.empty()) {
        rest.remove_prefix(1);
        const std::string_view name = rest.substr(0, rest.find('/'));
        rest.remove_prefix(name.size());
        if (name.empty()) break;
        const std::size_t at = name.find(kHole);
        const bool open = at != std::string_view::npos;
        const bool into_the_unknown = open && hole == Hole::anything;
        std::uint64_t next = 0;
        for (std::uint64_t left = now; left != 0; left &= left - 1) {
            const auto i = static_cast<std::size_t>(std::countr_zero(left));
            const Component& component = components_[i];
            if (component.crosses) {
                next |= std::uint64_t{1} << i;
            } else if (into_the_unknown) {
                if (may_fit(component, name.substr(0, at), hole, true)) return Match::maybe;
            } else if (open ? may_fit(component, name, hole, false) : fits(component, name)) {
                next |= std::uint64_t{1} << (i + 1);
            }
        }
        if (into_the_unknown) return next != 0 ? Match::maybe : Match::no;
        if (open) sure = false;
        now = closure(next);
        if (now == 0) return Match::no;
    }
    if (!(now & done)) return Match::no;
    return sure ? Match::yes : Match::maybe;
}

}  // namespace postern::policy
