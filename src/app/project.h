// Finds the project that a directory belongs to. People and agents work in subdirectories; the rules, the settings and
// the writable directory are those of the project all the same.
#pragma once

#include "settings/places.h"

namespace postern::app {

// Fills in `project` and `levels` for the working directory of these places:
//  - The project is the working tree of the git repository around the directory, as git itself finds it. Without one,
//    it is the nearest directory upward that has settings, or else the directory itself.
//  - Settings count from the directory itself and from each one above it that has some. What lies above the project
//    can only tighten, so that a repository made inside a project does not shake off its denials.
//  - The search ends below home, and where the file system or the owner changes or others may write, because a file
//    that counts must be one of the user's own.
void find_project(settings::Places& places);

}  // namespace postern::app
