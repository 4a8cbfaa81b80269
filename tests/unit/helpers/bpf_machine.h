// Runs a seccomp program on one call as the kernel would, but in this process.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include <linux/filter.h>
#include <linux/seccomp.h>

namespace postern::init {

// Returns the answer (SECCOMP_RET_…), or nullopt if the kernel would not load the program.
[[nodiscard]] std::optional<std::uint32_t> evaluate(std::span<const sock_filter> code, const seccomp_data& call);

}  // namespace postern::init
