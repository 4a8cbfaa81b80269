// What the pipeline has to ask the system about: the working directory, and where symbolic links lead.
#pragma once

#include "base/abs_path.h"
#include "base/result.h"

#include <optional>
#include <string_view>

namespace postern::app {

// The path with every symbolic link in it followed. What does not exist, or may not be looked at, is taken as written;
// a link to something that does not exist yet is followed all the same, for opening it for writing would create that.
// A path that goes in circles comes back as it was.
AbsPath follow_links(const AbsPath& path);

// Without `wanted` the process's own directory. An absolute `wanted` need not exist: a question may be about a machine
// that is not this one.
Result<AbsPath> working_directory(std::optional<std::string_view> wanted);

// `written` as given on the command line, relative to the process's own directory.
Result<AbsPath> named_path(std::string_view written);

}  // namespace postern::app
