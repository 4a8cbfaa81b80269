// Every parser of the layer, fed byte by byte.
#pragma once

#include "wire/incomplete.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <random>
#include <string>
#include <string_view>
#include <variant>

namespace postern::wire {

// A whole good input: nothing shorter is enough, and what follows changes nothing.
template <class Parse>
void expect_complete_at_the_end(Parse parse, std::string_view bytes) {
    const auto whole = parse(bytes);
    EXPECT_FALSE(std::holds_alternative<Incomplete>(whole)) << bytes;
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        EXPECT_TRUE(std::holds_alternative<Incomplete>(parse(bytes.substr(0, size)))) << size << " bytes of " << bytes;
    }
    EXPECT_TRUE(parse(std::string(bytes) + "\r\nG\x05\x16") == whole) << bytes;
}

// Any input: once there is an answer, it stays.
template <class Parse>
void expect_the_first_answer_to_stay(Parse parse, std::string_view bytes) {
    const auto whole = parse(bytes);
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        const auto part = parse(bytes.substr(0, size));
        if (std::holds_alternative<Incomplete>(part)) continue;
        EXPECT_TRUE(part == whole) << size << " bytes of " << bytes;
        return;
    }
}

// The input with a byte changed, taken out or put in, many times over.
template <class Check>
void for_each_mutation(std::string_view bytes, std::size_t times, Check check) {
    std::mt19937 random(20);
    const std::string_view likely("\0\r\n\t :,;/*0a\x01\x03\x05\x16\x7f\x80\xff", 19);
    const auto up_to = [&random](std::size_t end) {
        return std::uniform_int_distribution<std::size_t>(0, end)(random);
    };
    for (std::size_t i = 0; i < times; ++i) {
        std::string text(bytes);
        for (std::size_t changes = 1 + up_to(2); changes > 0 && !text.empty(); --changes) {
            const std::size_t at = up_to(text.size() - 1);
            const char c = likely[up_to(likely.size() - 1)];
            switch (up_to(2)) {
                case 0: text[at] = c; break;
                case 1: text.insert(at, 1, c); break;
                default: text.erase(at, 1);
            }
        }
        check(text);
    }
}

}  // namespace postern::wire
