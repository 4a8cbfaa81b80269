// Prints the table of keys: as JSON Schema for editors, as a reference for people.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace postern::settings {

nlohmann::ordered_json json_schema();  // draft 2020-12, of Postern's own files

std::string reference_markdown();  // one table per group of keys

}  // namespace postern::settings
