// Table of the caches that package managers and compilers write in everyday work.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace postern::sandbox {

enum class CacheUse : std::uint8_t {
    told,       // the tool looks elsewhere in home, so its variable is set
    found,      // the tool looks below $XDG_CACHE_HOME or ~/.cache by itself; the variable counts if the user set it
    installed,  // as `told`, unless the user has the tool's own directory: that one is used, read-only
};

// Caches are never the user's own: what a command leaves in one, no tool outside the sandbox reads.
struct CacheRow {
    std::string_view tool;
    std::string_view variable;
    std::string_view value;  // `{}` stands for the directory of caches
    CacheUse use = CacheUse::told;
    std::string_view usual{};  // for `installed`: the tool's own directory in home
    std::string_view why{};    // what it holds, where the name does not tell
};
[[nodiscard]] std::span<const CacheRow> cache_table();

// Things below ~/.cache that the user installed and that are no caches: browsers for tests, environments, models. What is
// there can be read at its place.
struct InstalledRow {
    std::string_view path;  // below the directory of caches
    std::string_view why;
};
[[nodiscard]] std::span<const InstalledRow> installed_table();

}  // namespace postern::sandbox
