#include "record/redact.h"

#include "base/ascii.h"
#include "base/text.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace postern::record {
namespace {

// Parts of a name that say that its value is a secret: "token" in GITHUB_TOKEN, githubToken and --github-token.
constexpr std::string_view kSecretParts =
    "password passwords passwd passphrase pass pwd secret secrets token credential credentials authorization auth "
    "bearer "
    "cookie cookies apikey accesskey privatekey secretkey signature passcode otp jwt pat";
// Parts that make a secret of the part "key" behind them: a key alone is usually that of a table.
constexpr std::string_view kKeyParts = "api access private secret auth encryption account master signing service";
// Last parts of names whose value only says where a secret is, or something else about it.
constexpr std::string_view kHarmlessEnds =
    "file path dir directory name url uri type count size env id expiry limit mode";
// Names whose value goes on over blanks: "Authorization: Bearer X".
constexpr std::string_view kWholeLine = "authorization cookie";

// Beginnings that only secrets have, with the least number of characters that follow.
struct TypedPrefix {
    std::string_view text;
    std::size_t more;
};
constexpr auto kTypedPrefixes = std::to_array<TypedPrefix>({
    {"AKIA", 16},  // AWS access keys are in capitals, with few digits
    {"ASIA", 16},  // the same, for a while
    {"AIza", 30},  // Google
});

constexpr std::size_t kLeastRandom = 20;  // characters of a piece that may be taken for random
constexpr std::size_t kLeastTyped = 16;   // of one that follows "ghp_" or "sk-"

bool is_alnum(char c) {
    return is_letter(c) || is_digit(c);
}
bool is_name(char c) {
    return is_alnum(c) || c == '_' || c == '-';
}
bool is_upper(char c) {
    return c >= 'A' && c <= 'Z';
}
bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

// "githubToken", "GITHUB_TOKEN" and "github-token" as "github", "token".
std::vector<std::string> parts_of(std::string_view name) {
    std::vector<std::string> out(1);
    for (std::size_t i = 0; i < name.size(); ++i) {
        const char c = name[i];
        const bool hump = is_upper(c) && i > 0 && !is_upper(name[i - 1]);
        if ((hump || !is_alnum(c)) && !out.back().empty()) out.emplace_back();
        if (is_alnum(c)) out.back() += lower_case(std::string_view(&c, 1));
    }
    if (out.back().empty()) out.pop_back();
    return out;
}

bool names_secret(std::string_view name) {
    const std::vector<std::string> parts = parts_of(name);
    if (parts.empty() || listed(kHarmlessEnds, parts.back())) return false;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (listed(kSecretParts, parts[i])) return true;
        if (i > 0 && parts[i] == "key" && listed(kKeyParts, parts[i - 1])) return true;
    }
    return false;
}

// Where a value ends that begins at `at`: at the closing quote, or at the end of the word.
struct Extent {
    std::size_t begin, end;
};
Extent value_at(std::string_view text, std::size_t at, bool whole_line) {
    if (at < text.size() && (text[at] == '"' || text[at] == '\'')) {
        const char quote = text[at];
        std::size_t end = at + 1;
        while (end < text.size() && text[end] != quote) end += text[end] == '\\' && quote == '"' ? 2U : 1U;
        return {at + 1, std::min(end, text.size())};
    }
    const std::string_view ends = whole_line ? "\n\r\"'" : " \t\n\r\"'`&;|<>(){},";
    return {at, std::min(text.find_first_of(ends, at), text.size())};
}

class Redactor {
public:
    explicit Redactor(std::string_view text) : text_(text), hidden_(text.size(), false) {}

    std::string run() {
        hide_keys();
        hide_logins();
        hide_named();
        hide_shapes();
        return shown();
    }

private:
    void hide(std::size_t begin, std::size_t end) {
        // "$NAME" is a name, and what is hidden already needs no second mark.
        const std::string_view value = text_.substr(begin, end - begin);
        if (value.empty() || value.front() == '$' || value.find(kRedacted) != std::string_view::npos) return;
        for (std::size_t i = begin; i < end; ++i) hidden_[i] = true;
    }

    // -----BEGIN RSA PRIVATE KEY----- and everything to its end.
    void hide_keys() {
        constexpr std::string_view kBegin = "-----BEGIN ", kKey = "PRIVATE KEY", kEnd = "-----END ";
        for (std::size_t at = text_.find(kBegin); at != std::string_view::npos; at = text_.find(kBegin, at + 1)) {
            const std::size_t line = std::min(text_.find_first_of("\n\\", at), text_.size());
            if (text_.substr(at, line - at).find(kKey) == std::string_view::npos) continue;
            hide(at, std::min(text_.find(kEnd, at), text_.size()));
        }
    }

