// Advice for a process whose container, or whose sandbox, forbids what Postern needs. Pure.
#pragma once

#include <cstdint>
#include <string>

namespace postern::host {

enum class Forbidden : std::uint8_t { namespaces, fresh_proc };

// `container` is a name of container_of().
[[nodiscard]] std::string container_remedy(const std::string& container, Forbidden what);

// `around` is a name of sandbox_around().
[[nodiscard]] std::string nested_remedy(const std::string& around);

}  // namespace postern::host
