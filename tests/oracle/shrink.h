// Makes a failing script smaller while it keeps failing.
#pragma once

#include <functional>
#include <string>

namespace postern::oracle {

[[nodiscard]] std::string shrink(std::string script, const std::function<bool(const std::string&)>& still_fails);

}  // namespace postern::oracle
