// Tables of the system calls that are refused inside the sandbox, one per filter. When Postern is built,
// generate_filters turns each table into a program for the kernel, and postern-init contains the programs. The kernel
// asks all installed filters, and the strictest answer wins. Calls without a row are allowed.
//
// Every filter kills a process that makes a call through another ABI than the native one (32-bit, x32), because the
// numbers of that ABI mean other calls.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace postern::init {

// A test of one argument. Unless said otherwise it ignores the upper half: the kernel uses only the lower half of an
// `int`, so bits in the upper half must not hide a value from the filter.
struct ArgumentTest {
    enum class Kind : std::uint8_t {
        one_of,       // (argument & mask) is one of the values
        none_of,      // (argument & mask) is none of the values; mask is small
        all_none_of,  // the whole argument, upper half included, is none of the values, which are the allowed ones
        any_bit,      // some bit of the mask is set
        beyond,       // some bit outside the mask is set, but not all: -1 only asks
        block_but,    // of the lower 16 bits, the upper byte is that of the mask, and they are none of the values
    };
    unsigned argument;
    Kind kind;
    std::uint32_t mask;
    std::vector<std::uint32_t> values{};  // sorted
};

inline constexpr int kNotify = -1;  // in place of an errno: Postern answers

struct Row {
    const char* call;
    int error;                         // errno given to the caller, or kNotify
    const char* reason;                // why it is refused
    std::vector<ArgumentTest> when{};  // all must hold; empty: always refused
    int number = -1;  // for calls that libseccomp does not know yet; their numbers are the same on all architectures
};

struct Filter {
    std::string name;
    std::vector<Row> rows{};
};

[[nodiscard]] const std::vector<Filter>& filters();

}  // namespace postern::init
