#include "programs/subcommands.h"

#include "base/text.h"

#include <algorithm>
#include <string_view>

namespace postern::programs {
namespace {

constexpr std::string_view kEnds = " =";

// Calls `each` with the place of every name that begins with the text, until it returns true.
template <class Function>
bool any_beginning(std::string_view same, std::string_view text, Function each) {
    for (std::size_t at = same.find(text); at != same.npos; at = same.find(text, at + 1)) {
        if ((at == 0 || kEnds.find(same[at - 1]) != kEnds.npos) && each(at)) return true;
    }
    return false;
}

// Returns the first of the names that are the same as the one at this place.
std::string_view first_of_group(std::string_view same, std::size_t at) {
    const std::size_t blank = same.rfind(' ', at);
    const std::string_view group = same.substr(blank == same.npos ? 0 : blank + 1);
    return group.substr(0, group.find_first_of(kEnds));
}

// Returns the first name of the group that has this name, or that alone has a name which begins with it.
std::string_view first_name(std::string_view same, std::string_view written) {
    std::string_view found;
    const bool whole = any_beginning(same, written, [&](std::size_t at) {
        const std::size_t end = at + written.size();
        if (end != same.size() && kEnds.find(same[end]) == kEnds.npos) return false;
        found = first_of_group(same, at);
        return true;
    });
    if (whole || !same.ends_with(" *")) return found;
    const bool several = any_beginning(same, written, [&](std::size_t at) {
        const std::string_view first = first_of_group(same, at);
        if (found.empty()) found = first;
        return found != first;
    });
    return several ? std::string_view{} : found;
}

}  // namespace

std::optional<Subcommand> find_subcommand(const ProgramRow& program, std::span<const std::string> words) {
    if (program.same.empty()) return std::nullopt;
    std::optional<Subcommand> found;
    std::string path;
    for (std::size_t i = 0; i < words.size() && !words[i].empty(); ++i) {
        path += words[i];
        if (const std::string_view first = first_name(program.same, path); !first.empty()) {
            path = first;
            found = Subcommand{.name = path, .words = i + 1};
        }
        path += '/';
        if (!any_beginning(program.same, path, [](std::size_t) { return true; })) break;
    }
    return found;
}

std::optional<std::vector<std::string>> with_first_names(std::span<const std::string> words) {
    const Row* const row = words.size() < 2 ? nullptr : find_row(words.front());
    const auto found = row == nullptr ? std::nullopt : find_subcommand(*row->program, words.subspan(1));
    if (!found) return std::nullopt;
    std::vector<std::string> out{words.front()};
    for (const std::string_view word : split(found->name, '/')) out.emplace_back(word);
    const auto rest = words.subspan(1 + found->words);
    out.insert(out.end(), rest.begin(), rest.end());
    if (std::ranges::equal(out, words)) return std::nullopt;
    return out;
}

}  // namespace postern::programs
