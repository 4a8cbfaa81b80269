// Hashes and hexadecimal digits.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace postern {

[[nodiscard]] std::string hex(std::string_view bytes);  // in lower case
// Returns the bytes, or nullopt if `digits` is not an even number of digits as `hex` writes them.
[[nodiscard]] std::optional<std::string> from_hex(std::string_view digits);

// BLAKE2b of `size` bytes, 16 to 64.
[[nodiscard]] std::string hash_bytes(std::string_view bytes, std::size_t size);

inline constexpr std::size_t kContentHashDigits = 64;
[[nodiscard]] std::string content_hash(std::string_view bytes);  // BLAKE2b-256 in hexadecimal digits

}  // namespace postern
