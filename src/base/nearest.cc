#include "base/nearest.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace postern {
namespace {

constexpr std::size_t kLongestWord = 128;  // longer words are not typing mistakes; bounds the table

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

// Returns the edit distance, where swapping two neighbours counts as one edit. Keeps three rows of the table.
std::size_t distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before(b.size() + 1), previous(b.size() + 1), row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) previous[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const bool same = lower(a[i - 1]) == lower(b[j - 1]);
            row[j] = std::min({previous[j] + 1, row[j - 1] + 1, previous[j - 1] + (same ? 0U : 1U)});
            const bool swapped =
                i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]);
            if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
        }
        std::swap(before, previous);
        std::swap(previous, row);
    }
    return previous[b.size()];
}

}  // namespace

std::optional<std::string_view> nearest(std::string_view word, std::span<const std::string_view> candidates) {
    if (word.size() > kLongestWord) return std::nullopt;
    std::optional<std::string_view> best;
    std::size_t least = 0;
    for (const std::string_view candidate : candidates) {
        const std::size_t d = distance(word, candidate);
        // A word with mistakes in more than half of its letters is another word.
        if (d * 2 > std::max<std::size_t>(word.size(), 2)) continue;
        if (!best || d < least) {
            best = candidate;
            least = d;
        }
    }
    return best;
}

}  // namespace postern
