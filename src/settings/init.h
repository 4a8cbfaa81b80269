// Makes a first .postern/settings.json for a project, from the files in its directory.
#pragma once

#include "base/abs_path.h"

#include <string>
#include <vector>

namespace postern::settings {

enum class Tool { npm, yarn, pnpm, cargo, python, go, make, cmake, meson, bundler, maven, gradle, composer };

struct ProjectFacts {
    bool git = false;
    std::vector<Tool> tools;  // in the order of the enumeration, each once
    bool operator==(const ProjectFacts&) const = default;
};

struct Starter {
    std::string text;                  // commented JSON, valid for load.h without a warning
    std::vector<std::string> choices;  // the choices and their reasons, one line each
};

ProjectFacts read_facts(const AbsPath& project);  // checks which files exist; reads none
Starter starter_settings(const ProjectFacts&);

}  // namespace postern::settings
