// Makes the script of a seed and an index, and reads the scripts that once failed.
#pragma once

#include "runner.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace postern::oracle {

enum class Mode { all, grammar, mutate };
enum class Family : std::uint8_t { plain, dynamic, mutated, regression };
inline constexpr std::size_t kFamilies = 4;

struct Case {
    std::string script;
    Family family = Family::plain;
    Form form = Form::command_string;
};

[[nodiscard]] Case make_case(std::uint64_t seed, std::uint64_t index, Mode mode);

// Reads scripts separated by lines that are exactly `%%`. Lines before the first separator are comments.
[[nodiscard]] std::optional<std::vector<Case>> read_regressions(const std::string& path);

[[nodiscard]] const char* to_string(Family family) noexcept;

}  // namespace postern::oracle
