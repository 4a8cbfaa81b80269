// What the pipeline has to ask the system about: directories and paths as given on the command line.
#pragma once

#include "base/abs_path.h"
#include "base/links.h"
#include "base/result.h"

#include <optional>
#include <string_view>

namespace postern::app {

// Without `wanted` the process's own directory. An absolute `wanted` need not exist: a question may be about a machine
// that is not this one.
Result<AbsPath> working_directory(std::optional<std::string_view> wanted);

// `written` as given on the command line, relative to the process's own directory.
Result<AbsPath> named_path(std::string_view written);

}  // namespace postern::app
