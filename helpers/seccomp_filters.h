// Which system calls are refused inside the sandbox: one table per filter. Read when Postern is built: generate_filters
// turns each table into a program for the kernel, and postern-init carries the programs. Filters stack; for each call
// the strictest answer wins. What no row names is allowed.
//
// Whatever the filter, calls made through another ABI than the native one (32-bit, x32) kill the process: their numbers
// mean other calls.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace postern::init {

// A question about one argument. Unless said otherwise only its lower half counts: the kernel looks at no more of an
// `int`, so a value with something in the upper half must not slip by.
struct ArgumentTest {
    enum class Kind : std::uint8_t {
        one_of,       // (argument & mask) is one of the values
        none_of,      // (argument & mask) is none of the values; mask is small
        all_none_of,  // the whole argument, upper half included, is none of the values: the safe side for a short list
        any_bit,      // some bit of the mask is set
        beyond,       // some bit outside the mask is set, unless all are: -1 only asks
    };
    unsigned argument;
    Kind kind;
    std::uint32_t mask;
    std::vector<std::uint32_t> values{};  // sorted
};

inline constexpr int kNotify = -1;  // instead of an errno: the supervisor answers

struct Row {
    const char* call;
    int error;                         // errno given to the caller, or kNotify
    const char* reason;                // why it is refused
    std::vector<ArgumentTest> when{};  // all of them; none: always
    int number = -1;  // for calls younger than the libseccomp we build with; these are the same everywhere
};

struct Filter {
    std::string name;
    std::vector<Row> rows{};
};

[[nodiscard]] const std::vector<Filter>& filters();

}  // namespace postern::init
