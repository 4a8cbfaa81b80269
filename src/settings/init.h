// Makes a first .postern/settings.json for a project, from the names of the files in its directory.
#pragma once

#include "base/abs_path.h"
#include "settings/project_kinds.h"

#include <string>
#include <vector>

namespace postern::settings {

struct ProjectFacts {
    bool git = false;
    std::vector<const ProjectKind*> kinds;  // in the order of the table, each once
    bool operator==(const ProjectFacts&) const = default;
};

struct Starter {
    std::string text;                  // commented JSON, valid for load.h without a warning
    std::vector<std::string> choices;  // the choices and their reasons, one line each
    bool operator==(const Starter&) const = default;
};

ProjectFacts read_facts(const AbsPath& project);  // looks at names; reads no file
Starter starter_settings(const ProjectFacts&);

}  // namespace postern::settings
