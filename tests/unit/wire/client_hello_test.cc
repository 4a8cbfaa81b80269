#include "wire/client_hello.h"

#include "in_pieces.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace postern::wire {
namespace {

using namespace std::string_literals;
using Read = std::variant<Incomplete, NotTls, BadHello, ClientHello>;

// What OpenSSL 3.0 sends to a.example when it may speak TLS 1.2 only.
std::string openssl_hello() {
    const std::string_view hex =
        "16030100af010000ab0303b0d6df5abfed01237f1f44f5d7fcb8ae23d84b91373cba8d7da18f661600253500001ec02cc030c02bc02f"
        "cca9cca8c024c028c023c027009f009e006b006700ff010000640000000e000c000009612e6578616d706c65000b000403000102000a"
        "000c000a001d0017001e00190018002300000016000000170000000d002a0028040305030603080708080809080a080b080408050806"
        "040105010601030303010302040205020602";
    std::string bytes;
    for (std::size_t i = 0; i < hex.size(); i += 2) {
        bytes += static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16));
    }
    return bytes;
}

std::string number(std::size_t value, std::size_t width) {
    std::string out;
    for (std::size_t i = width; i-- > 0;) out += static_cast<char>(value >> (8 * i) & 0xff);
    return out;
}

// The bytes with their length in front.
std::string vector(const std::string& bytes, std::size_t width) {
    return number(bytes.size(), width) + bytes;
}

std::string extension(unsigned type, const std::string& content) {
    return number(type, 2) + vector(content, 2);
}

std::string name_entry(const std::string& name, char type = '\0') {
    return type + vector(name, 2);
}

std::string server_name(const std::string& name) {
    return extension(0, vector(name_entry(name), 2));
}

std::string record(const std::string& fragment, const std::string& start = "\x16\3\1") {
    return start + vector(fragment, 2);
}

const std::string kRandom(32, 'r');
const std::string kStart = "\3\3" + kRandom + vector("", 1) + vector("\x13\1", 2) + vector("\0"s, 1);

std::string message(const std::string& body, char type = '\1') {
    return type + vector(body, 3);
}

std::string hello(const std::string& extensions) {
    return message(kStart + vector(extensions, 2));
}

// The message in records of `size` bytes.
std::string in_records(const std::string& whole, std::size_t size) {
    std::string out;
    for (std::size_t at = 0; at < whole.size(); at += size) out += record(whole.substr(at, size));
    return out;
}

std::string text_of(const Read& read) {
    if (std::holds_alternative<Incomplete>(read)) return "incomplete";
    if (std::holds_alternative<NotTls>(read)) return "not TLS";
    if (const auto* wrong = std::get_if<BadHello>(&read)) return wrong->reason;
    return "accepted";
}

TEST(ReadClientHello, FindsTheServerName) {
    const std::string other = extension(0x0a0a, "") + extension(43, "\2\3\4");
    const ClientHello plain{.server_name = "a.example"};
    const struct {
        std::string bytes;
        ClientHello wanted;
    } cases[] = {
        {openssl_hello(), plain},
        {in_records(openssl_hello().substr(5), 1), plain},
        {in_records(openssl_hello().substr(5), 50), plain},
        {record(hello(other + server_name("a.example"))), plain},
        {record(hello(server_name("a.example") + other), "\x16\3\0"s), plain},
        {record(hello(server_name("a.example") + other), "\x16\3\4"), plain},
        {record(hello(server_name("A_b.example."))), {.server_name = "A_b.example."}},
        {record(hello(server_name(std::string(255, 'a')))), {.server_name = std::string(255, 'a')}},
        {record(hello(other)), {}},
        {record(hello("")), {}},
        {record(message(kStart)), {}},
        {record(hello(extension(0xfe0d, "\0\0"s) + server_name("a.example"))),
         {.server_name = "a.example", .encrypted_client_hello = true}},
        {record(hello(extension(0xffce, "x"))), {.encrypted_client_hello = true}},
        {in_records(hello(extension(21, std::string(50000, '\0'))), 16384), {}},
    };
    for (const auto& c : cases) {
        const auto read = read_client_hello(c.bytes);
        EXPECT_TRUE(read == Read(c.wanted)) << text_of(read);
        EXPECT_TRUE(read_client_hello(c.bytes + "\x14\3\3") == read) << "what follows is not looked at";
        if (c.bytes.size() < 2000) expect_complete_at_the_end(read_client_hello, c.bytes);
    }
}

TEST(ReadClientHello, TellsWhatIsNotTls) {
    for (const std::string& bytes : {"GET / HTTP/1.1\r\n\r\n"s, "SSH-2.0-x\r\n"s, "\x16\2"s, "\0"s, "\x80\x2e\1\3\1"s,
                                     "\x15\3\1\0\2\2\x28"s, "\x17\3\3\0\1x"s}) {
        EXPECT_TRUE(read_client_hello(bytes) == Read(NotTls{})) << bytes;
        expect_the_first_answer_to_stay(read_client_hello, bytes);
    }
    EXPECT_TRUE(read_client_hello("") == Read(Incomplete{}));
    EXPECT_TRUE(read_client_hello("\x16") == Read(Incomplete{}));
}

