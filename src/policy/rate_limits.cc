#include "policy/rate_limits.h"

#include "base/text.h"
#include "policy/bash_match.h"
#include "policy/reasons.h"
#include "shell/invocation.h"

#include <algorithm>
#include <charconv>
#include <string_view>

namespace postern::policy {
namespace {

// Returns a path without `.` and `..` components and doubled slashes, so that `./web`, `x/../web` and `web` are one thing.
std::string normalised(std::string_view word) {
    const bool absolute = word.starts_with('/');
    std::vector<std::string_view> parts;
    for (const std::string_view part : split(word, '/')) {
        if (part.empty() || part == ".") continue;
        const bool back = part == ".." && !parts.empty() && parts.back() != "..";
        if (back) {
            parts.pop_back();
        } else {
            parts.push_back(part);
        }
    }
    std::string out;
    for (const std::string_view part : parts) {
        if (!out.empty() || absolute) out += '/';
        out += part;
    }
    return out.empty() ? std::string(word) : out;
}

// Returns the program without its directory, and the words that are not options. Later spellings are plainer, because
// they leave out global options.
std::vector<std::string> plain_words(const Spellings& spellings) {
    const Spellings::Form* plainest = nullptr;
    for (const Spellings::Form& form : spellings.forms()) {
        if (form.sure || plainest == nullptr) plainest = &form;
    }
    std::vector<std::string> out;
    for (const shell::Word& word : plainest->words) {
        if (out.empty()) {
            out.emplace_back(base_name(word.text));
        } else if (!word.text.starts_with('-')) {
            out.push_back(normalised(word.text));
        }
    }
    return out;
}

// Returns the words with the last one that the key names replaced by each word that stands there or later: `touch a web`
// counts for `a` and for `web`.
std::vector<std::vector<std::string>> one_by_one(const std::vector<std::string>& words, const Limit& limit) {
    const std::string_view key = limit.key;
    std::size_t last = 0;
    for (std::size_t n = 1; n <= words.size(); ++n) {
        if (key.find('{' + std::to_string(n) + '}') != key.npos) last = n;
    }
    std::vector<std::vector<std::string>> out;
    const bool operand = last > limit.rule.command->words().size();  // not a word of the rule itself
    for (std::size_t i = last; operand && i <= words.size(); ++i) {
        out.push_back(words);
        out.back()[last - 1] = words[i - 1];
    }
    if (out.empty()) out.push_back(words);
    return out;
}

// Replaces "{2}/{3}" by the second and third word. A missing word is replaced by nothing.
std::string filled(std::string_view key, const std::vector<std::string>& words) {
    std::string out;
    while (!key.empty()) {
        std::size_t number = 0;
        const auto [end, error] = std::from_chars(key.data() + 1, key.data() + key.size(), number);
        if (key.front() == '{' && error == std::errc() && end != key.data() + key.size() && *end == '}') {
            if (number >= 1 && number <= words.size()) out += words[number - 1];
            key.remove_prefix(static_cast<std::size_t>(end - key.data()) + 1);
        } else {
            out += key.front();
            key.remove_prefix(1);
        }
    }
    return out;
}

}  // namespace

std::vector<LimitHit> limits_hit_by(const Policy& policy, const shell::Command& command) {
    std::vector<LimitHit> out;
    if (policy.limits.empty() || command.words.empty()) return out;
    const Spellings spellings(command);
    for (const Limit& limit : policy.limits) {
        if (match_generously(*limit.rule.command, spellings) != Match::yes) continue;
        for (const std::vector<std::string>& words : one_by_one(plain_words(spellings), limit)) {
            LimitHit hit{&limit, filled(limit.key, words), shown(command)};
            if (std::ranges::find(out, hit) == out.end()) out.push_back(std::move(hit));
        }
    }
    return out;
}

std::string counter_of(const LimitHit& hit) {
    return hit.limit->rule.rule.text + '\n' + std::to_string(hit.limit->max) + '/' +
           std::to_string(hit.limit->per.count()) + '\n' + hit.limit->key + '\n' + hit.key;
}

Reason limit_reason(const LimitHit& hit) {
    const std::string times = hit.limit->max == 1 ? "once" : std::to_string(hit.limit->max) + " times";
    return {.verdict = Verdict::deny,
            .kind = ReasonKind::cooldown,
            .rule = hit.limit->rule.rule.text,
            .source = *hit.limit->rule.source,
            .pointer = hit.limit->rule.pointer,
            .subject = hit.subject,
            .message = '`' + hit.subject + "` needs human attention: it was run " + times + " within " +
                       hit.limit->per_text + ", and " + hit.limit->rule.rule.text + " allows no more"};
}

}  // namespace postern::policy