    // scheme://user:password@host
    void hide_logins() {
        for (std::size_t at = text_.find("://"); at != std::string_view::npos; at = text_.find("://", at + 1)) {
            const std::size_t begin = at + 3;
            const std::size_t end = std::min(text_.find_first_of(" \t\n\r\"'/?#", begin), text_.size());
            const std::size_t host = text_.substr(begin, end - begin).rfind('@');
            if (host == std::string_view::npos) continue;
            const std::size_t colon = text_.substr(begin, host).find(':');
            if (colon != std::string_view::npos) hide(begin + colon + 1, begin + host);
        }
    }

    // NAME=value, name: value, "name": "value", --name value, ?name=value&…
    void hide_named() {
        for (std::size_t begin = 0; begin < text_.size();) {
            if (!is_name(text_[begin])) {
                ++begin;
                continue;
            }
            std::size_t end = begin;
            while (end < text_.size() && is_name(text_[end])) ++end;
            hide_value_of(begin, end);
            begin = end;
        }
    }

    void hide_value_of(std::size_t begin, std::size_t end) {
        if (begin > 0 && text_[begin - 1] == '$') return;  // it is used, not set
        const std::string_view name = text_.substr(begin, end - begin);
        std::size_t at = end;
        const bool quoted = at < text_.size() && (text_[at] == '"' || text_[at] == '\'');
        if (quoted) ++at;
        while (at < text_.size() && is_blank(text_[at])) ++at;
        const bool set = at < text_.size() && (text_[at] == '=' || text_[at] == ':');
        const bool option = name.starts_with('-') && !quoted && at > end && at < text_.size() && text_[at] != '-';
        // "a = b" is no assignment of a shell, but it is one of many other languages.
        if ((!set && !option) || !names_secret(name)) return;
        if (set) ++at;
        while (set && at < text_.size() && is_blank(text_[at])) ++at;
        const std::vector<std::string> parts = parts_of(name);
        const Extent value = value_at(text_, at, set && listed(kWholeLine, parts.back()));
        hide(value.begin, value.end);
    }

    // Pieces of letters and digits that no person would write.
    void hide_shapes() {
        for (std::size_t begin = 0; begin < text_.size();) {
            if (!is_alnum(text_[begin])) {
                ++begin;
                continue;
            }
            std::size_t end = begin;
            while (end < text_.size() && is_alnum(text_[end])) ++end;
            if (looks_random(begin, end)) hide_around(begin, end);
            begin = end;
        }
    }

    [[nodiscard]] bool looks_random(std::size_t begin, std::size_t end) const {
        const std::string_view piece = text_.substr(begin, end - begin);
        for (const TypedPrefix& prefix : kTypedPrefixes) {
            if (piece.starts_with(prefix.text) && piece.size() >= prefix.text.size() + prefix.more) return true;
        }
        // "ghp_", "sk-": a word and a joint stand before it.
        const bool typed =
            begin > 1 && (text_[begin - 1] == '_' || text_[begin - 1] == '-') && is_alnum(text_[begin - 2]);
        if (piece.size() < (typed ? kLeastTyped : kLeastRandom)) return false;
        const auto kind = [](char c) { return is_digit(c) ? 0 : is_upper(c) ? 1 : 2; };
        std::size_t digits = 0, changes = 0;
        for (std::size_t i = 0; i < piece.size(); ++i) {
            digits += is_digit(piece[i]) ? 1U : 0U;
            changes += i > 0 && kind(piece[i]) != kind(piece[i - 1]) ? 1U : 0U;
        }
        if (digits == 0 || digits == piece.size()) return false;
        // Digests and names of commits are in every command line; one with a type before it is no digest.
        if (!typed && std::ranges::all_of(piece, [](char c) { return is_hex_digit(c); })) return false;
        return changes * 10 >= piece.size() * (typed ? 1U : 3U);
    }

    // What is joined to a random piece belongs to it: base64 has '+', '/' and '=' inside. A path stays readable.
    void hide_around(std::size_t begin, std::size_t end) {
        const auto joined = [](char c) { return is_alnum(c) || c == '_' || c == '-' || c == '+'; };
        while (begin > 0 && joined(text_[begin - 1])) --begin;
        while (end < text_.size() && joined(text_[end])) ++end;
        while (end < text_.size() && text_[end] == '=') ++end;
        hide(begin, end);
    }

    [[nodiscard]] std::string shown() const {
        std::string out;
        for (std::size_t i = 0; i < text_.size(); ++i) {
            if (!hidden_[i]) out += text_[i];
            if (hidden_[i] && (i == 0 || !hidden_[i - 1])) out += kRedacted;
        }
        return out;
    }

    std::string_view text_;
    std::vector<bool> hidden_;
};

// Tells whether there can be a secret at all: most text of a record is short words.
bool may_hold_secret(std::string_view text) {
    constexpr std::size_t kLeast = 6;
    return text.size() >= kLeast && text.find_first_of("=: -_0123456789") != std::string_view::npos;
}

}  // namespace

std::string redact(std::string_view text) {
    if (!may_hold_secret(text)) return std::string(text);
    return Redactor(text).run();
}

}  // namespace postern::record
