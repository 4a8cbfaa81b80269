// Symbolic links to protected paths. No mount can hold them, so the scrub puts them back.
#pragma once

#include "scrub/scrub.h"
#include "scrub/walk.h"

#include <nlohmann/json_fwd.hpp>

#include <vector>

namespace postern::scrub {

// Adds what lies in the place of a link below `root`, to be taken away.
void add_replaced_links(const AbsPath& root, const Watch& watch, std::vector<Suspect>& suspects);

// Makes the links again that are gone.
[[nodiscard]] std::vector<Finding> put_back_links(const Watch& watch);

[[nodiscard]] nlohmann::json links_to_json(const std::vector<sandbox::HeldLink>& links);
// Returns false if something is wrong.
[[nodiscard]] bool read_links(const nlohmann::json& from, std::vector<sandbox::HeldLink>& links);

}  // namespace postern::scrub
