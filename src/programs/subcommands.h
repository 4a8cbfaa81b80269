// Subcommands that have several names: `docker image push` is `docker push`, `npm pub` is `npm publish`.
#pragma once

#include "programs/row.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace postern::programs {

struct Subcommand {
    std::string name;       // the first of its names; several words are separated by `/`
    std::size_t words = 0;  // how many words of the call it takes
    bool operator==(const Subcommand&) const = default;
};

// Returns the subcommand that the words behind a program's name begin with; nullopt if the row has no other names for it.
[[nodiscard]] std::optional<Subcommand> find_subcommand(const ProgramRow& program, std::span<const std::string> words);

// Returns the words of a call with the first name of its subcommand; nullopt if they are written so already.
[[nodiscard]] std::optional<std::vector<std::string>> with_first_names(std::span<const std::string> words);

}  // namespace postern::programs
