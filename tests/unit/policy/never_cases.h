// Lines for the list of what is never allowed: spellings of each entry's act, and innocent neighbours.
#pragma once

#include <string_view>
#include <vector>

namespace postern::policy {

struct NeverCase {
    std::string_view entry;
    std::vector<const char*> met;
    std::vector<const char*> not_met;
};

// By programs, options and targets.
const std::vector<NeverCase>& never_removal_cases();
const std::vector<NeverCase>& never_device_cases();
const std::vector<NeverCase>& never_download_cases();
const std::vector<NeverCase>& never_user_cases();
// The same acts told in other ways: by variables, by what is read, by wrappers, in other languages.
const std::vector<NeverCase>& never_roundabout_cases();
// Other tools of a kind, descriptors, loops, functions.
const std::vector<NeverCase>& never_further_cases();

}  // namespace postern::policy
