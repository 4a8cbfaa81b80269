#include "wire/http_body.h"

#include "in_pieces.h"

#include <gtest/gtest.h>

#include <string>

namespace postern::wire {
namespace {

using namespace std::string_literals;

Head chunked() {
    return {.method = "POST", .target = "/", .chunked = true};
}

Head of_length(std::uint64_t length) {
    return {.method = "POST", .target = "/", .content_length = length};
}

struct Outcome {
    std::size_t taken = 0;
    bool done = false;
    std::optional<BadRequest> wrong = std::nullopt;
    bool operator==(const Outcome&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Outcome& outcome) {
    out << outcome.taken << (outcome.done ? " done" : " open");
    if (outcome.wrong) out << ' ' << outcome.wrong->status << ' ' << outcome.wrong->reason;
    return out;
}

// Given `step` bytes at a time.
Outcome read(const Head& head, std::string_view bytes, std::size_t step) {
    BodyReader reader(head);
    Outcome outcome;
    while (!bytes.empty()) {
        const auto piece = bytes.substr(0, step);
        const auto taken = reader.take(piece);
        if (const auto* wrong = std::get_if<BadRequest>(&taken)) {
            EXPECT_TRUE(reader.take("x") == taken) << "a refusal stays";
            return {.wrong = *wrong};
        }
        outcome.taken += std::get<std::size_t>(taken);
        EXPECT_TRUE(reader.done() || std::get<std::size_t>(taken) == piece.size());
        bytes.remove_prefix(piece.size());
    }
    outcome.done = reader.done();
    return outcome;
}

TEST(BodyReader, FindsTheEnd) {
    const std::string_view next = "GET http://b/ HTTP/1.1\r\n";
    const struct {
        Head head;
        std::string body;
    } cases[] = {
        {{.method = "GET", .target = "/"}, ""},
        {of_length(0), ""},
        {of_length(1), "x"},
        {of_length(13), "0\r\n\r\nGET / HT"},
        {chunked(), "0\r\n\r\n"},
        {chunked(), "5\r\nhello\r\n0\r\n\r\n"},
        {chunked(), "00000000000000A\r\n0\r\n\r\n0\r\n\r\n\r\n1\r\n\0\r\n0\r\nX-Sum: \t1\r\nY:\r\n\r\n"s},
        {chunked(), "aF\r\n" + std::string(0xaf, '\n') + "\r\n000\r\n\r\n"},
    };
    for (const auto& c : cases) {
        const std::string bytes = c.body + std::string(next);
        for (std::size_t step = 1; step <= bytes.size(); ++step) {
            EXPECT_EQ(read(c.head, bytes, step), (Outcome{.taken = c.body.size(), .done = true})) << c.body;
        }
        for (std::size_t size = 0; size < c.body.size(); ++size) {
            EXPECT_EQ(read(c.head, std::string_view(c.body).substr(0, size), 3), (Outcome{.taken = size}))
                << size << " bytes of " << c.body;
        }
    }
}

TEST(BodyReader, RefusesChunksThatOthersReadDifferently) {
    const char* const no_size = "a chunk does not begin with its size";
    const char* const no_number = "a chunk's size is not a hexadecimal number";
    const char* const longer = "a chunk is longer than its size";
    const char* const line = "a chunk's size does not end in CRLF";
    const char* const forbidden = "a header among the trailers that belongs into the head";
    const struct {
        std::string bytes;
        BadRequest wanted;
    } cases[] = {
        {"\r\n", {400, no_size}},
        {" 1\r\nx\r\n", {400, no_size}},
        {"-1\r\n", {400, no_size}},
        {"g\r\n", {400, no_size}},
        {"0x1\r\n", {400, no_number}},
        {"1 \r\n", {400, no_number}},
        {"1\nx\r\n", {400, no_number}},
        {"1\rx", {400, line}},
        {"1;a=b\r\n", {400, "a chunk has extensions"}},
        {"0000000000000001\r\n", {400, "a chunk's size has more than 15 digits"}},
        {"fffffffffffffffff\r\n", {400, "a chunk's size has more than 15 digits"}},
        {"1\r\nxy\r\n", {400, longer}},
        {"1\r\nx\n", {400, longer}},
        {"1\r\nx\r\r", {400, longer}},
        {"1\r\nx\r\n\r\n", {400, no_size}},
        {"0\r\nX: y\n", {400, "the trailers: a line feed without a carriage return"}},
        {"0\r\n\n", {400, "the trailers: a line feed without a carriage return"}},
        {"0\r\nX: y\rz", {400, "the trailers: a carriage return without a line feed"}},
        {"0\r\nX: \0"s, {400, "the trailers: a control character"}},
        {"0\r\n X: y\r\n", {400, "the trailers: a header goes on in the next line"}},
        {"0\r\nX\r\n", {400, "the trailers: a header without a colon"}},
        {"0\r\nX : y\r\n", {400, "the trailers: white space between a header's name and its colon"}},
        {"0\r\nContent-Length: 5\r\n", {400, forbidden}},
        {"0\r\nTRANSFER-encoding: chunked\r\n", {400, forbidden}},
        {"0\r\nHost: b\r\n", {400, forbidden}},
        {"0\r\nConnection: keep-alive\r\n", {400, forbidden}},
        {"0\r\nX: " + std::string(kTrailerLimit, 'y'), {431, "the trailers are longer than 8 KiB"}},
    };
    for (const auto& c : cases) {
        for (const std::size_t step : {std::size_t{1}, std::size_t{2}, std::size_t{7}, c.bytes.size()}) {
            EXPECT_EQ(read(chunked(), c.bytes, step), (Outcome{.wrong = c.wanted})) << c.bytes << " by " << step;
        }
    }
}

TEST(BodyReader, CountsHugeBodiesWithoutKeepingThem) {
    const std::string some(100000, 'x');
    EXPECT_EQ(read(of_length(kLengthLimit), some, some.size()), (Outcome{.taken = some.size()}));
    EXPECT_EQ(read(chunked(), "fffffffffffffff\r\n" + some, 4096), (Outcome{.taken = some.size() + 17}));
}

TEST(BodyReader, AnswersTheSameHoweverItArrives) {
    for_each_mutation("5\r\nhello\r\n1f\r\n0123456789abcdef0123456789abcde\r\n0\r\nX-Sum: 1\r\n\r\nmore", 5000,
                      [](const std::string& text) {
                          const Outcome whole = read(chunked(), text, text.size());
                          EXPECT_LE(whole.taken, text.size());
                          for (const std::size_t step : {1U, 2U, 3U, 11U}) {
                              EXPECT_EQ(read(chunked(), text, step), whole) << text << " by " << step;
                          }
                      });
}

}  // namespace
}  // namespace postern::wire
