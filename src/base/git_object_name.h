// The name that git gives an object: the hash of its type, size and content.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace postern {

inline constexpr std::size_t kSha1Digits = 40;  // in most repositories; others have 64, of SHA-256

// `type` is "blob", "tree" or "commit".
[[nodiscard]] std::string git_object_name(std::string_view type, std::string_view content, std::size_t digits);

}  // namespace postern
