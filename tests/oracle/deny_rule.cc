#include "deny_rule.h"

#include "generator.h"

#include <algorithm>
#include <string_view>

namespace postern::oracle {

namespace {

constexpr std::size_t kMostWords = 2;

// Returns true for a word that can stand in a rule unquoted and stands only for itself there.
bool is_plain(std::string_view word) {
    return !word.empty() && std::ranges::all_of(word, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_';
    });
}

std::size_t plain_words(const Record& record) {
    const auto end = std::ranges::find_if_not(record.arguments, is_plain);
    return std::min(static_cast<std::size_t>(end - record.arguments.begin()), kMostWords);
}

}  // namespace

bool DenyRule::met_by(const Record& record) const {
    if (record.name != program) return false;
    if (record.cut) return open && words.empty();
    if (record.arguments.size() < words.size() || (!open && record.arguments.size() != words.size())) return false;
    return std::equal(words.begin(), words.end(), record.arguments.begin());
}

DenyRule pick_rule(Rng& rng, const std::vector<Record>& ran) {
    DenyRule rule;
    Record about{.name = "p" + std::to_string(rng.below(kLeafCount)), .arguments = {}};
    if (!ran.empty() && !rng.one_in(3)) about = ran[rng.below(ran.size())];
    rule.program = about.name;
    const auto words = static_cast<std::ptrdiff_t>(rng.below(plain_words(about) + 1));
    rule.words.assign(about.arguments.begin(), about.arguments.begin() + words);
    rule.open = about.cut || rule.words.size() != about.arguments.size() || !rng.one_in(4);
    rule.text = "Bash(" + rule.program;
    for (const std::string& word : rule.words) rule.text += " " + word;
    if (rule.open) rule.text += rng.one_in(2) ? ":*" : " *";
    rule.text += ")";
    return rule;
}

}  // namespace postern::oracle
