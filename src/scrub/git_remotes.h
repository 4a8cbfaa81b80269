// Tells where git fetches from and pushes to after a change of its settings. No code runs because of these settings, so
// commands may change them; but the next push of the person's must not go elsewhere unsaid.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace postern::scrub {

// Returns a part of a sentence for each setting that leads an existing remote, branch or submodule elsewhere: "its
// remote.origin.url was A and is B". A remote that is new leads nothing elsewhere. `before` is nullopt if it is not known.
[[nodiscard]] std::vector<std::string> redirections(std::optional<std::string_view> before, std::string_view after);

// Returns the URL without a password, and without a user name that may be a token.
[[nodiscard]] std::string without_login(std::string_view url);

}  // namespace postern::scrub
