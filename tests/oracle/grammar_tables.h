// Parts of the grammar, one per file. rules_for() tries each in turn.
#pragma once

#include "grammar.h"

namespace postern::oracle::tables {

[[nodiscard]] std::span<const Rule> words(char kind) noexcept;
[[nodiscard]] std::span<const Rule> commands(char kind) noexcept;
[[nodiscard]] std::span<const Rule> wrappers(char kind) noexcept;
[[nodiscard]] std::span<const Rule> odd(char kind) noexcept;

}  // namespace postern::oracle::tables
