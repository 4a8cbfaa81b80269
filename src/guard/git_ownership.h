// Tells which contents are a person's own: those of commits that are reachable from the person's tips by objects whose
// names were checked, and those that commits on top of these took over.
#pragma once

#include "guard/git_forecast.h"
#include "guard/host_git.h"
#include "state/git_tips.h"

#include <map>
#include <string>

namespace postern::guard {

class Ownership {
public:
    Ownership(const HostGit& git, GitObjects& objects, const state::Commits& tips)
        : git_(git), objects_(objects), tips_(tips) {}
    [[nodiscard]] bool owns(const std::string& path, const Ingredient& ingredient);

private:
    [[nodiscard]] const Words& bases_of(const std::string& commit);
    [[nodiscard]] bool is_own(const std::string& commit);
    [[nodiscard]] std::string tips_without(const std::string& commit) const;

    const HostGit& git_;
    GitObjects& objects_;
    const state::Commits& tips_;
    std::map<std::string, Words> bases_{};
};

}  // namespace postern::guard