TEST(ReadClientHello, RefusesWhatIsNotWellFormed) {
    const char* const length = "the server name extension has a wrong length";
    const char* const ascii = "the server name is not printable ASCII";
    const char* const size = "the server name is not 1 to 255 bytes long";
    const char* const end = "the extensions do not end with the message";
    const std::string good = hello(server_name("a.example"));
    const struct {
        std::string bytes;
        const char* wanted;
    } cases[] = {
        {"\x16\3\1\0\0"s, "an empty record"},
        {"\x16\3\1\x40\1", "a record is longer than 16 KiB"},
        {record(message("", '\2')), "the first message is not a ClientHello"},
        {record(good.substr(0, 1)) + "\x15\3\1\0\2\2\x28"s, "another record inside the ClientHello"},
        {record(good.substr(0, 9)) + "\x14\3\3\0\1\1"s, "another record inside the ClientHello"},
        {record(good.substr(0, 9)) + "\x16\2", "an unknown version of TLS"},
        {record(good.substr(0, 9)) + "\x16\3\1\0\0"s, "an empty record"},
        {record(good + "x"), "something follows the ClientHello in its record"},
        {record(good + good), "something follows the ClientHello in its record"},
        {record(good.substr(0, 9)) + record(good.substr(9) + "\1"), "something follows the ClientHello in its record"},
        {record("\1\1\0\0"s), "the message is longer than 64 KiB"},
        {in_records(hello(extension(21, std::string(60000, '\0'))), 40), "the message is longer than 64 KiB"},
        {record(message("")), "the message is too short"},
        {record(message(kStart.substr(0, kStart.size() - 1))), "the message is too short"},
        {record(message("\2\3" + kStart.substr(2))), "an unknown version of TLS"},
        {record(message("\3\3" + kRandom + vector(std::string(33, 's'), 1) + vector("\x13\1", 2) + vector("\0"s, 1))),
         "the session identifier is longer than 32 bytes"},
        {record(message("\3\3" + kRandom + vector("", 1) + vector("", 2) + vector("\0"s, 1))),
         "the list of ciphers has a wrong length"},
        {record(message("\3\3" + kRandom + vector("", 1) + vector("abc", 2) + vector("\0"s, 1))),
         "the list of ciphers has a wrong length"},
        {record(message("\3\3" + kRandom + vector("", 1) + vector("ab", 2) + vector("", 1))),
         "the list of compressions is empty"},
        {record(message(kStart + "\0"s)), end},
        {record(message(kStart + "\0\1"s)), end},
        {record(message(kStart + vector(server_name("a"), 2) + "x")), end},
        {record(hello("\0"s)), "an extension is longer than the message"},
        {record(hello("\0\x2b\0\1"s)), "an extension is longer than the message"},
        {record(hello(server_name("a") + server_name("a"))), "an extension comes twice"},
        {record(hello(server_name("a") + extension(5, "") + server_name("b"))), "an extension comes twice"},
        {record(hello(extension(0xfe0d, "") + extension(0xfe0d, ""))), "an extension comes twice"},
        {record(hello(extension(0, ""))), length},
        {record(hello(extension(0, "\0\0"s))), length},
        {record(hello(extension(0, vector(name_entry("a"), 2) + "x"))), length},
        {record(hello(extension(0, vector(name_entry("a").substr(0, 3), 2)))), length},
        {record(hello(extension(0, vector("\0\0\5a"s, 2)))), length},
        {record(hello(extension(0, vector(name_entry("a", '\1'), 2)))), "a server name of an unknown type"},
        {record(hello(extension(0, vector(name_entry("a") + name_entry("b"), 2)))), "more than one server name"},
        {record(hello(extension(0, vector(name_entry("a") + "x", 2)))), "more than one server name"},
        {record(hello(server_name(""))), size},
        {record(hello(server_name(std::string(256, 'a')))), size},
        {record(hello(server_name("a\0b"s))), ascii},
        {record(hello(server_name("a\n"))), ascii},
        {record(hello(server_name("a b"))), ascii},
        {record(hello(server_name("a\x7f"))), ascii},
        {record(hello(server_name("a\xc3\xa9"))), ascii},
    };
    for (const auto& c : cases) {
        const auto read = read_client_hello(c.bytes);
        EXPECT_TRUE(read == Read(BadHello{c.wanted})) << c.wanted << ": " << text_of(read);
        if (c.bytes.size() < 2000) expect_the_first_answer_to_stay(read_client_hello, c.bytes);
    }
}

TEST(ReadClientHello, NeverWaitsForMoreThanItsLimit) {
    const std::string endless = in_records("\1\0\xff\xf0"s + std::string(65520, 'x'), 1);
    EXPECT_EQ(text_of(read_client_hello(endless.substr(0, kClientHelloLimit))), "the message is longer than 64 KiB");
    for (const std::size_t size : {kClientHelloLimit + 1, kClientHelloLimit + 2, endless.size()}) {
        EXPECT_EQ(text_of(read_client_hello(endless.substr(0, size) + "zz")), "the message is longer than 64 KiB");
    }
    const std::string large = in_records("\1\0\xff\xf0"s + std::string(65520, 'x'), 16384);
    EXPECT_EQ(text_of(read_client_hello(large.substr(0, kClientHelloLimit))), "the message is longer than 64 KiB");
}

TEST(ReadClientHello, AnswersTheSameHoweverItArrives) {
    for (const std::string& bytes : {openssl_hello(), in_records(openssl_hello().substr(5), 7)}) {
        for_each_mutation(bytes, 500,
                          [](const std::string& text) { expect_the_first_answer_to_stay(read_client_hello, text); });
    }
}

}  // namespace
}  // namespace postern::wire
