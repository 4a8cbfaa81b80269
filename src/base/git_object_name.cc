#include "base/git_object_name.h"

#include "base/hash.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include <sodium.h>

namespace postern {
namespace {

using State = std::array<std::uint32_t, 5>;
constexpr std::size_t kBlock = 64;

std::uint32_t word_at(std::string_view bytes, std::size_t at) {
    std::uint32_t out = 0;
    for (std::size_t i = 0; i < 4; ++i) out = out << 8U | static_cast<unsigned char>(bytes[at + i]);
    return out;
}

void add_block(State& state, std::string_view block) {
    std::array<std::uint32_t, 80> w{};
    for (std::size_t i = 0; i < 16; ++i) w[i] = word_at(block, i * 4);
    for (std::size_t i = 16; i < w.size(); ++i) w[i] = std::rotl(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
    auto [a, b, c, d, e] = state;
    for (std::size_t i = 0; i < w.size(); ++i) {
        const std::uint32_t mixed = i < 20   ? ((b & c) | (~b & d)) + 0x5A827999U
                                    : i < 40 ? (b ^ c ^ d) + 0x6ED9EBA1U
                                    : i < 60 ? ((b & c) | (b & d) | (c & d)) + 0x8F1BBCDCU
                                             : (b ^ c ^ d) + 0xCA62C1D6U;
        const std::uint32_t next = std::rotl(a, 5) + mixed + e + w[i];
        e = d;
        d = c;
        c = std::rotl(b, 30);
        b = a;
        a = next;
    }
    state = {state[0] + a, state[1] + b, state[2] + c, state[3] + d, state[4] + e};
}

std::string big_endian(std::uint64_t number, std::size_t size) {
    std::string out(size, '\0');
    for (std::size_t i = 0; i < size; ++i) out[size - 1 - i] = static_cast<char>(number >> (8 * i) & 0xFFU);
    return out;
}

std::string sha1(std::string_view bytes) {
    State state{0x67452301U, 0xEFCDAB89U, 0x98BADCFEU, 0x10325476U, 0xC3D2E1F0U};
    std::size_t at = 0;
    for (; bytes.size() - at >= kBlock; at += kBlock) add_block(state, bytes.substr(at, kBlock));
    std::string rest(bytes.substr(at));
    rest += '\x80';
    while (rest.size() % kBlock != kBlock - 8) rest += '\0';
    rest += big_endian(bytes.size() * 8, 8);
    for (at = 0; at < rest.size(); at += kBlock) add_block(state, std::string_view(rest).substr(at, kBlock));
    std::string out;
    for (const std::uint32_t part : state) out += big_endian(part, 4);
    return out;
}

std::string sha256(std::string_view bytes) {
    std::string out(crypto_hash_sha256_BYTES, '\0');
    (void)crypto_hash_sha256(reinterpret_cast<unsigned char*>(out.data()),
                             reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
    return out;
}

}  // namespace

std::string git_object_name(std::string_view type, std::string_view content, std::size_t digits) {
    std::string whole = std::string(type) + ' ' + std::to_string(content.size()) + '\0';
    whole += content;
    return hex(digits == kSha1Digits ? sha1(whole) : sha256(whole));
}

}  // namespace postern
