#include "base/hash.h"

#include <sodium.h>

namespace postern {
namespace {

constexpr std::string_view kDigits = "0123456789abcdef";

}  // namespace

std::string hex(std::string_view bytes) {
    std::string out;
    out.reserve(2 * bytes.size());
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        out += kDigits[byte >> 4U];
        out += kDigits[byte & 0xfU];
    }
    return out;
}

std::optional<std::string> from_hex(std::string_view digits) {
    if (digits.size() % 2 != 0) return std::nullopt;
    std::string out;
    for (std::size_t i = 0; i < digits.size(); i += 2) {
        const std::size_t high = kDigits.find(digits[i]), low = kDigits.find(digits[i + 1]);
        if (high == std::string_view::npos || low == std::string_view::npos) return std::nullopt;
        out += static_cast<char>(high * 16 + low);
    }
    return out;
}

std::string hash_bytes(std::string_view bytes, std::size_t size) {
    std::string out(size, '\0');
    // Fails only for sizes that are not allowed.
    (void)crypto_generichash(reinterpret_cast<unsigned char*>(out.data()), out.size(),
                             reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), nullptr, 0);
    return out;
}

std::string content_hash(std::string_view bytes) {
    return hex(hash_bytes(bytes, kContentHashDigits / 2));
}

}  // namespace postern
