// Table of the kinds of projects that `postern init` knows.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace postern::settings {

using Texts = std::vector<std::string_view>;

struct ProjectKind {
    std::string_view name;
    // One of these names in the project's directory tells the kind. `*` at the beginning stands for any characters.
    Texts signs;
    Texts everyday;  // commands for which the sandbox is enough; no rule is written for them
    // Commands that a person is asked about first: they reach others, or change more than the project.
    Texts asks;
    Texts hosts;                // where packages come from; written as comments, because the network is off by default
    std::string_view unless{};  // another kind that is meant if both are found: it has the same sign
};

// Sorted so that a kind stands before the one that it gives way to.
[[nodiscard]] std::span<const ProjectKind> project_kinds();

}  // namespace postern::settings
