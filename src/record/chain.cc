#include "record/chain.h"

#include "base/ascii.h"
#include "base/hash.h"
#include "base/text.h"

#include <sodium.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>

namespace postern::record {
namespace {

constexpr std::string_view kAnchor = "record anchor ";
constexpr std::size_t kNumberDigits = 16;

std::string number_text(std::uint64_t number) {
    std::string out(kNumberDigits, '0');
    for (std::size_t i = kNumberDigits; i-- > 0; number >>= 4U) out[i] = "0123456789abcdef"[number & 0xfU];
    return out;
}

std::optional<std::uint64_t> number_of(std::string_view digits, int base) {
    std::uint64_t out = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), out, base);
    return error == std::errc{} && end == digits.data() + digits.size() ? std::optional(out) : std::nullopt;
}

bool is_seal(std::string_view text) {
    return text.size() == kSealDigits && std::ranges::all_of(text, [](char c) { return is_hex_digit(c); });
}

const unsigned char* bytes_of(std::string_view text) {
    return reinterpret_cast<const unsigned char*>(text.data());
}

// HMAC-SHA256 over the seal before, the number and the payload. The first two have a fixed length.
std::string seal_of(std::string_view key, std::string_view previous, std::string_view number,
                    std::string_view payload) {
    crypto_auth_hmacsha256_state state;
    std::string out(crypto_auth_hmacsha256_BYTES, '\0');
    (void)crypto_auth_hmacsha256_init(&state, bytes_of(key), key.size());
    for (const std::string_view part : {previous, number, payload})
        (void)crypto_auth_hmacsha256_update(&state, bytes_of(part), part.size());
    (void)crypto_auth_hmacsha256_final(&state, reinterpret_cast<unsigned char*>(out.data()));
    return hex(out);
}

// Stands in the place of the seal before a checkpoint: no other line has it.
constexpr std::string_view kNothingBefore = "checkpoint";

std::string joined_line(std::string_view payload, std::string_view number, std::string_view seal) {
    std::string out;
    out.reserve(payload.size() + kTrailerBytes + 1);
    out.append(payload).append(" ").append(number).append(" ").append(seal).append("\n");
    return out;
}

tl::unexpected<Error> no_checkpoint(std::string_view why) {
    return fail(Errc::invalid, "the first line of the ledger is no checkpoint: " + std::string(why));
}

}  // namespace

std::string seal_line(std::string_view key, const ChainLink& previous, std::uint64_t number, std::string_view payload) {
    const std::string digits = number_text(number);
    return joined_line(payload, digits, seal_of(key, previous.seal, digits, payload));
}

std::optional<LedgerLine> split_line(std::string_view line) {
    if (line.size() < kTrailerBytes) return std::nullopt;
    const std::string_view trailer = line.substr(line.size() - kTrailerBytes);
    const std::string_view digits = trailer.substr(1, kNumberDigits), seal = trailer.substr(kNumberDigits + 2);
    const auto number = number_of(digits, 16);
    if (trailer[0] != ' ' || trailer[kNumberDigits + 1] != ' ' || !number || !is_seal(seal)) return std::nullopt;
    return LedgerLine{line.substr(0, line.size() - kTrailerBytes), {*number, std::string(seal)}};
}

bool holds(std::string_view key, std::string_view previous_seal, const LedgerLine& line) {
    return seal_of(key, previous_seal, number_text(line.link.number), line.payload) == line.link.seal;
}

std::string checkpoint_line(std::string_view key, const Checkpoint& checkpoint) {
    const nlohmann::ordered_json payload{{"ledger", checkpoint.ledger},
                                         {"version", 1},
                                         {"after", checkpoint.removed.seal},
                                         {"offset", checkpoint.offset},
                                         {"time", checkpoint.time_ms}};
    return seal_line(key, {0, std::string(kNothingBefore)}, checkpoint.removed.number, payload.dump());
}

Result<Checkpoint> parse_checkpoint(std::optional<std::string_view> key, std::string_view line) {
    const auto parts = split_line(line);
    if (!parts) return no_checkpoint("it has no seal");
    if (key && !holds(*key, kNothingBefore, *parts)) return no_checkpoint("its seal does not hold");
    const auto value = nlohmann::json::parse(parts->payload, nullptr, false);
    if (!value.is_object()) return no_checkpoint("it is no JSON object");
    const auto text = [&](const char* name) {
        return value.contains(name) && value[name].is_string() ? value[name].get<std::string>() : std::string{};
    };
    if (!value.contains("version") || value["version"] != 1) return no_checkpoint("its version is not known");
    if (!is_seal(text("after")) || !value.contains("offset") || !value["offset"].is_number_unsigned())
        return no_checkpoint("a member is missing");
    Checkpoint out{.ledger = text("ledger"),
                   .removed = {parts->link.number, text("after")},
                   .offset = value["offset"].get<std::uint64_t>()};
    if (value.contains("time") && value["time"].is_number_integer()) out.time_ms = value["time"].get<std::int64_t>();
    return out;
}

std::string anchor_text(const std::string& ledger, const ChainLink& link) {
    return std::string(kAnchor) + ledger + ' ' + std::to_string(link.number) + ' ' + link.seal;
}

std::optional<ChainLink> anchor_in(std::string_view line, std::string_view ledger) {
    const std::size_t at = line.find(kAnchor);
    if (at == std::string_view::npos) return std::nullopt;
    const std::vector<std::string_view> words = split(line.substr(at + kAnchor.size()), ' ');
    if (words.size() < 3 || words[0] != ledger) return std::nullopt;
    const auto number = number_of(words[1], 10);
    const std::string_view seal = words[2].substr(0, kSealDigits);
    if (!number || !is_seal(seal)) return std::nullopt;
    return ChainLink{*number, std::string(seal)};
}

}  // namespace postern::record
