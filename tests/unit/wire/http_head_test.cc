#include "wire/http_head.h"

#include "in_pieces.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace postern::wire {
namespace {

using namespace std::string_literals;

std::string text_of(const BadRequest& wrong) {
    return std::to_string(wrong.status) + ' ' + wrong.reason;
}

std::string answer(std::string_view bytes) {
    const auto parsed = parse_request_head(bytes);
    if (const auto* wrong = std::get_if<BadRequest>(&parsed)) return text_of(*wrong);
    return std::holds_alternative<Head>(parsed) ? "accepted" : "incomplete";
}

// One reader given more and more, `step` bytes at a time, until it answers.
void expect_the_same_from_a_reader(std::string_view bytes, std::size_t step) {
    HeadReader reader;
    for (std::size_t size = 0;; size = std::min(size + step, bytes.size())) {
        const std::string elsewhere(bytes.substr(0, size));  // a buffer that grows also moves
        const auto read = reader.read(elsewhere);
        EXPECT_TRUE(read == parse_request_head(elsewhere)) << size << " bytes of " << bytes;
        if (size == bytes.size() || !std::holds_alternative<Incomplete>(read)) return;
    }
}

struct Good {
    std::string bytes;
    Head head;  // without its size: that is the whole
};

const Good kGood[] = {
    {"GET http://a.example/ HTTP/1.1\r\nHost: a.example\r\n\r\n",
     {.method = "GET", .target = "http://a.example/", .headers = {{"host", "a.example"}}}},
    {"CONNECT a:443 HTTP/1.0\r\n\r\n", {.method = "CONNECT", .target = "a:443", .minor = 0}},
    {"POST /x HTTP/1.1\r\nHOST:a\r\nX-Y:\t b c\t \r\nEmpty:\r\nContent-Length: 12\r\n\r\n",
     {.method = "POST",
      .target = "/x",
      .headers = {{"host", "a"}, {"x-y", "b c"}, {"empty", ""}, {"content-length", "12"}},
      .content_length = 12}},
    {"POST /x HTTP/1.1\r\nTransfer-Encoding: chunked\r\nHost: \r\n\r\n",
     {.method = "POST", .target = "/x", .headers = {{"transfer-encoding", "chunked"}, {"host", ""}}, .chunked = true}},
    {"!#$%&'*+-.^_`|~ * HTTP/1.1\r\nhost: a\r\nn: caf\xc3\xa9\r\nn: again\r\n\r\n",
     {.method = "!#$%&'*+-.^_`|~", .target = "*", .headers = {{"host", "a"}, {"n", "caf\xc3\xa9"}, {"n", "again"}}}},
    {"GET / HTTP/1.1\r\nHost: a\r\nConnection: , keep-alive ,x-y,\r\nConnection:\r\n\r\n",
     {.method = "GET",
      .target = "/",
      .headers = {{"host", "a"}, {"connection", ", keep-alive ,x-y,"}, {"connection", ""}}}},
    {"PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 4611686018427387904\r\n\r\n",
     {.method = "PUT",
      .target = "/",
      .headers = {{"host", "a"}, {"content-length", "4611686018427387904"}},
      .content_length = std::uint64_t{1} << 62}},
};

TEST(RequestHead, IsReadWhole) {
    for (const Good& good : kGood) {
        Head wanted = good.head;
        wanted.size = good.bytes.size();
        EXPECT_TRUE(parse_request_head(good.bytes) == HeadAnswer(wanted)) << good.bytes << answer(good.bytes);
        expect_complete_at_the_end(parse_request_head, good.bytes);
        for (const std::size_t step : {1U, 2U, 3U, 1000U}) expect_the_same_from_a_reader(good.bytes, step);
    }
}

TEST(RequestHead, RefusesWhatTwoReadersCouldReadDifferently) {
    const std::string line = "GET / HTTP/1.1\r\nHost: a\r\n";
    const struct {
        std::string bytes;
        BadRequest wanted;
    } cases[] = {
        {"\r\nGET / HTTP/1.1\r\n", {400, "an empty line before the request"}},
        {"GET / HTTP/1.1\nHost: a\n\n", {400, "a line feed without a carriage return"}},
        {"\n", {400, "a line feed without a carriage return"}},
        {"GET / HTTP/1.1\rHost: a\r\n\r\n", {400, "a carriage return without a line feed"}},
        {line + "X: a\r\r\n\r\n", {400, "a carriage return without a line feed"}},
        {line + "X: a\n\r\n", {400, "a line feed without a carriage return"}},
        {line + "X: a\0b"s, {400, "a control character"}},
        {line + "X: a\x1b", {400, "a control character"}},
        {line + "X: a\x7f", {400, "a control character"}},
        {"\x16\x03\x01", {400, "a control character"}},
        {"GET\t/\tHTTP/1.1\r\n", {400, "the method is not a word"}},
        {" GET / HTTP/1.1\r\n", {400, "the method is not a word"}},
        {"G(T / HTTP/1.1\r\n", {400, "the method is not a word"}},
        {"G\xc3\x89T / HTTP/1.1\r\n", {400, "the method is not a word"}},
        {"GET\r\n", {400, "the request line has no target"}},
        {"GET  / HTTP/1.1\r\n", {400, "the request line has no target"}},
        {"GET /\xc3\xa9 HTTP/1.1\r\n", {400, "the target has characters that must be percent-encoded"}},
        {"GET /\t HTTP/1.1\r\n", {400, "the target has characters that must be percent-encoded"}},
        {"GET /\r\n", {505, "the request line has no version: HTTP/0.9 is not spoken here"}},
        {"GET / HTTP/1.1 \r\n", {400, "the request line does not end in a version"}},
        {"GET / b HTTP/1.1\r\n", {400, "the request line does not end in a version"}},
        {"GET / http/1.1\r\n", {400, "the request line does not end in a version"}},
        {"GET / HTTP/1.10\r\n", {400, "the request line does not end in a version"}},
        {"GET / HTTP/1\r\n", {400, "the request line does not end in a version"}},
        {"GET / \r\n", {400, "the request line does not end in a version"}},
        {"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", {505, "this is HTTP/2; only HTTP/1.1 and HTTP/1.0 are spoken here"}},
        {"GET / HTTP/1.2\r\n", {505, "only HTTP/1.1 and HTTP/1.0 are spoken here"}},
        {"GET / HTTP/0.9\r\n", {505, "only HTTP/1.1 and HTTP/1.0 are spoken here"}},
        {"GET /" + std::string(8192, 'a') + " HTTP/1.1\r\n", {414, "the target is longer than 8 KiB"}},
        {line + "X: a\r\n b\r\n\r\n", {400, "a header goes on in the next line"}},
        {line + "\tX: a\r\n\r\n", {400, "a header goes on in the next line"}},
        {line + "X\r\n", {400, "a header without a colon"}},
        {line + ": x\r\n", {400, "a header without a name"}},
        {line + "X : x\r\n", {400, "white space between a header's name and its colon"}},
        {line + "X\t: x\r\n", {400, "white space between a header's name and its colon"}},
        {line + "X Y: x\r\n", {400, "a header's name is not a word"}},
        {line + "X\xc3\xa9: x\r\n", {400, "a header's name is not a word"}},
        {line + "Content-Length: 5\r\ncontent-length: 5\r\n", {400, "more than one Content-Length"}},
        {line + "Content-Length: 5\r\nContent-Length: 6\r\n", {400, "more than one Content-Length"}},
        {line + "Content-Length: 5, 5\r\n", {400, "Content-Length is not a number"}},
        {line + "Content-Length: +5\r\n", {400, "Content-Length is not a number"}},
        {line + "Content-Length: -5\r\n", {400, "Content-Length is not a number"}},
        {line + "Content-Length: 0x5\r\n", {400, "Content-Length is not a number"}},
        {line + "Content-Length:\r\n", {400, "Content-Length is not a number"}},
        {line + "Content-Length: 4611686018427387905\r\n", {400, "Content-Length is too large"}},
        {line + "Content-Length: 99999999999999999999999999\r\n", {400, "Content-Length is too large"}},
        {line + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
         {400, "both Content-Length and Transfer-Encoding"}},
        {line + "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n",
         {400, "both Content-Length and Transfer-Encoding"}},
        {line + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
         {400, "more than one Transfer-Encoding"}},
        {line + "Transfer-Encoding: gzip, chunked\r\n", {501, "the only Transfer-Encoding known here is \"chunked\""}},
        {line + "Transfer-Encoding: Chunked\r\n", {501, "the only Transfer-Encoding known here is \"chunked\""}},
        {line + "Transfer-Encoding: identity\r\n", {501, "the only Transfer-Encoding known here is \"chunked\""}},
        {line + "Transfer-Encoding:\r\n", {501, "the only Transfer-Encoding known here is \"chunked\""}},
        {"GET / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n", {400, "HTTP/1.0 has no Transfer-Encoding"}},
        {line + "hOST: a\r\n", {400, "more than one Host"}},
        {"GET / HTTP/1.1\r\nX: a\r\n\r\n", {400, "HTTP/1.1 without a Host"}},
        {line + "Connection: close, Content-Length\r\n", {400, "Connection names a header that every recipient needs"}},
        {line + "Connection: host\r\n", {400, "Connection names a header that every recipient needs"}},
        {line + "Connection: transfer-encoding\r\n", {400, "Connection names a header that every recipient needs"}},
        {line + "Connection: a b\r\n", {400, "Connection is not a list of words"}},
    };
    for (const auto& c : cases) {
        EXPECT_EQ(answer(c.bytes), text_of(c.wanted)) << c.bytes;
        expect_the_first_answer_to_stay(parse_request_head, c.bytes);
        expect_the_same_from_a_reader(c.bytes, 1);
    }
}

TEST(RequestHead, HasLimitsThatFitExactly) {
    const std::string begin = "GET / HTTP/1.1\r\nHost: a\r\n";
    const auto with_headers = [&begin](std::size_t more) {
        std::string text = begin;
        for (std::size_t i = 0; i < more; ++i) text += "X: y\r\n";
        return text + "\r\n";
    };
    EXPECT_EQ(answer(with_headers(199)), "accepted");
    EXPECT_EQ(answer(with_headers(200)), "431 more than 200 headers");

    const auto of_size = [&begin](std::size_t size) {
        return begin + "X: " + std::string(size - begin.size() - 7, 'y') + "\r\n\r\n";
    };
    EXPECT_EQ(of_size(kHeadLimit).size(), kHeadLimit);
    EXPECT_EQ(answer(of_size(kHeadLimit)), "accepted");
    EXPECT_EQ(answer(of_size(kHeadLimit).substr(0, kHeadLimit - 1)), "incomplete");
    EXPECT_EQ(answer(of_size(kHeadLimit + 1)), "431 the head is longer than 64 KiB");
    EXPECT_EQ(answer(of_size(kHeadLimit + 1).substr(0, kHeadLimit)), "431 the head is longer than 64 KiB");

    const auto target = [](std::size_t size) { return "GET " + std::string(size, '/') + " HTTP/1.0\r\n\r\n"; };
    EXPECT_EQ(answer(target(kTargetLimit)), "accepted");
    EXPECT_EQ(answer(target(kTargetLimit + 1)), "414 the target is longer than 8 KiB");
}

TEST(RequestHead, AnswersTheSameHoweverItArrives) {
    for (const Good& good : kGood) {
        for_each_mutation(good.bytes, 300, [](const std::string& text) {
            expect_the_first_answer_to_stay(parse_request_head, text);
            expect_the_same_from_a_reader(text, 1);
            expect_the_same_from_a_reader(text, 5);
            const auto parsed = parse_request_head(text);
            if (const auto* head = std::get_if<Head>(&parsed)) {
                EXPECT_LE(head->size, text.size());
                EXPECT_TRUE(text.substr(0, head->size).ends_with("\r\n\r\n")) << text;
                EXPECT_FALSE(head->chunked && head->content_length) << text;
            }
        });
    }
}

}  // namespace
}  // namespace postern::wire
