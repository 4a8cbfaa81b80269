#include "wire/proxy_answer.h"

#include "base/ascii.h"
#include "wire/http_head.h"

#include <algorithm>

namespace postern::wire {
namespace {

constexpr std::size_t kStatusEnd = 12;  // of `HTTP/1.1 200`
constexpr std::size_t kHeadersMost = 100;

unsigned byte_at(std::string_view bytes, std::size_t at) {
    return static_cast<unsigned char>(bytes[at]);
}

// `HTTP/1.x NNN`, as far as it is there.
bool begins_well(std::string_view bytes) {
    constexpr std::string_view kForm = "HTTP/1.# ###";
    for (std::size_t i = 0; i < std::min(bytes.size(), kForm.size()); ++i) {
        if (kForm[i] == '#' ? !is_digit(bytes[i]) : bytes[i] != kForm[i]) return false;
    }
    return bytes.size() < 8 || bytes[7] == '0' || bytes[7] == '1';
}

int status_at_the_beginning(std::string_view bytes) {
    return (bytes[9] - '0') * 100 + (bytes[10] - '0') * 10 + (bytes[11] - '0');
}

SocksByteAnswer parse_two(std::string_view bytes, unsigned version) {
    if (!bytes.empty() && byte_at(bytes, 0) != version) return BadAnswer{"its answer is not SOCKS5"};
    if (bytes.size() < 2) return Incomplete{};
    return SocksByte{.value = byte_at(bytes, 1)};
}

}  // namespace

std::optional<int> status_in(std::string_view bytes) {
    if (!begins_well(bytes)) return 0;
    if (bytes.size() < kStatusEnd) return std::nullopt;
    return status_at_the_beginning(bytes);
}

std::variant<Incomplete, BadAnswer, HttpAnswer> parse_http_answer(std::string_view bytes) {
    if (!begins_well(bytes)) return BadAnswer{"its answer is not HTTP/1"};
    const std::string_view all = bytes.substr(0, kAnswerLimit);
    HttpAnswer answer;
    for (std::size_t lines = 0;; ++lines) {
        const auto next = next_line(all.substr(answer.size));
        if (std::holds_alternative<BadRequest>(next)) return BadAnswer{"its answer has a line that is not HTTP"};
        if (std::holds_alternative<Incomplete>(next)) {
            if (all.size() == kAnswerLimit) return BadAnswer{"its answer is longer than 16 KiB"};
            return Incomplete{};
        }
        const auto line = std::get<std::string_view>(next);
        answer.size += line.size() + 2;
        if (lines == 0) {
            const bool well_formed = line.size() == kStatusEnd || (line.size() > kStatusEnd && line[kStatusEnd] == ' ');
            if (!well_formed) return BadAnswer{"its answer is not HTTP/1"};
            answer.status = status_at_the_beginning(line);
            answer.phrase = line.substr(std::min(kStatusEnd + 1, line.size()));
            if (answer.status < 100) return BadAnswer{"its answer has no status"};
            continue;
        }
        if (line.empty()) return answer;
        if (lines > kHeadersMost) return BadAnswer{"its answer has more than 100 headers"};
        if (std::holds_alternative<BadRequest>(parse_header_line(line))) {
            return BadAnswer{"its answer has a line that is no header"};
        }
    }
}

SocksByteAnswer parse_socks_method(std::string_view bytes) {
    return parse_two(bytes, 5);
}

SocksByteAnswer parse_socks_login(std::string_view bytes) {
    return parse_two(bytes, 1);
}

SocksByteAnswer parse_socks_outcome(std::string_view bytes) {
    auto outcome = parse_two(bytes, 5);
    auto* said = std::get_if<SocksByte>(&outcome);
    if (!said || said->value != 0) return outcome;
    if (bytes.size() > 2 && byte_at(bytes, 2) != 0) return BadAnswer{"its answer is not SOCKS5"};
    if (bytes.size() < 4) return Incomplete{};
    switch (byte_at(bytes, 3)) {
        case 1: said->size = 4 + 4 + 2; break;
        case 4: said->size = 4 + 16 + 2; break;
        case 3:
            if (bytes.size() < 5) return Incomplete{};
            said->size = 4 + 1 + byte_at(bytes, 4) + 2;
            break;
        default: return BadAnswer{"its answer has an unknown type of address"};
    }
    if (bytes.size() < said->size) return Incomplete{};
    return outcome;
}

}  // namespace postern::wire
