// Resolves directories and paths from the command line.
#pragma once

#include "base/abs_path.h"
#include "base/links.h"
#include "base/result.h"

#include <optional>
#include <string_view>

namespace postern::app {

// Returns the directory `wanted`, links followed, or by default that of this process. An absolute `wanted` need not
// exist, because `postern check` may be asked about another machine.
Result<AbsPath> working_directory(std::optional<std::string_view> wanted);

// Resolves a path from the command line, relative to the working directory of this process.
Result<AbsPath> named_path(std::string_view written);

}  // namespace postern::app
