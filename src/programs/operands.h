// The second half of reading a call: what its operands are for, once the options are known.
#pragma once

#include "programs/reading.h"

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace postern::programs {

struct ReadMode {
    int inside = 0;  // how many commands the call is inside of, or one of the constants below
    UnlistedOptions unlisted = UnlistedOptions::flags;
};
inline constexpr int kOuterOnly = -1;    // the command inside the call is not read
inline constexpr int kOuterModule = -2;  // the same, and the call is one of a module
inline constexpr int kMostInside = 16;

// Tells whether an operand may stand before the options: `setarch x86_64 -R ls`. A command follows it.
[[nodiscard]] bool has_leading_operand(const Row& row) noexcept;

// Gives the operands, which are indexes of words, the roles of reading.row, reads the command inside the call, and adds the
// working directory where it stands for something that no word names.
void give_roles(std::span<const Word> words, std::span<const std::size_t> operands, ReadMode mode, Reading& reading);

// Reads words[0…] as a call of the program with this name, which may be empty.
[[nodiscard]] Reading read_as(std::span<const Word> words, std::string_view name, ReadMode mode);

}  // namespace postern::programs
