#include "wire/client_hello.h"

#include <algorithm>
#include <vector>

namespace postern::wire {
namespace {

constexpr unsigned kHandshakeRecord = 22;
constexpr unsigned kMajorVersion = 3;
constexpr unsigned kClientHelloMessage = 1;
constexpr std::size_t kRecordHeader = 5;
constexpr std::size_t kRecordLimit = std::size_t{1} << 14;
constexpr std::size_t kMessageHeader = 4;
constexpr std::size_t kRandom = 32;
constexpr std::size_t kSessionIdLimit = 32;
constexpr std::size_t kNameLimit = 255;

constexpr unsigned kServerName = 0;
constexpr unsigned kEncryptedClientHello = 0xfe0d;
constexpr unsigned kEncryptedServerName = 0xffce;  // predecessor of encrypted_client_hello

// Reads big-endian numbers and length-prefixed fields. After one is missing, all further reads fail.
class Fields {
public:
    explicit Fields(std::string_view bytes) : rest_(bytes) {}

    std::optional<std::size_t> number(std::size_t width) {
        const auto bytes = take(width);
        if (!bytes) return std::nullopt;
        std::size_t value = 0;
        for (const char c : *bytes) value = value << 8 | static_cast<unsigned char>(c);
        return value;
    }
    std::optional<std::string_view> take(std::size_t size) {
        if (rest_.size() < size) {
            rest_ = {};
            return std::nullopt;
        }
        const auto taken = rest_.substr(0, size);
        rest_.remove_prefix(size);
        return taken;
    }
    std::optional<std::string_view> vector(std::size_t width) {
        const auto size = number(width);
        if (!size) return std::nullopt;
        return take(*size);
    }
    [[nodiscard]] bool empty() const noexcept { return rest_.empty(); }

private:
    std::string_view rest_;
};

std::optional<BadHello> read_server_name(std::string_view extension, ClientHello& hello) {
    Fields fields(extension);
    const auto list = fields.vector(2);
    if (!list || !fields.empty()) return BadHello{"the server name extension has a wrong length"};
    Fields entries(*list);
    const auto type = entries.number(1);
    const auto name = entries.vector(2);
    if (!type || !name) return BadHello{"the server name extension has a wrong length"};
    if (*type != 0) return BadHello{"a server name of an unknown type"};
    if (!entries.empty()) return BadHello{"more than one server name"};
    if (name->empty() || name->size() > kNameLimit) return BadHello{"the server name is not 1 to 255 bytes long"};
    if (!std::ranges::all_of(*name, [](char c) { return c > ' ' && c < '\x7f'; })) {
        return BadHello{"the server name is not printable ASCII"};
    }
    hello.server_name = *name;
    return std::nullopt;
}

std::optional<BadHello> read_extensions(std::string_view extensions, ClientHello& hello) {
    Fields fields(extensions);
    std::vector<std::size_t> seen;
    while (!fields.empty()) {
        const auto type = fields.number(2);
        const auto content = fields.vector(2);
        if (!type || !content) return BadHello{"an extension is longer than the message"};
        seen.push_back(*type);
        if (*type == kEncryptedClientHello || *type == kEncryptedServerName) hello.encrypted_client_hello = true;
        if (*type != kServerName) continue;
        if (auto wrong = read_server_name(*content, hello)) return wrong;
    }
    std::ranges::sort(seen);
    if (std::ranges::adjacent_find(seen) != seen.end()) return BadHello{"an extension comes twice"};
    return std::nullopt;
}

std::variant<Incomplete, NotTls, BadHello, ClientHello> read_message(std::string_view message) {
    Fields fields(message);
    const auto version = fields.number(2);
    const auto random = fields.take(kRandom);
    const auto session = fields.vector(1);
    const auto ciphers = fields.vector(2);
    const auto compressions = fields.vector(1);
    if (!version || !random || !session || !ciphers || !compressions) return BadHello{"the message is too short"};
    if (*version >> 8 != kMajorVersion) return BadHello{"an unknown version of TLS"};
    if (session->size() > kSessionIdLimit) return BadHello{"the session identifier is longer than 32 bytes"};
    if (ciphers->empty() || ciphers->size() % 2 != 0) return BadHello{"the list of ciphers has a wrong length"};
    if (compressions->empty()) return BadHello{"the list of compressions is empty"};
    ClientHello hello;
    if (fields.empty()) return hello;  // before TLS 1.3 extensions were optional
    const auto extensions = fields.vector(2);
    if (!extensions || !fields.empty()) return BadHello{"the extensions do not end with the message"};
    if (auto wrong = read_extensions(*extensions, hello)) return std::move(*wrong);
    return hello;
}

// Returns the length of the message including its header, once the header is complete.
std::variant<Incomplete, BadHello, std::size_t> message_size(std::string_view begun) {
    if (begun.empty()) return Incomplete{};
    if (static_cast<unsigned char>(begun[0]) != kClientHelloMessage) {
        return BadHello{"the first message is not a ClientHello"};
    }
    if (begun.size() < kMessageHeader) return Incomplete{};
    const std::size_t size = kMessageHeader + *Fields(begun.substr(1)).number(3);
    if (size > kClientHelloLimit) return BadHello{"the message is longer than 64 KiB"};
    return size;
}

// Returns the length of the record at the beginning of `bytes`, without its header.
std::variant<Incomplete, BadHello, std::size_t> record_size(std::string_view bytes) {
    if (!bytes.empty() && static_cast<unsigned char>(bytes[0]) != kHandshakeRecord) {
        return BadHello{"another record inside the ClientHello"};
    }
    if (bytes.size() > 1 && static_cast<unsigned char>(bytes[1]) != kMajorVersion) {
        return BadHello{"an unknown version of TLS"};
    }
    if (bytes.size() < kRecordHeader) return Incomplete{};
    const std::size_t size = *Fields(bytes.substr(3)).number(2);
    if (size == 0) return BadHello{"an empty record"};
    if (size > kRecordLimit) return BadHello{"a record is longer than 16 KiB"};
    return size;
}

}  // namespace

std::variant<Incomplete, NotTls, BadHello, ClientHello> read_client_hello(std::string_view bytes) {
    if (!bytes.empty() && static_cast<unsigned char>(bytes[0]) != kHandshakeRecord) return NotTls{};
    if (bytes.size() > 1 && static_cast<unsigned char>(bytes[1]) != kMajorVersion) return NotTls{};
    bytes = bytes.substr(0, kClientHelloLimit);
    std::string message;  // put together from the records
    for (std::size_t at = 0;;) {
        const auto record = record_size(bytes.substr(at));
        if (const auto* wrong = std::get_if<BadHello>(&record)) return *wrong;
        if (std::holds_alternative<Incomplete>(record)) {
            if (bytes.size() == kClientHelloLimit) return BadHello{"the message is longer than 64 KiB"};
            return Incomplete{};
        }
        const std::size_t size = std::get<std::size_t>(record);
        at += kRecordHeader;
        if (at + size > kClientHelloLimit) return BadHello{"the message is longer than 64 KiB"};
        const std::size_t end = message.size() + size;  // length of the message when this record is complete
        message += bytes.substr(at, size);
        const auto wanted = message_size(message);
        if (const auto* wrong = std::get_if<BadHello>(&wanted)) return *wrong;
        if (const auto* whole = std::get_if<std::size_t>(&wanted)) {
            if (end > *whole) return BadHello{"something follows the ClientHello in its record"};
            if (message.size() == *whole) return read_message(std::string_view(message).substr(kMessageHeader));
        }
        if (message.size() < end) return Incomplete{};
        at += size;
    }
}

}  // namespace postern::wire
