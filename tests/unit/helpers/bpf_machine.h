// Runs a filter as the kernel would, without the kernel: what a seccomp program answers to one call.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include <linux/filter.h>
#include <linux/seccomp.h>

namespace postern::init {

// The answer (SECCOMP_RET_…), or nothing if the program does something the kernel would not have loaded.
[[nodiscard]] std::optional<std::uint32_t> evaluate(std::span<const sock_filter> code, const seccomp_data& call);

}  // namespace postern::init
